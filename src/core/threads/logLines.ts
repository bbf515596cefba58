import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { ThreadEvent } from '../../shared/thread/threadEvent.ts';
import { threadEventSchema } from '../../shared/thread/threadEvent.ts';
import { ThreadError } from './threadError.ts';

/** A line of a log that could not be read; the rest of the log stands. */
export interface DamagedLine {
  /** 1-based. */
  readonly line: number;
  readonly why: string;
}

/** What the bytes of a log say. */
export interface LogContents {
  readonly events: readonly ThreadEvent[];
  readonly damage: readonly DamagedLine[];
  /** Bytes to keep; a torn last line begins here. */
  readonly size: number;
  /** The last line is whole but lacks its line break. */
  readonly lacksBreak: boolean;
}

const lineBreak = 0x0a;
/** Lines parsed before other work of the process gets its turn. */
const linesPerSlice = 1_000;

/**
 * Parses a log. Each line fails alone. What follows the last line break is torn unless it is a whole event: the
 * process may have ended between an event and its line break. Throws a `ThreadError` `newer_version`.
 */
export async function parseLog(bytes: Buffer): Promise<LogContents> {
  const events: ThreadEvent[] = [];
  const damage: DamagedLine[] = [];
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(lineBreak, start);
    if (end === -1) break;
    const parsed = parseLine(bytes.toString('utf8', start, end));
    if (parsed.kind === 'event') events.push(parsed.event);
    else if (parsed.kind === 'damaged') damage.push({ line, why: parsed.why });
    start = end + 1;
    if (line % linesPerSlice === 0) await setImmediate();
  }
  const last = parseLine(bytes.toString('utf8', start));
  if (last.kind !== 'event') return { events, damage, size: start, lacksBreak: false };
  return { events: [...events, last.event], damage, size: bytes.length, lacksBreak: true };
}

type ParsedLine =
  | { readonly kind: 'event'; readonly event: ThreadEvent }
  | { readonly kind: 'damaged'; readonly why: string }
  | { readonly kind: 'blank' };

function parseLine(text: string): ParsedLine {
  if (text.trim() === '') return { kind: 'blank' };
  let value: unknown;
  try {
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
  return { kind: 'damaged', why: z.prettifyError(parsed.error) };
}

function isFromNewerVersion(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!('type' in value) || value.type !== 'threadCreated') return false;
  return 'version' in value && typeof value.version === 'number' && value.version > 1;
}
