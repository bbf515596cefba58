import { InvalidArgumentError } from 'commander';

/** Gathers a repeatable option. */
export function gathered(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** Gathers a repeatable option whose values may also be lists with commas. */
export function gatheredList(value: string, previous: readonly string[] = []): readonly string[] {
  const items = value.split(',').map((item) => item.trim());
  return [...previous, ...items.filter((item) => item !== '')];
}

/** A whole number from 1. */
export function positiveInteger(value: string): number {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

/** Gathers `NAME=VALUE` of a repeatable option; the value may be empty and hold more equals signs. */
export function variableOption(
  text: string,
  previous: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write it NAME=VALUE.');
  return { ...previous, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Gathers `NAME: VALUE` of a repeatable option. */
export function headerOption(
  text: string,
  previous: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const at = text.indexOf(':');
  const name = text.slice(0, Math.max(at, 0)).trim();
  if (name === '') throw new InvalidArgumentError("Write it 'NAME: VALUE'.");
  return { ...previous, [name]: text.slice(at + 1).trim() };
}
