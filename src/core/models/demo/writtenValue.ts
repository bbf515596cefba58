import { spelling, valueOf, type FoundValue } from './argumentValue.ts';
import type { ToolProperty } from './toolProperties.ts';

/** What was written for an argument by name: `city=Paris`, `city: "New York"`, `city Paris and days 3`. */
export function writtenValue(
  property: ToolProperty,
  text: string,
  properties: readonly ToolProperty[],
): FoundValue | undefined {
  const start = new RegExp(
    `(?<![\\w])${spelling(property.name)}(?![\\w])\\s*(?:(=|:)|(?:is|of|to|be)\\b)?\\s*`,
    'i',
  ).exec(text);
  if (!start) return undefined;
  const [name, sign] = start;
  // "3 days 2 travellers": the number stands before the name, and what follows is another argument's.
  if (sign === undefined && /\d[\s-]*$/.test(text.slice(0, start.index))) return undefined;
  const after = text.slice(start.index + name.length);
  const [inQuotes, , quotedText] = /^(["'“])(.*?)["'”]/s.exec(after) ?? [];
  const open = beforeNext(
    after,
    properties.filter((other) => other !== property),
  );
  const written = quotedText ?? (sign === '=' ? oneValue(open) : open).replace(/[.!?]+$/, '').trim();
  const value = valueOf(property, written);
  return value === undefined ? undefined : { value, used: name + (inQuotes ?? open) };
}

/** The text up to the next argument's name, a comma or the end of the line. */
function beforeNext(text: string, others: readonly ToolProperty[]): string {
  const names = others.map(({ name }) => spelling(name)).join('|');
  const next =
    names === '' ? null : new RegExp(`[\\s,]*(?:\\band\\s+)?(?<![\\w])(?:${names})(?![\\w])`, 'i').exec(text);
  return text.slice(0, next?.index).replace(/[,;\n].*$/s, '');
}

/** After `=` one word, or several when each is capitalised: "New York". */
function oneValue(text: string): string {
  return /^\S+(?:\s+\p{Lu}\S*)*/u.exec(text)?.[0] ?? '';
}
