import { createReadStream } from 'node:fs';
import * as z from 'zod/mini';
import type { ThreadEvent } from '../../shared/thread/threadEvent.ts';
import { threadEventSchema } from '../../shared/thread/threadEvent.ts';
import { ThreadError } from './threadError.ts';

/** One line of a log without its line break. */
export interface LogLine {
  readonly bytes: Buffer;
  /** Offset of what follows it, with its line break, in the file. */
  readonly end: number;
  /** False for what follows the last line break. */
  readonly hasBreak: boolean;
}

const lineBreak = 0x0a;
/** Read, and given to who asked, between two moments in which other work of the process gets its turn. */
const chunkBytes = 64 * 1024;
/** More than any event is; a file without line breaks is not gathered in memory. What is longer reads as damaged. */
const maxLineBytes = 64 * 1024 * 1024;

/**
 * The lines of a log in groups, one read after another; the last line of the last group is what follows the last line
 * break, which may be empty. Throws the file system's error, and an `AbortError` of Node's when the signal aborts.
 */
export async function* logLines(file: string, signal?: AbortSignal): AsyncGenerator<readonly LogLine[], void> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let offset = 0;
  const take = (piece: Buffer): Buffer => {
    const bytes =
      restBytes > maxLineBytes ? Buffer.from('?') : rest.length > 0 ? Buffer.concat([...rest, piece]) : piece;
    rest = [];
    restBytes = 0;
    return bytes;
  };
  const stream: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: chunkBytes, signal });
  for await (const chunk of stream) {
    const lines: LogLine[] = [];
    let start = 0;
    for (let at = chunk.indexOf(lineBreak); at !== -1; at = chunk.indexOf(lineBreak, start)) {
      lines.push({ bytes: take(chunk.subarray(start, at)), end: offset + at + 1, hasBreak: true });
      start = at + 1;
    }
    if (restBytes <= maxLineBytes) rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    offset += chunk.length;
    if (lines.length > 0) yield lines;
  }
  yield [{ bytes: take(Buffer.alloc(0)), end: offset, hasBreak: false }];
}

/** What a line says. `unknown`: a whole event of a type that this version does not know, which is kept and not read. */
export type ParsedLine =
  | { readonly kind: 'event'; readonly event: ThreadEvent }
  | { readonly kind: 'damaged'; readonly why: string }
  | { readonly kind: 'unknown' | 'blank' };

/** Reads one line; each fails alone. Throws a `ThreadError` `newer_version`. */
export function parseLine(bytes: Buffer): ParsedLine {
  let value: unknown;
  try {
    const text = bytes.toString('utf8');
    if (text.trim() === '') return { kind: 'blank' };
    value = JSON.parse(text);
  } catch {
    return { kind: 'damaged', why: 'not JSON' };
  }
  const parsed = threadEventSchema.safeParse(value);
  if (parsed.success) return { kind: 'event', event: parsed.data };
  if (isFromNewerVersion(value)) {
    throw new ThreadError(
      'newer_version',
      'This conversation was written by a newer version of Patchbay. Update Patchbay to open it.',
    );
  }
  return isOfUnknownType(value) ? { kind: 'unknown' } : { kind: 'damaged', why: z.prettifyError(parsed.error) };
}

const knownTypes: ReadonlySet<string> = new Set(
  threadEventSchema.def.options.flatMap(({ shape }): string[] => shape.type.def.values),
);

function isOfUnknownType(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!('type' in value) || typeof value.type !== 'string' || knownTypes.has(value.type)) return false;
  return 'at' in value && typeof value.at === 'number';
}

function isFromNewerVersion(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!('type' in value) || value.type !== 'threadCreated') return false;
  return 'version' in value && typeof value.version === 'number' && value.version > 1;
}
