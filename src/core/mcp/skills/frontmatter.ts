import { parse } from 'yaml';
import { asObject } from '../../../shared/base/json.ts';
import type { JsonObject } from '../../../shared/base/json.ts';

/** What is longer is no description of a skill. */
const maxChars = 20_000;

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
 * Parses the YAML of a skill's frontmatter into plain data: no tags, no aliases, which could make much of little, and
 * bounded. Throws an error that says what is wrong.
 */
export function parseFrontmatter(yaml: string): JsonObject {
  if (yaml.length > maxChars) throw new Error(`it is longer than ${maxChars} characters`);
  // Never a class, a function or a date; a warning would go to the console.
  const value: unknown = parse(yaml, { schema: 'core', maxAliasCount: 0, logLevel: 'error', prettyErrors: false });
  const object = asObject(value);
  if (!object) throw new Error('it is no mapping of keys to values');
  return object;
}
