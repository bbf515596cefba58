import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Emitter } from '../../shared/base/emitter.ts';
import { wellFormedJson } from '../../shared/base/wellFormedJson.ts';
import type { ThreadEvent } from '../../shared/thread/threadEvent.ts';
import type { LogContents } from './logContents.ts';
import { readLog } from './logContents.ts';
import { ThreadError } from './threadError.ts';

/** How far the file is known to be good. */
interface FileEnd {
  readonly size: number;
  readonly lacksBreak: boolean;
}

/**
 * The append-only log of one thread: JSON lines, one event each, written in order through one queue. What waits while
 * a write is under way goes to disk with the next one. `toolCallProgress` and `modelRetryScheduled` are not kept: they
 * say nothing once the call, or the request, has ended. The folder and the file are private to the user.
 */
export class ThreadLog {
  readonly #file: string;
  #end: FileEnd;
  #pending: string[] = [];
  #writing: Promise<void> | undefined;
  /** What follows `#end` in the file is torn, or may be: it is cut before the next line is written. */
  #needsCut: boolean;
  readonly #failed = new Emitter<Error>();

  /** Lines could not be written. They stay queued: the next append or flush tries again. */
  readonly onDidFail = this.#failed.event;

  private constructor(file: string, end: FileEnd, needsCut: boolean) {
    this.#file = file;
    this.#end = end;
    this.#needsCut = needsCut;
  }

  /** A log that does not exist yet; its folder and file are made with the first event. */
  static create(file: string): ThreadLog {
    return new ThreadLog(file, { size: 0, lacksBreak: false }, false);
  }

  /** Reads a log to append to it. Rejects with the file system's error, or a `ThreadError` `newer_version`. */
  static async open(file: string): Promise<{ log: ThreadLog; contents: LogContents }> {
    const contents = await readLog(file);
    return { log: new ThreadLog(file, contents, contents.hasTornEnd), contents };
  }

  append(event: ThreadEvent): void {
    if (event.type === 'toolCallProgress' || event.type === 'modelRetryScheduled') return;
    this.#pending.push(`${wellFormedJson(event)}\n`);
    void this.#drain();
  }

  /** Resolves when everything appended so far is in the file; rejects with the file system's error if it cannot be. */
  async flush(): Promise<void> {
    let failure: Error | undefined;
    const subscription = this.#failed.event((error) => {
      failure = error;
    });
    try {
      while (this.#pending.length > 0 && failure === undefined) await this.#drain();
      await this.#writing;
    } finally {
      subscription.dispose();
    }
    if (failure !== undefined) throw failure;
  }

  #drain(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /** Never rejects: a failure is reported through `onDidFail`. */
  async #write(): Promise<void> {
    while (this.#pending.length > 0) {
      const lines = this.#pending;
      this.#pending = [];
      try {
        await this.#writeLines(lines.join(''));
      } catch (error) {
        this.#pending = [...lines, ...this.#pending];
        // A part of the lines may have arrived.
        if (!(error instanceof ThreadError)) this.#needsCut = true;
        this.#failed.fire(error instanceof Error ? error : new Error(String(error)));
        return;
      }
    }
  }

  async #writeLines(lines: string): Promise<void> {
    const bytes = Buffer.from(this.#end.lacksBreak ? `\n${lines}` : lines);
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    // The file is closed after each batch, so that an idle thread holds nothing open.
    const handle = await open(this.#file, 'a', 0o600);
    try {
      if (this.#needsCut) await handle.truncate(this.#end.size);
      else if ((await handle.stat()).size > this.#end.size) throw writtenElsewhere();
      this.#needsCut = false;
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
    this.#end = { size: this.#end.size + bytes.length, lacksBreak: false };
  }
}

/** The lock keeps others away; a machine that cannot be asked, or an editor of text, is not kept. Their lines stay. */
function writtenElsewhere(): ThreadError {
  return new ThreadError('locked', 'Something else has written to this conversation. Open it again to go on with it.');
}
