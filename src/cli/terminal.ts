import { text } from 'node:stream/consumers';
import { addAbortSignal, Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { visibleText } from './visibleText.ts';

/** Where a command reads and writes. Answers go to stdout, everything else to stderr (contract §8). */
export interface Terminal {
  /** Whether a person types on stdin; otherwise it holds text. */
  readonly hasTypist: boolean;
  /** Writes a piece of the answer. */
  out(piece: string): void;
  /** Says one line that is not the answer. */
  note(line: string): void;
  /** Everything on stdin, decoded as UTF-8. Rejects when the signal aborts. */
  readInput(signal: AbortSignal): Promise<string>;
  /**
   * Asks the person at the terminal for a line, on stderr; what is typed stays unseen when it is hidden. Undefined when
   * the person ends the input (Ctrl-D) or the signal aborts.
   */
  ask(question: string, options: AskOptions): Promise<string | undefined>;
}

export interface AskOptions {
  readonly isHidden: boolean;
  readonly signal: AbortSignal;
}

/** A stream that may be a terminal. */
type MaybeTty<T> = T & { readonly isTTY?: boolean | undefined };

export interface TerminalStreams {
  readonly stdin: MaybeTty<Readable>;
  readonly stdout: MaybeTty<Writable>;
  readonly stderr: MaybeTty<Writable>;
}

/**
 * The terminal of a process. Control characters reach a pipe or a file as they are and a screen only in a visible
 * form, since most of what is printed was written by a server or a model.
 */
export class ProcessTerminal implements Terminal {
  readonly #streams: TerminalStreams;

  /** `onFailed` is called when stdout takes nothing more: its reader has gone away (`EPIPE`), or it cannot be written. */
  constructor(streams: TerminalStreams, onFailed: (error: NodeJS.ErrnoException) => void) {
    this.#streams = streams;
    streams.stdout.on('error', onFailed);
    // Nobody is left to be told.
    streams.stderr.on('error', () => {});
  }

  get hasTypist(): boolean {
    return this.#streams.stdin.isTTY === true;
  }

  out(piece: string): void {
    write(this.#streams.stdout, piece);
  }

  note(line: string): void {
    write(this.#streams.stderr, `${line}\n`);
  }

  readInput(signal: AbortSignal): Promise<string> {
    return text(addAbortSignal(signal, this.#streams.stdin));
  }

  async ask(question: string, { isHidden, signal }: AskOptions): Promise<string | undefined> {
    const { createInterface } = await import('node:readline');
    const { stdin, stderr } = this.#streams;
    let isMuted = false;
    const echo = new Writable({
      write: (piece: Buffer | string, _encoding, done) => {
        if (!isMuted) stderr.write(piece);
        done();
      },
    });
    const reader = createInterface({ input: stdin, output: echo, terminal: stdin.isTTY === true });
    // The terminal hands over the keys one by one meanwhile, and this one with them.
    reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    try {
      return await new Promise<string | undefined>((resolve) => {
        const end = (): void => resolve(undefined);
        reader.once('close', end);
        if (signal.aborted) return end();
        signal.addEventListener('abort', end, { once: true });
        reader.question(question, resolve);
        isMuted = isHidden;
      });
    } finally {
      reader.close();
      if (isHidden) stderr.write('\n');
    }
  }

  /** Resolves when everything written has left the process, or cannot. */
  async drained(): Promise<void> {
    const { stdout, stderr } = this.#streams;
    await Promise.all(
      [stdout, stderr].map((stream) => new Promise<void>((resolve) => stream.write('', () => resolve()))),
    );
  }
}

function write(stream: MaybeTty<Writable>, piece: string): void {
  stream.write(stream.isTTY === true ? visibleText(piece) : piece);
}
