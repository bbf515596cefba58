import { open, readFile } from 'node:fs/promises';
import { parseLog } from './logLines.ts';

/** One row of the list of conversations. */
export interface ThreadSummary {
  readonly id: string;
  /** The first line of what the person asked first. */
  readonly title: string;
  readonly workspace: string | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Bytes read at first: nearly always they hold the first message. */
const headBytes = 64 * 1024;
const titleChars = 80;

/** Reads as much of a log as its summary needs. Undefined for a thread without a turn. Rejects as `fs` does. */
export async function summarizeThread(id: string, file: string, updatedAt: number): Promise<ThreadSummary | undefined> {
  const head = await readHead(file);
  let contents = await parseLog(head);
  let first = contents.events.find((event) => event.type === 'turnStarted');
  if (!first && head.length === headBytes) {
    contents = await parseLog(await readFile(file));
    first = contents.events.find((event) => event.type === 'turnStarted');
  }
  const { events, damage } = contents;
  // A thread whose first message is damaged must not vanish from the list.
  if (!first && damage.length === 0) return undefined;
  const created = events.find((event) => event.type === 'threadCreated');
  const title = first ? titleOf(first.text) : 'Conversation without a title';
  return { id, title, workspace: created?.workspace, createdAt: events[0]?.at ?? updatedAt, updatedAt };
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function titleOf(text: string): string {
  const [line = ''] = text.trim().split(/\r?\n/, 1);
  return line.length <= titleChars ? line : `${line.slice(0, titleChars - 1).trimEnd()}…`;
}
