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
