import { visibleCharacters } from '../../../shared/base/visibleCharacters.ts';
import { canonicalJson } from '../../mcp/config/canonicalHash.ts';

/** What an allowance keeps of a tool's definition, to say later what changed. */
export interface AllowedDefinition {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
}

const fields = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
/** Changes that are spelled out; the rest is counted. */
const shownChanges = 8;
const shownChars = 120;
const pathChars = 120;
/** What is the same before the first difference, in a value that is not shown from its beginning. */
const sharedChars = 20;
/** Deeper parts are compared as one. */
const maxDepth = 12;

interface Change {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * What changed between two definitions of a tool, for a person: each changed part by its path, with what it was and is.
 * What servers wrote is quoted and cut; of two long values one sees where they begin to differ.
 */
export function describeChange(before: AllowedDefinition, after: AllowedDefinition): string {
  const changes = fields.flatMap((field) => changesOf(field, before[field], after[field], 0));
  if (changes.length === 0) return 'Its definition is another.';
  const shown = changes.slice(0, shownChanges).map(changeText);
  const rest = changes.length - shown.length;
  const more = rest > 0 ? [`${rest} more ${rest === 1 ? 'part' : 'parts'} changed.`] : [];
  return visibleCharacters(['What changed:', ...shown, ...more].join(' '));
}

function changesOf(path: string, before: unknown, after: unknown, depth: number): Change[] {
  if (isSame(before, after)) return [];
  if (depth < maxDepth && isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      changesOf(path + step(name), ownValue(before, name), ownValue(after, name), depth + 1),
    );
  }
  return [{ path, before, after }];
}

function isSame(before: unknown, after: unknown): boolean {
  // In an array, so that what is absent has a text as well.
  return canonicalJson([before]) === canonicalJson([after]) && (before === undefined) === (after === undefined);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ownValue(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function step(name: string): string {
  return /^[\w$-]+$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function changeText({ path, before, after }: Change): string {
  const where = path.length > pathChars ? `${path.slice(0, pathChars)}…` : path;
  if (before === undefined) return `${where} is new: ${quoted(canonicalJson(after), 0)}.`;
  if (after === undefined) return `${where} is gone, it was ${quoted(canonicalJson(before), 0)}.`;
  const [was, is] = [canonicalJson(before), canonicalJson(after)];
  const same = sharedLength(was, is);
  const start = same + sharedChars < shownChars ? 0 : same - sharedChars;
  return `${where} was ${quoted(was, start)} and is now ${quoted(is, start)}.`;
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

function quoted(json: string, start: number): string {
  const end = start + shownChars;
  return `${start > 0 ? '…' : ''}${json.slice(start, end)}${end < json.length ? '…' : ''}`;
}
