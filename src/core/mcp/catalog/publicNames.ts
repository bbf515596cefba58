import { createHash } from 'node:crypto';

/** Fixed: the limit of the strictest providers (contract §4). */
const maxLength = 64;

/** A tool by its original names. */
export interface NamedTool {
  readonly server: string;
  readonly name: string;
}

/**
 * The names under which a model knows tools (contract §4): a property of the whole set and not of its order. The
 * answer is in the order of `tools`. Pairs of names must be distinct.
 */
export function publicNames(tools: readonly NamedTool[]): string[] {
  // Names that collide are told apart by a digest. One round more is needed only where somebody made a name on
  // purpose that looks like another's digested one; every round lengthens the digests of those involved.
  let names = tools.map((tool) => candidate(tool, 0));
  for (let round = 1; ; round++) {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (counts.size === names.length || round > 4) return names;
    names = names.map((name, index) =>
      (counts.get(name) ?? 0) > 1 ? candidate(tools[index] as NamedTool, round) : name,
    );
  }
}

function candidate({ server, name }: NamedTool, round: number): string {
  const tool = readable(name);
  const plain = `mcp__${readable(server)}__${tool}`;
  if (round === 0 && tool !== '' && plain.length <= maxLength) return plain;
  const digest = createHash('sha256').update(`${server}\0${name}`).digest('hex');
  const suffix = `_${digest.slice(0, 8 * Math.max(round, 1))}`;
  return plain.slice(0, maxLength - suffix.length) + suffix;
}

/** Runs of characters that a provider might refuse become one `_`; outer ones are dropped. */
function readable(name: string): string {
  return name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+|_+$/g, '');
}
