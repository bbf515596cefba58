import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { asObject } from '../../../shared/base/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/base/json.ts';

/** What is longer is no description of a skill. */
const maxChars = 20_000;
const maxDepth = 32;
const tooDeep = `it is nested more than ${maxDepth} levels deep`;

/** The text of a skill before and after the line that ends its frontmatter. */
interface SplitSkill {
  /** Absent where the text does not begin with `---`. */
  readonly yaml?: string | undefined;
  readonly body: string;
}

/** Splits a skill's text. Throws when its frontmatter does not end. */
export function splitFrontmatter(markdown: string): SplitSkill {
  const text = markdown.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  if (!/^---[ \t]*\n/.test(text)) return { body: text };
  const rest = text.slice(text.indexOf('\n') + 1);
  const close = /^---[ \t]*$/m.exec(rest);
  if (!close) throw new Error('it has no closing "---" line');
  return { yaml: rest.slice(0, close.index), body: rest.slice(close.index + close[0].length).replace(/^\n/, '') };
}

/**
 * Parses the YAML of a skill's frontmatter into plain data. Throws an error that says what is wrong.
 *
 * The library's own conversion is not used: it makes texts of keys that are collections, whose cost grows with the power
 * of their depth, and objects of tags. Here keys are texts, aliases are refused, and depth is bounded.
 */
export function parseFrontmatter(yaml: string): JsonObject {
  if (yaml.length > maxChars) throw new Error(`it is longer than ${maxChars} characters`);
  if (seemsBottomless(yaml)) throw new Error(tooDeep);
  const { contents, errors } = parseDocument(yaml, { schema: 'core', logLevel: 'error', prettyErrors: false });
  const [error] = errors;
  if (error) throw new Error(error.message);
  const object = asObject(plain(contents, maxDepth));
  if (!object) throw new Error('it is no mapping of keys to values');
  return object;
}

/** Whether it opens so much on the way that the parser would run out of stack, which is found out at some cost. */
function seemsBottomless(yaml: string): boolean {
  const limit = 8 * maxDepth;
  let open = 0;
  for (const [bracket] of yaml.matchAll(/[[\]{}]/g)) {
    open = bracket === '[' || bracket === '{' ? open + 1 : Math.max(0, open - 1);
    if (open > limit) return true;
  }
  return new RegExp(String.raw`(?:[-?:][ \t]+){${limit}}`).test(yaml);
}

function plain(node: unknown, depth: number): JsonValue {
  if (depth === 0) throw new Error(tooDeep);
  if (node === null) return null;
  if (isSeq(node)) return node.items.map((item) => plain(item, depth - 1));
  if (isMap(node)) {
    return Object.fromEntries(node.items.map(({ key, value }) => [keyOf(key), plain(value, depth - 1)]));
  }
  if (!isScalar(node)) throw new Error('it has an alias');
  const { value } = node;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new Error('it has a value that JSON has not');
}

function keyOf(key: unknown): string {
  const value = isScalar(key) ? key.value : undefined;
  if (typeof value !== 'string') throw new Error('it has a key that is no text');
  return value;
}
