import { go } from 'fuzzysort';
import type { PickerItem, PickerLine } from './pickerItem.ts';

interface Candidate<T> {
  readonly entry: T;
  readonly item: PickerItem;
}

/** Score below which a fuzzy match is noise. */
const leastScore = 0.3;

/** All entries under their servers, or, while searching, the matching ones from the best on. */
export function pickerLines<T>(candidates: readonly Candidate<T>[], query: string): readonly PickerLine<T>[] {
  return query.trim() === '' ? grouped(candidates) : matching(candidates, query.trim());
}

function grouped<T>(candidates: readonly Candidate<T>[]): readonly PickerLine<T>[] {
  const byServer = new Map<string, Candidate<T>[]>();
  for (const candidate of candidates) {
    const members = byServer.get(candidate.item.server);
    if (members) members.push(candidate);
    else byServer.set(candidate.item.server, [candidate]);
  }
  const lines: PickerLine<T>[] = [];
  let index = 0;
  for (const [server, members] of byServer) {
    lines.push({ kind: 'server', server });
    for (const { entry, item } of members) lines.push({ kind: 'entry', entry, item, index: index++ });
  }
  return lines;
}

function matching<T>(candidates: readonly Candidate<T>[], query: string): readonly PickerLine<T>[] {
  const found = go(query, candidates, {
    keys: [({ item }) => item.label, ({ item }) => item.detail, ({ item }) => item.server],
    limit: 0,
    threshold: leastScore,
  });
  return found.map(({ obj: { entry, item } }, index) => ({ kind: 'entry', entry, item, index }));
}
