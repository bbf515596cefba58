import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StreamObject, StreamObjectOf } from '../../../src/cli/streamObject.ts';
import { plainNode } from './plainNode.ts';

const program = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Text on stdin; without it, stdin is empty. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Folder that the command is started in; the workspace unless given. */
  readonly cwd?: string;
  /** File descriptor that stdout goes to, instead of into `Ended`. */
  readonly stdout?: number;
}

/** A running command. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when stdout holds this text; rejects when the command ends before. */
  said(text: string): Promise<void>;
}

/**
 * The built command line with a home and a workspace of its own, run as a person runs it: by the machine's `node`,
 * with nothing of the tests' environment but the path.
 */
export class CommandLine {
  readonly folder: string;
  readonly home: string;
  readonly workspace: string;
  readonly #children = new Set<ChildProcess>();

  private constructor(folder: string) {
    this.folder = folder;
    this.home = join(folder, 'home');
    this.workspace = join(folder, 'workspace');
  }

  static async create(): Promise<CommandLine> {
    assert.ok(existsSync(program), 'The command line is not built: run "npm run build" first.');
    const commandLine = new CommandLine(await realpath(await mkdtemp(join(tmpdir(), 'patchbay-cli-'))));
    await mkdir(commandLine.home);
    // The repository makes it the root of a workspace, whatever is above the temporary folder.
    await mkdir(join(commandLine.workspace, '.git'), { recursive: true });
    return commandLine;
  }

  /** Writes a file below the folder of this command line and gives its path. */
  async write(name: string, content: string | object): Promise<string> {
    const file = join(this.folder, name);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
    return file;
  }

  /** Writes servers for `--mcp-config` and gives the file's path. */
  servers(servers: Readonly<Record<string, object>>, name = 'servers.json'): Promise<string> {
    return this.write(name, { mcpServers: servers });
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    return this.start(args, options).ended;
  }

  start(args: readonly string[], options: RunOptions = {}): RunningCommand {
    const { input = '', env = {}, cwd = this.workspace } = options;
    const child: ChildProcess = spawn(plainNode(), [program, ...args], {
      cwd,
      env: {
        PATH: process.env['PATH'],
        HOME: this.folder,
        PATCHBAY_HOME: this.home,
        // Tests leave nothing in the keyring of the machine.
        PATCHBAY_KEYRING: 'off',
        ...env,
      },
      stdio: ['pipe', options.stdout ?? 'pipe', 'pipe'],
    });
    this.#children.add(child);
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => (stdout += piece));
    child.stderr!.setEncoding('utf8').on('data', (piece: string) => (stderr += piece));
    // A command that ends before it has read its input is judged by how it ends.
    child.stdin!.on('error', () => {});
    child.stdin!.end(input);
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, stdout, stderr }));
    }).finally(() => this.#children.delete(child));
    const said = (text: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (stdout.includes(text)) resolve();
        };
        child.stdout!.on('data', look);
        void ended.then(
          () => reject(new Error(`The command ended without saying ${text}:\n${stdout}\n${stderr}`)),
          reject,
        );
        look();
      });
    return { child, ended, said };
  }

  /** Ends what still runs and deletes the folders. */
  async dispose(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The objects of `stream-json`: every line must be one. */
export function objectsOf({ stdout }: Pick<Ended, 'stdout'>): StreamObject[] {
  const lines = stdout.split('\n');
  assert.equal(lines.pop(), '', 'the last line is not ended');
  return lines.map((line) => JSON.parse(line) as StreamObject);
}

/** The objects of one type, in order. */
export function ofType<T extends StreamObject['type']>(objects: readonly StreamObject[], type: T): StreamObjectOf<T>[] {
  return objects.filter((object): object is StreamObjectOf<T> => object.type === type);
}

/** The only object of its type. */
export function theOne<T extends StreamObject['type']>(objects: readonly StreamObject[], type: T): StreamObjectOf<T> {
  const [object, ...others] = ofType(objects, type);
  assert.ok(object, `there is no ${type} among ${objects.map((other) => other.type).join(', ')}`);
  assert.deepEqual(others, [], `there is more than one ${type}`);
  return object;
}
