import type { ThreadEvent, ThreadEventOf } from '../../shared/thread/threadEvent.ts';
import { logLines, parseLine } from './logLines.ts';

/**
 * The events of some types, in groups as they are read, with how many lines each group has. Only lines that name such a
 * type are parsed: results of tools, which are most of a log, cost next to nothing. Damaged lines are left out. Throws
 * as `logLines` and `parseLine` do.
 */
export async function* scanLog<T extends ThreadEvent['type']>(
  file: string,
  types: readonly T[],
  signal?: AbortSignal,
): AsyncGenerator<{ readonly events: readonly ThreadEventOf<T>[]; readonly lines: number }, void> {
  // In JSON text, no string that holds such a text looks like this: its quotes are escaped.
  const marks = types.map((type) => Buffer.from(`"type":${JSON.stringify(type)}`));
  const isWanted = (event: ThreadEvent): event is ThreadEventOf<T> => (types as readonly string[]).includes(event.type);
  for await (const lines of logLines(file, signal)) {
    const events = lines
      .filter(({ bytes }) => marks.some((mark) => bytes.includes(mark)))
      .map(({ bytes }) => parseLine(bytes))
      .flatMap((parsed) => (parsed.kind === 'event' && isWanted(parsed.event) ? [parsed.event] : []));
    yield { events, lines: lines.filter(({ bytes }) => bytes.length > 0).length };
  }
}
