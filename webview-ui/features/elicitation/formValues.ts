import type { JsonObject, JsonValue } from '../../../src/shared/base/json.ts';
import { text } from '../../text.ts';
import type { FormField } from './formField.ts';

/** What stands in a field: what was typed or chosen, whether it is ticked, or all that is ticked. */
export type FieldValue = string | boolean | readonly string[];
export type FormValues = Readonly<Record<string, FieldValue>>;

/** What the fields hold before anybody touches them: the server's defaults. */
export function initialValues(fields: readonly FormField[]): FormValues {
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
}

/** The answer to the server. A field that was left empty is left out; of a tick box, not ticked is an answer. */
export function contentOf(fields: readonly FormField[], values: FormValues): JsonObject {
  const entries = fields.flatMap((field): [string, JsonValue][] => {
    const value = values[field.name] ?? field.initial;
    if (typeof value === 'boolean') return [[field.name, value]];
    if (typeof value !== 'string') return value.length > 0 || field.isRequired ? [[field.name, [...value]]] : [];
    if (value === '' && !(field.isRequired && field.kind === 'text')) return [];
    return [[field.name, field.kind === 'number' ? Number(value) : value]];
  });
  return Object.fromEntries(entries);
}

/** What is wrong with a value, in words for the person; undefined when it can be sent. */
export function problemOf(field: FormField, value: FieldValue): string | undefined {
  switch (field.kind) {
    case 'flag':
      return undefined;
    case 'choices':
      return problemOfChoices(field, typeof value === 'object' ? value : []);
    case 'choice':
      return value === '' && field.isRequired ? text('fieldRequired') : undefined;
    case 'number':
      return problemOfNumber(field, String(value).trim());
    case 'text':
      return problemOfText(field, String(value));
  }
}

type FieldOf<K extends FormField['kind']> = Extract<FormField, { kind: K }>;

function problemOfChoices({ isRequired, minItems, maxItems }: FieldOf<'choices'>, chosen: readonly string[]) {
  if (chosen.length === 0 && !isRequired) return undefined;
  if (minItems !== undefined && chosen.length < minItems) return text('fieldTooFew', { count: minItems });
  if (maxItems !== undefined && chosen.length > maxItems) return text('fieldTooMany', { count: maxItems });
  return undefined;
}

function problemOfNumber({ isRequired, isInteger, minimum, maximum }: FieldOf<'number'>, value: string) {
  if (value === '') return isRequired ? text('fieldRequired') : undefined;
  const number = Number(value);
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(value) || !Number.isFinite(number)) return text('fieldNumber');
  if (isInteger && !Number.isInteger(number)) return text('fieldInteger');
  if (minimum !== undefined && number < minimum) return text('fieldAtLeast', { count: minimum });
  if (maximum !== undefined && number > maximum) return text('fieldAtMost', { count: maximum });
  return undefined;
}

function problemOfText({ isRequired, format, minLength, maxLength }: FieldOf<'text'>, value: string) {
  if (value === '') return isRequired && minLength !== 0 ? text('fieldRequired') : undefined;
  // As schemas count: by characters, not by the halves of them that a string is made of.
  const length = Array.from(value).length;
  if (minLength !== undefined && length < minLength) return text('fieldTooShort', { count: minLength });
  if (maxLength !== undefined && length > maxLength) return text('fieldTooLong', { count: maxLength });
  switch (format) {
    case undefined:
      return undefined;
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : text('fieldEmail');
    case 'uri':
      return URL.canParse(value) ? undefined : text('fieldUri');
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value) && isDay(value) ? undefined : text('fieldDate');
    case 'date-time':
      return isMoment(value) ? undefined : text('fieldDateTime');
  }
}

const moment = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)$/i;

function isMoment(value: string): boolean {
  const day = moment.exec(value)?.[1];
  return day !== undefined && isDay(day) && !Number.isNaN(Date.parse(value));
}

/** Not the 31st of a month of 30 days, which `Date` takes for the 1st of the next. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
