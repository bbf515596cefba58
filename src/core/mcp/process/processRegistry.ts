import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { toDisposable } from '../../../shared/base/disposable.ts';
import { messageOf } from '../../../shared/base/messageOf.ts';
import type { Logger } from '../../base/logger.ts';
import { untilAborted } from '../../base/untilAborted.ts';
import { processSpace, startTimesOf } from '../../base/process/processIdentity.ts';
import { recordFolder } from './processRecord.ts';
import type { ProcessRecordLine } from './processRecord.ts';

/**
 * Keeps on disk which children of this process are alive, so that the next Patchbay can end them if this one is killed
 * and cannot (`reapProcesses`). The file is there only while there are children. It is written behind what happens:
 * nobody waits for it, and a home that cannot be written to keeps no server from starting.
 */
export class ProcessRegistry {
  readonly #folder: string;
  readonly #file: string;
  readonly #logger: Logger;
  readonly #startTimesOf: typeof startTimesOf;
  readonly #living = new Set<object>();
  readonly #closing = new AbortController();
  #events: ChildEvent[] = [];
  #writing: Promise<void> | undefined;
  #isBegun = false;
  #hasWarned = false;

  constructor(home: string, logger: Logger, askStartTimes = startTimesOf) {
    this.#folder = recordFolder(home);
    this.#file = join(this.#folder, `${process.pid}-${randomUUID()}.jsonl`);
    this.#logger = logger;
    this.#startTimesOf = askStartTimes;
  }

  /** Records a child of this process. Dispose the answer when the child is gone with all that it started. */
  add(pid: number): Disposable {
    const child = {};
    this.#living.add(child);
    this.#note({ pid, hasStarted: true });
    return toDisposable(() => {
      this.#living.delete(child);
      this.#note({ pid, hasStarted: false });
    });
  }

  /** Writes what is left to write, once the children have been ended. Asks the system nothing more: that may take long. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#writing;
  }

  #note(event: ChildEvent): void {
    this.#events.push(event);
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    for (let events = this.#take(); events.length > 0; events = this.#take()) {
      try {
        await (this.#living.size === 0 ? this.#remove() : this.#append(events));
      } catch (error) {
        this.#warn(error);
      }
    }
    // Not a turn later: what happens in between would wait for the next event.
    this.#writing = undefined;
  }

  #take(): readonly ChildEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  async #remove(): Promise<void> {
    this.#isBegun = false;
    await rm(this.#file, { force: true });
  }

  async #append(events: readonly ChildEvent[]): Promise<void> {
    const started = events.flatMap(({ pid, hasStarted }) => (hasStarted ? [pid] : []));
    let times: ReadonlyMap<number, string> = new Map();
    const asked = this.#startTimesOf(this.#isBegun ? started : [process.pid, ...started]);
    await untilAborted(
      asked.then((found) => (times = found)),
      this.#closing.signal,
    );
    const lines: ProcessRecordLine[] = [];
    if (!this.#isBegun) {
      const startedAt = times.get(process.pid);
      // Who cannot be told from others must not be thought dead.
      if (startedAt === undefined) return;
      lines.push({ space: processSpace(), host: { pid: process.pid, startedAt } });
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    }
    for (const { pid, hasStarted } of events) {
      const startedAt = times.get(pid);
      if (!hasStarted) lines.push({ ended: pid });
      else if (startedAt !== undefined) lines.push({ started: { pid, startedAt } });
    }
    await appendFile(this.#file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
    this.#isBegun = true;
  }

  #warn(error: unknown): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#logger.warn(
      `Which servers run cannot be recorded in ${this.#folder} (${messageOf(error)}): if Patchbay is killed, they must ` +
        'be ended by hand. Make the folder writable.',
    );
  }
}

interface ChildEvent {
  readonly pid: number;
  readonly hasStarted: boolean;
}
