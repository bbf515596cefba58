import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { whileLocked } from './lockedFile.ts';
import type { Logger } from './logger.ts';

export interface JsonFileOptions<T> {
  /** Absolute path. Its folder is created with the first write, readable by its owner alone. */
  readonly file: string;
  readonly schema: z.core.$ZodType<T>;
  /** What a file that is not there stands for. */
  readonly initial: T;
  readonly logger: Logger;
}

/**
 * A small JSON file that several processes read and change. A change is one locked read, one function and one atomic
 * write, so no process overwrites what another has written. A damaged file is moved aside with a warning, never
 * overwritten.
 */
export class JsonFile<T> {
  readonly #options: JsonFileOptions<T>;
  #lastUpdate: Promise<unknown> = Promise.resolve();

  constructor(options: JsonFileOptions<T>) {
    this.#options = options;
  }

  get path(): string {
    return this.#options.file;
  }

  /** The present value. Rejects with the system's error when the file is there and cannot be read. */
  async read(): Promise<T> {
    const content = await this.#parsed();
    if (content.isSound) return content.value;
    // Only a holder of the lock may move the file: by now another process may have written a good one.
    return this.update((value) => value);
  }

  /**
   * Replaces the value by what `change` makes of it and resolves to that. Nothing is written when `change` gives the
   * same object back. Rejects when the file cannot be locked or written.
   */
  update(change: (value: T) => T): Promise<T> {
    // One after the other within this process: waiting for the file lock is for other processes.
    const run = this.#lastUpdate.then(() => this.#locked(change));
    this.#lastUpdate = run.catch(() => undefined);
    return run;
  }

  async #locked(change: (value: T) => T): Promise<T> {
    const { file, logger } = this.#options;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    return whileLocked(file, logger, async () => {
      const before = await this.#valueOrMovedAside();
      const after = change(before);
      if (after !== before) {
        const { default: writeFileAtomic } = await import('write-file-atomic');
        await writeFileAtomic(file, `${JSON.stringify(after, undefined, 2)}\n`, { mode: 0o600 });
      }
      return after;
    });
  }

  async #valueOrMovedAside(): Promise<T> {
    const { file, initial, logger } = this.#options;
    const content = await this.#parsed();
    if (content.isSound) return content.value;
    const aside = `${file}.damaged-${Date.now()}`;
    await rename(file, aside);
    logger.warn(
      `${file} could not be read (${content.reason}). It was moved to ${aside} and a new one is begun; ` +
        `mend the moved file and put it back to restore what it held.`,
    );
    return initial;
  }

  async #parsed(): Promise<{ isSound: true; value: T } | { isSound: false; reason: string }> {
    const { file, schema, initial } = this.#options;
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { isSound: true, value: initial };
      throw error;
    }
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch (error) {
      return { isSound: false, reason: (error as Error).message };
    }
    const parsed = z.safeParse(schema, json);
    if (parsed.success) return { isSound: true, value: parsed.data };
    const [issue] = parsed.error.issues;
    return { isSound: false, reason: `unexpected value at ${issue?.path.join('.') || 'the top'}` };
  }
}
