import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../../src/core/base/logger.ts';
import { Hub } from '../../src/core/mcp/hub.ts';
import type { HubOptions } from '../../src/core/mcp/hubOptions.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import type { Settings } from '../../src/core/settings.ts';
import { hubOptions } from './hubOptions.ts';
import { MemorySecrets } from './memorySecrets.ts';
import { processesWith } from './processes.ts';

export type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const faults = fileURLToPath(new URL('../servers/faults', import.meta.url));
const everything = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));

/** A folder for a person's home and a workspace, and hubs that read from them. */
export class HubFixture {
  /** Stands among the arguments of every server of this fixture, so that its processes can be counted. */
  readonly marker = `patchbay-test-${randomUUID()}`;
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-hub-')));
  readonly home = join(this.root, 'home');
  readonly workspace = join(this.root, 'workspace');
  /** What hubs warned of. */
  readonly warnings: string[] = [];
  /** What all hubs of this fixture keep secret. */
  readonly secrets = new MemorySecrets();
  readonly #hubs: Hub[] = [];

  constructor() {
    mkdirSync(this.workspace);
  }

  /** The entry of a server of test/servers/faults. */
  fault(name: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return { command: process.execPath, args: [join(faults, `${name}.mjs`), this.marker], ...more };
  }

  /** The entry of the reference server that has everything. */
  everything(): Record<string, unknown> {
    return { command: process.execPath, args: [everything, 'stdio', this.marker] };
  }

  /** Writes a file below the root: as it is, or an object as the servers of a configuration file. */
  write(path: string, content: string | Entries): string {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify({ mcpServers: content }, undefined, 2);
    writeFileSync(file, text);
    return file;
  }

  /** A hub on the files written so far. `servers` are written as the person's own, which need no approval. */
  async hub(servers?: Entries, options: Partial<HubOptions> = {}, settings: Partial<Settings> = {}): Promise<Hub> {
    if (servers) this.write('home/mcp.json', servers);
    const logger: Logger = {
      info() {},
      warn: (text) => this.warnings.push(text),
      error: (text) => this.warnings.push(text),
    };
    const hub = await Hub.create({
      ...hubOptions(this.home, this.workspace),
      settings: () => ({ ...defaultSettings, ...settings }),
      secrets: this.secrets,
      logger,
      ...options,
    });
    this.#hubs.push(hub);
    return hub;
  }

  /** Processes of this fixture's servers, and of what they started, that are alive. */
  processes(): string[] {
    return processesWith(this.marker);
  }

  /** Disposes the hubs and removes the folders. */
  async dispose(): Promise<void> {
    await Promise.all(this.#hubs.map((hub) => hub.dispose()));
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The text of a result that is one block of text. */
export function textOf({ content }: { readonly content: readonly { readonly type: string }[] }): string {
  const [block] = content;
  if (content.length !== 1 || block?.type !== 'text') throw new Error(`Not one text: ${JSON.stringify(content)}`);
  return (block as unknown as { readonly text: string }).text;
}
