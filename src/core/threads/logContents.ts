import type { ThreadEvent } from '../../shared/thread/threadEvent.ts';
import { logLines, parseLine } from './logLines.ts';

/** A line of a log that could not be read; the rest of the log stands. */
export interface DamagedLine {
  /** 1-based. */
  readonly line: number;
  readonly why: string;
}

/** What a log says. */
export interface LogContents {
  readonly events: readonly ThreadEvent[];
  readonly damage: readonly DamagedLine[];
  /** Events of types that this version does not know. They stay in the file. */
  readonly unknownEvents: number;
  /** Bytes to keep; a torn last line begins here. */
  readonly size: number;
  readonly hasTornEnd: boolean;
  /** The last line is whole but lacks its line break. */
  readonly lacksBreak: boolean;
}

/**
 * Reads a log, piece by piece. Each line fails alone. What follows the last line break is torn unless it is a whole
 * event: the process may have ended between an event and its line break. Rejects with the file system's error, or a
 * `ThreadError` `newer_version`.
 */
export async function readLog(file: string): Promise<LogContents> {
  const events: ThreadEvent[] = [];
  const damage: DamagedLine[] = [];
  let unknownEvents = 0;
  let size = 0;
  let hasTornEnd = false;
  let lacksBreak = false;
  let line = 0;
  for await (const lines of logLines(file)) {
    for (const { bytes, end, hasBreak } of lines) {
      line += 1;
      const parsed = parseLine(bytes);
      if (parsed.kind === 'event') events.push(parsed.event);
      else if (parsed.kind === 'unknown') unknownEvents += 1;
      const isWhole = parsed.kind === 'event' || parsed.kind === 'unknown';
      if (hasBreak) {
        if (parsed.kind === 'damaged') damage.push({ line, why: parsed.why });
        size = end;
      } else if (isWhole) {
        lacksBreak = true;
        size = end;
      } else {
        hasTornEnd = bytes.length > 0;
      }
    }
  }
  return { events, damage, unknownEvents, size, hasTornEnd, lacksBreak };
}
