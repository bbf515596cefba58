import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { ResourceContents } from '../core/mcp/connection/content.ts';
import type { Hub } from '../core/mcp/hub.ts';
import type { Disposable } from '../shared/base/disposable.ts';
import { DisposableStore, toDisposable } from '../shared/base/disposable.ts';
import type { FailureReporter } from './failureReporter.ts';
import { ReadOnlyFiles } from './readOnlyFiles.ts';
import { resourceFileName } from './resourceFileName.ts';

const scheme = 'patchbay-resource';

/** Which content a file shows; travels in the query of its URI, so that a window that is opened again knows. */
const addressSchema = z.object({ server: z.string(), uri: z.string(), part: z.number() });
type Address = z.infer<typeof addressSchema>;

/** Resources in read-only editors. While one is on the screen its server is asked to say when it changes. */
export class ResourceFiles implements Disposable {
  readonly #hub: () => Promise<Hub>;
  readonly #failures: FailureReporter;
  readonly #owned = new DisposableStore();
  readonly #files: ReadOnlyFiles;
  /** Files on the screen, by server and URI: a change concerns all parts of a resource. */
  readonly #followed = new Map<string, Map<string, vscode.Uri>>();
  #listening: Disposable | undefined;

  constructor(hub: () => Promise<Hub>, failures: FailureReporter) {
    this.#hub = hub;
    this.#failures = failures;
    this.#files = this.#owned.add(
      new ReadOnlyFiles(scheme, { read: (uri) => this.#read(uri), follow: (uri) => this.#follow(uri) }),
    );
  }

  /** Reads a resource and opens it. One of several parts asks which. */
  async open(server: string, uri: string): Promise<void> {
    const hub = await this.#hub();
    const { contents } = await hub.readResource(server, uri);
    const part = contents.length > 1 ? await pickPart(contents) : 0;
    if (part === undefined) return;
    const content = contents[part];
    if (!content) {
      void vscode.window.showInformationMessage(vscode.l10n.t('{0} of {1} has no content.', uri, server));
      return;
    }
    const file = fileUri({ server, uri, part }, content);
    this.#files.put(file, bytesOf(content));
    await vscode.commands.executeCommand('vscode.open', file, { preview: false });
  }

  dispose(): void {
    this.#listening?.dispose();
    this.#owned.dispose();
  }

  async #read(file: vscode.Uri): Promise<Uint8Array> {
    const address = addressOf(file);
    if (!address) throw vscode.FileSystemError.FileNotFound(file);
    const hub = await this.#hub();
    const { contents } = await hub.readResource(address.server, address.uri);
    const content = contents[address.part];
    if (!content) throw vscode.FileSystemError.FileNotFound(file);
    return bytesOf(content);
  }

  #follow(file: vscode.Uri): Disposable {
    const address = addressOf(file);
    if (!address) return toDisposable(() => {});
    const key = keyOf(address);
    const files = this.#followed.get(key) ?? new Map<string, vscode.Uri>();
    this.#followed.set(key, files);
    const isFirst = files.size === 0;
    files.set(file.toString(), file);
    if (isFirst) this.#tell(address, 'subscribeResource');
    return toDisposable(() => {
      files.delete(file.toString());
      if (files.size > 0 || this.#followed.get(key) !== files) return;
      this.#followed.delete(key);
      this.#tell(address, 'unsubscribeResource');
    });
  }

  /** A server that does not tell of changes is no failure that a person could mend. */
  #tell({ server, uri }: Address, what: 'subscribeResource' | 'unsubscribeResource'): void {
    const told = this.#hub().then(async (hub) => {
      this.#listening ??= hub.onDidUpdateResource((changed) => this.#refresh(changed));
      await hub[what](server, uri);
    });
    this.#failures.logFailureOf(told, `Changes of ${uri} of ${server} are not followed`);
  }

  #refresh(changed: Pick<Address, 'server' | 'uri'>): void {
    for (const file of this.#followed.get(keyOf(changed))?.values() ?? []) {
      const read = this.#read(file).then((bytes) => this.#files.put(file, bytes));
      this.#failures.logFailureOf(read, `${changed.uri} of ${changed.server} changed, and could not be read again`);
    }
  }
}

function keyOf({ server, uri }: Pick<Address, 'server' | 'uri'>): string {
  return JSON.stringify([server, uri]);
}

/** A part of its own in the path for each resource: parts of the editor look at the path alone. */
function fileUri(address: Address, { mimeType, text }: ResourceContents): vscode.Uri {
  const { server, uri, part } = address;
  const name = resourceFileName({ uri, mimeType, isText: text !== undefined });
  const place = createHash('sha256').update(`${part}:${uri}`).digest('hex').slice(0, 12);
  return vscode.Uri.from({ scheme, path: `/${server}/${place}/${name}`, query: JSON.stringify(address) });
}

function addressOf(file: vscode.Uri): Address | undefined {
  try {
    return z.parse(addressSchema, JSON.parse(file.query));
  } catch {
    // Made by somebody else, or written by hand.
    return undefined;
  }
}

function bytesOf({ text, blob }: ResourceContents): Uint8Array {
  return text !== undefined ? Buffer.from(text, 'utf8') : Buffer.from(blob ?? '', 'base64');
}

async function pickPart(contents: readonly ResourceContents[]): Promise<number | undefined> {
  const items = contents.map(({ uri, mimeType }, part) => ({ label: uri, description: mimeType ?? '', part }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Which part of it?') });
  return picked?.part;
}
