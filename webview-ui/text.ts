import { visibleCharacters } from '../src/shared/base/visibleCharacters.ts';
import { strings } from './strings.ts';

type Strings = typeof strings;
type Key = keyof Strings;
type Placeholder<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
type Values<S extends string> = [Placeholder<S>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder<S>, string | number>>];

/** Keys that exist as `<key>One` and `<key>Other`. */
type CountedKey = Key extends infer K ? (K extends `${infer Stem}Other` ? Stem : never) : never;

/**
 * A sentence of the catalogue with its placeholders filled; missing or surplus values do not compile. Hidden characters
 * of a value are written out.
 */
export function text<K extends Key>(key: K, ...[values]: Values<Strings[K]>): string {
  const template: string = strings[key];
  if (values === undefined) return template;
  const given: Readonly<Record<string, string | number>> = values;
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = given[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? formatNumber(value) : visibleCharacters(value);
  });
}

/** "1 tool", "2 tools", by the plural rules of the language. */
export function counted(key: CountedKey, count: number): string {
  const form = new Intl.PluralRules(language).select(count) === 'one' ? 'One' : 'Other';
  const template: string = strings[`${key}${form}` as Key];
  return template.replace('{count}', formatNumber(count));
}

/** A time of day to the second, such as "14:03:20", on the person's clock. */
export function timeOfDay(at: number): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23' }).format(at);
}

/** The catalogue's language; numbers follow it, not the machine. */
const language = 'en';

function formatNumber(value: number): string {
  return new Intl.NumberFormat(language).format(value);
}
