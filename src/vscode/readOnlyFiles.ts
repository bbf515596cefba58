import * as vscode from 'vscode';
import type { Disposable } from '../shared/base/disposable.ts';
import { DisposableStore, toDisposable } from '../shared/base/disposable.ts';

/** Where the content of files comes from that are not there yet, or not any more. */
export interface FileSource {
  /** Rejects when there is no such content. */
  read(uri: vscode.Uri): Promise<Uint8Array>;
  /** Called while an editor shows the file. */
  follow?(uri: vscode.Uri): Disposable;
}

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly changedAt: number;
}

/**
 * Files that exist only in editors: read-only, held while they are open, of any content. "Save As" makes a real one.
 */
export class ReadOnlyFiles implements vscode.FileSystemProvider, Disposable {
  readonly #source: FileSource;
  readonly #owned = new DisposableStore();
  readonly #files = new Map<string, StoredFile>();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;

  constructor(scheme: string, source: FileSource) {
    this.#source = source;
    this.#owned.add(vscode.workspace.registerFileSystemProvider(scheme, this, { isReadonly: true }));
    this.#owned.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) this.#forget(uriOf(input));
      }),
    );
  }

  /** Gives a file its content; editors that show it follow. */
  put(uri: vscode.Uri, bytes: Uint8Array): void {
    const key = uri.toString();
    const isKnown = this.#files.has(key);
    this.#files.set(key, { bytes, changedAt: Date.now() });
    if (isKnown) this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, changedAt } = await this.#file(uri);
    return { type: vscode.FileType.File, ctime: changedAt, mtime: changedAt, size: bytes.byteLength };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#file(uri)).bytes;
  }

  watch(uri: vscode.Uri): vscode.Disposable {
    const following = this.#source.follow?.(uri) ?? toDisposable(() => {});
    return new vscode.Disposable(() => following.dispose());
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#owned.dispose();
    this.#files.clear();
  }

  async #file(uri: vscode.Uri): Promise<StoredFile> {
    const key = uri.toString();
    const known = this.#files.get(key);
    if (known) return known;
    const file = { bytes: await this.#source.read(uri), changedAt: Date.now() };
    this.#files.set(key, file);
    return file;
  }

  #forget(uri: vscode.Uri | undefined): void {
    if (uri) this.#files.delete(uri.toString());
  }
}

/** The file that a tab shows. */
function uriOf(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  return undefined;
}
