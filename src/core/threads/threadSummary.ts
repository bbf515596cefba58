import * as z from 'zod/mini';
import type { ThreadEventOf } from '../../shared/thread/threadEvent.ts';
import { headOf } from '../base/headOf.ts';
import { scanLog } from './logScan.ts';
import { ThreadError } from './threadError.ts';

/** What the index keeps of a thread: everything that its log alone says. */
export const summaryRecordSchema = z.object({
  title: z.string(),
  workspace: z.optional(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
  turns: z.number(),
  lastTurn: z.enum(['ended', 'open', 'interrupted']),
  problem: z.optional(z.enum(['newer_version', 'unreadable'])),
});
export type SummaryRecord = z.infer<typeof summaryRecordSchema>;

/** One row of the list of conversations. */
export interface ThreadSummary extends Omit<SummaryRecord, 'lastTurn'> {
  readonly id: string;
  /** Given by the person, else the first line of what they asked first; of a command only when there is no more. */
  readonly title: string;
  /** Absolute path of the workspace folder that it belongs to, when there is one. */
  readonly workspace?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** When a turn began or ended last. */
  readonly updatedAt: number;
  /** Turns of all branches. */
  readonly turns: number;
  /** The process ended in the middle of its last turn. */
  readonly isInterrupted: boolean;
  /** Why it cannot be opened. It is listed all the same. */
  readonly problem?: 'newer_version' | 'unreadable' | undefined;
}

const titleChars = 80;
const untitled = 'Conversation without a title';

/**
 * Reads what a log says in short. Undefined for a thread that nothing was asked in. `modifiedAt` stands for times that
 * the log does not tell. Rejects as `fs` does when the file cannot be read.
 */
export async function summarizeLog(file: string, modifiedAt: number): Promise<SummaryRecord | undefined> {
  const summary = new LogSummary();
  let lines = 0;
  try {
    for await (const group of scanLog(file, summaryTypes)) {
      lines += group.lines;
      for (const event of group.events) summary.add(event);
    }
  } catch (error) {
    if (!(error instanceof ThreadError && error.code === 'newer_version')) throw error;
    return { ...unreadableRecord(modifiedAt), problem: 'newer_version' };
  }
  // A thread whose first message is damaged must not vanish from the list.
  if (summary.turns === 0 && lines <= 1) return undefined;
  return summary.record(modifiedAt);
}

/** The row of a thread whose log cannot be read. */
export function unreadableRecord(modifiedAt: number): SummaryRecord {
  const times = { createdAt: modifiedAt, updatedAt: modifiedAt };
  return { title: untitled, ...times, turns: 0, lastTurn: 'ended', problem: 'unreadable' };
}

const summaryTypes = ['threadCreated', 'threadRenamed', 'turnStarted', 'commandAnswered', 'turnEnded'] as const;
type SummaryEvent = ThreadEventOf<(typeof summaryTypes)[number]>;

/** Gathers a summary, event by event. */
class LogSummary {
  #created: ThreadEventOf<'threadCreated'> | undefined;
  #givenTitle = '';
  #first: ThreadEventOf<'turnStarted'> | undefined;
  #firstCommand: ThreadEventOf<'turnStarted'> | undefined;
  #updatedAt: number | undefined;
  readonly #turnIds = new Set<string>();
  #lastTurn: SummaryRecord['lastTurn'] = 'ended';

  get turns(): number {
    return this.#turnIds.size;
  }

  add(event: SummaryEvent): void {
    switch (event.type) {
      case 'threadCreated':
        this.#created = event;
        return;
      case 'threadRenamed':
        this.#givenTitle = titleOf(event.title);
        return;
      case 'turnStarted':
        if (this.#turnIds.has(event.turnId)) return;
        this.#turnIds.add(event.turnId);
        this.#first ??= event;
        this.#updatedAt = event.at;
        this.#lastTurn = 'open';
        return;
      case 'commandAnswered':
        if (event.turnId !== this.#first?.turnId) return;
        this.#firstCommand ??= this.#first;
        this.#first = undefined;
        return;
      case 'turnEnded': {
        const isInterrupted = event.status === 'interrupted';
        // That is found out later, when the thread is opened: nothing was said in it then.
        if (!isInterrupted) this.#updatedAt = event.at;
        this.#lastTurn = isInterrupted ? 'interrupted' : 'ended';
      }
    }
  }

  record(modifiedAt: number): SummaryRecord {
    const createdAt = this.#created?.at ?? this.#updatedAt ?? modifiedAt;
    return {
      title: this.#givenTitle || titleOf((this.#first ?? this.#firstCommand)?.text ?? '') || untitled,
      workspace: this.#created?.workspace,
      createdAt,
      updatedAt: this.#updatedAt ?? createdAt,
      turns: this.turns,
      lastTurn: this.#lastTurn,
    };
  }
}

function titleOf(text: string): string {
  const [line = ''] = text.trim().split(/\r?\n/, 1);
  return line.length <= titleChars ? line : `${headOf(line, titleChars - 1).trimEnd()}…`;
}
