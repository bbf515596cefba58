import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import spawn from 'cross-spawn';
import { DisposableStore } from '../../../shared/base/disposable.ts';
import { ConnectionLostError } from './connectionLostError.ts';
import { killAtExit } from './killAtExit.ts';
import type { ProcessRegistry } from './processRegistry.ts';
import { windowsSpawnCall } from './spawnCall.ts';
import type { ProgramCall, SpawnCall } from './spawnCall.ts';
import { areGone, descendantsOf, signalTree } from './processTree.ts';

const { platform } = process;

/** How a process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether a signal from here went before: the end tells nothing of the process then. */
  readonly isForced: boolean;
}

export interface ServerProcessOptions extends ProgramCall {
  /** Where it is recorded as long as it lives. */
  readonly registry: ProcessRegistry;
  readonly onStdout: (chunk: Buffer) => void;
  /** Called when no more can come on stdout, whether or not the process has ended. */
  readonly onStdoutEnd: () => void;
  readonly onStderr: (chunk: Buffer) => void;
  /** Called once, after the last output. */
  readonly onExit: (exit: ProcessExit) => void;
}

/** Steps of closing: end of input, SIGTERM, SIGKILL. Together they stay below two seconds. */
const patience = { endOfInputMs: 500, terminateMs: 500, killMs: 400 };

/** A process may be gone while one it started holds its pipes open: output is waited for so long and no longer. */
const lastOutputMs = 200;

/**
 * A child process with all that it starts: it leads a process group of its own (POSIX), so that its tree can be ended
 * even when the process itself is gone, and a Ctrl+C in the terminal reaches Patchbay alone.
 */
export class ServerProcess {
  readonly pid: number;
  readonly #child: ChildProcess;
  /** What is to be undone when the tree is gone. */
  readonly #owned = new DisposableStore();
  readonly #exited: Promise<void>;
  #exit: ProcessExit | undefined;
  #isSignalled = false;
  #closing: Promise<void> | undefined;

  /** Starts the process. Rejects with the system's error when it cannot be started. */
  static async start(options: ServerProcessOptions): Promise<ServerProcess> {
    return ServerProcess.#spawn(platform === 'win32' ? await windowsSpawnCall(options) : options, options);
  }

  static #spawn(call: SpawnCall, options: ServerProcessOptions): Promise<ServerProcess> {
    const child = spawn(call.command, [...call.args], {
      cwd: options.cwd,
      env: options.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: call.windowsVerbatimArguments,
    });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('spawn', () => {
        child.off('error', reject);
        resolve(new ServerProcess(child, options));
      });
    });
  }

  constructor(child: ChildProcess, { registry, onStdout, onStdoutEnd, onStderr, onExit }: ServerProcessOptions) {
    this.#child = child;
    this.pid = child.pid as number;
    this.#owned.add(killAtExit(this.pid));
    this.#owned.add(registry.add(this.pid));
    child.stdout?.on('data', onStdout);
    child.stdout?.once('end', onStdoutEnd);
    child.stderr?.on('data', onStderr);
    // Writing to a process that is gone is answered by its exit; a signal that cannot be sent, by the next step.
    child.stdin?.on('error', () => undefined);
    child.on('error', () => undefined);
    this.#exited = new Promise((resolve) => child.once('exit', () => resolve()));
    child.once('exit', (code, signal) => {
      const exit = { code, signal, isForced: this.#isSignalled };
      this.#exit = exit;
      const timer = setTimeout(() => this.#destroyPipes(), lastOutputMs);
      child.once('close', () => {
        clearTimeout(timer);
        onExit(exit);
        void this.close();
      });
    });
  }

  /** Writes to the process's input; resolves when the system has taken the text. Rejects when it is gone. */
  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const { stdin } = this.#child;
      if (!stdin || this.#exit) return reject(new ConnectionLostError('The process has ended.'));
      stdin.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Ends the process and everything it started. Resolves when all are gone, after two seconds at most. */
  close(): Promise<void> {
    this.#closing ??= this.#end().finally(() => this.#owned.dispose());
    return this.#closing;
  }

  async #end(): Promise<void> {
    const below = this.#exit ? [] : await descendantsOf(this.pid);
    this.#child.stdin?.end();
    if (await this.#isTreeGone(below, this.#exit ? 0 : patience.endOfInputMs)) return;
    this.#isSignalled = true;
    await signalTree(this.pid, below, 'SIGTERM');
    if (!(await this.#isTreeGone(below, patience.terminateMs))) {
      await signalTree(this.pid, below, 'SIGKILL');
      await this.#isTreeGone(below, patience.killMs);
    }
    this.#destroyPipes();
  }

  /** Waits for the whole tree, first for the process itself: its end is announced, that of the others looked for. */
  async #isTreeGone(below: readonly number[], timeoutMs: number): Promise<boolean> {
    const deadline = Date.now() + timeoutMs;
    const waiting = new AbortController();
    const timeout = delay(timeoutMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([this.#exited, timeout]);
    waiting.abort();
    return areGone(this.pid, below, Math.max(0, deadline - Date.now()));
  }

  #destroyPipes(): void {
    this.#child.stdin?.destroy();
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }
}
