import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { ConnectionLostError } from './connectionLostError.ts';
import { LineSplitter } from './lineSplitter.ts';
import type { MessageFraming } from './messageFraming.ts';
import type { ProcessRegistry } from './processRegistry.ts';
import { ServerProcess } from './serverProcess.ts';
import type { ProcessExit } from './serverProcess.ts';

export interface ProcessTransportOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly registry: ProcessRegistry;
  /** A line of stderr, or a note about what came on stdout and is no message. */
  readonly onLog: (line: string) => void;
}

/** Why a process was stopped that would have run on: a message was too long, or it can say nothing any more. */
export type StopReason = 'overflow' | 'silence';

/** One JSON message (contract §10). */
const maxMessageBytes = 10 * 1024 * 1024;
const maxLogLineBytes = 64 * 1024;

/** A process that ends closes its output first. One that lives on without has so long to end. */
const lastMomentsMs = 1_000;

/**
 * MCP over the pipes of a child process, one message a line. The SDK's own transport tells neither how the process
 * ended nor what it wrote that is no message, probes the protocol era on a second process, and leaves the processes
 * that a server started; so this one stands on the SDK's framing and on `ServerProcess`.
 */
export class ProcessTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];

  /** The SDK takes a transport with `stderr` and `pid` for a pipe, where a silent or dead probe means the legacy era. */
  readonly stderr = null;

  readonly #options: ProcessTransportOptions;
  /** Loaded when a client starts the transport: the process can start meanwhile. */
  #framing: MessageFraming | undefined;
  #startDelivery = (): void => {};
  #launching: Promise<ServerProcess> | undefined;
  #process: ServerProcess | undefined;
  #exit: ProcessExit | undefined;
  #delivered = new Promise<void>((resolve) => (this.#startDelivery = resolve));
  readonly #ended = new AbortController();
  #isClosed = false;
  #stopReason: StopReason | undefined;

  constructor(options: ProcessTransportOptions) {
    this.#options = options;
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  /** How the process ended; undefined while it runs. */
  get exit(): ProcessExit | undefined {
    return this.#exit;
  }

  /**
   * How the process ended, with all it logged, or undefined if it runs on for so long: a pipe breaks before the news of
   * the end comes.
   */
  async exitWithin(ms: number): Promise<ProcessExit | undefined> {
    await delay(ms, undefined, { signal: this.#ended.signal }).catch(() => undefined);
    return this.#exit;
  }

  /** Undefined unless the connection ended for such a reason. */
  get stopReason(): StopReason | undefined {
    return this.#stopReason;
  }

  /**
   * Starts the process ahead of `start`, which then finds it started or learns why it could not be. What the process
   * writes on stdout waits until then, and so does the news of its end.
   */
  launch(): void {
    if (this.#launching) return;
    const stdout = new LineSplitter(
      maxMessageBytes,
      (line) => this.#read(line),
      () => this.#stop('overflow'),
    );
    const stderr = new LineSplitter(
      maxLogLineBytes,
      (line) => this.#log(line),
      () => this.#log('(a long line was left out)'),
    );
    const launching = ServerProcess.start({
      ...this.#options,
      onStdout: (chunk) => stdout.push(chunk),
      onStdoutEnd: () => void this.#onStdoutEnd(),
      onStderr: (chunk) => stderr.push(chunk),
      onExit: (exit) => {
        this.#exit = exit;
        stdout.end();
        stderr.end();
        this.#ended.abort();
        void this.#delivered.then(() => this.#guard(() => this.#end()));
      },
    });
    launching.then(
      (process) => (this.#process = process),
      () => undefined,
    );
    this.#launching = launching;
  }

  async start(): Promise<void> {
    if (this.#isClosed) throw new Error('The transport is closed.');
    this.launch();
    const { messageFraming } = await import('./messageFraming.ts');
    this.#framing = messageFraming;
    await this.#launching;
    this.#startDelivery();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#process || !this.#framing || this.#isClosed) throw new ConnectionLostError('The connection is closed.');
    await this.#process.write(this.#framing.toLine(message));
  }

  /** Ends the process tree. Resolves when it is gone, after two seconds at most. */
  async close(): Promise<void> {
    this.#end();
    // It may be closed while the process is being started; one that could not be started has nothing to end.
    const process = await this.#launching?.catch(() => undefined);
    await process?.close();
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }

  /**
   * Each message gets a turn of its own: the SDK handles notifications a turn later than answers, so that progress
   * which comes in one piece with the answer would be lost.
   */
  #read(line: string): void {
    this.#delivered = this.#delivered.then(() => this.#guard(() => this.#deliver(line)));
  }

  /** Runs one step of the delivery. An error of who listens must not keep what comes later from being delivered. */
  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #deliver(line: string): void {
    if (!this.#framing || this.#isClosed || line.trim() === '') return;
    let message: JSONRPCMessage;
    try {
      message = this.#framing.toMessage(line);
    } catch {
      // Whole: a secret that is cut in two is no longer found. The log shortens it when secrets are out.
      return this.#log(`(stdout, not a message: a server must write logs to stderr) ${line}`);
    }
    this.onmessage?.(message);
  }

  async #onStdoutEnd(): Promise<void> {
    if (!(await this.exitWithin(lastMomentsMs))) this.#stop('silence');
  }

  #stop(reason: StopReason): void {
    if (this.#isClosed) return;
    this.#stopReason = reason;
    void this.close();
  }

  #log(line: string): void {
    const text = stripVTControlCharacters(line).trimEnd();
    if (text !== '') this.#options.onLog(text);
  }
}
