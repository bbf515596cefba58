import { createHash } from 'node:crypto';

/** Fixed: the limit of the strictest providers (contract §4). */
const maxLength = 64;

/** A tool, prompt or skill by its original names. */
export interface NamedItem {
  readonly server: string;
  readonly name: string;
  /** What the digest is made of, where the two names do not tell the item from others. */
  readonly identity?: string | undefined;
}

/**
 * The names under which tools, prompts or skills are called (contract §4): a property of the whole set and not of its
 * order. The answer is in the order of `items`, which must have distinct identities. No name of `taken` is given.
 */
export function publicNames(items: readonly NamedItem[], taken: Iterable<string> = []): string[] {
  // Names that collide are told apart by a digest. One round more is needed only where somebody made a name on
  // purpose that looks like another's digested one; every round lengthens the digests of those involved.
  const others = [...taken];
  let names = items.map((item) => candidate(item, 0));
  for (let round = 1; ; round++) {
    const counts = new Map<string, number>();
    for (const name of [...names, ...others]) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (names.every((name) => counts.get(name) === 1) || round > 4) return names;
    names = names.map((name, index) =>
      (counts.get(name) ?? 0) > 1 ? candidate(items[index] as NamedItem, round) : name,
    );
  }
}

function candidate({ server, name, identity }: NamedItem, round: number): string {
  const tool = publicPart(name);
  const plain = `mcp__${publicPart(server)}__${tool}`;
  if (round === 0 && tool !== '' && plain.length <= maxLength) return plain;
  const digest = createHash('sha256')
    .update(identity ?? `${server}\0${name}`)
    .digest('hex');
  const suffix = `_${digest.slice(0, 8 * Math.max(round, 1))}`;
  return plain.slice(0, maxLength - suffix.length) + suffix;
}

/** A name as it stands in public ones: runs of characters that a provider might refuse become one `_`; outer ones are dropped. */
export function publicPart(name: string): string {
  return name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+|_+$/g, '');
}
