import type { JsonValue } from '../../../shared/base/json.ts';
import type { ToolProperty } from './toolProperties.ts';

/** A value for an argument and the part of the text that was spent on it. */
export interface FoundValue {
  readonly value: JsonValue;
  readonly used: string;
}

/** Written text as the property's type, or undefined when it cannot be one. */
export function valueOf({ type, choices }: ToolProperty, written: string): JsonValue | undefined {
  switch (type) {
    case 'number':
    case 'integer': {
      const [first = ''] = written.split(/\s/);
      const number = Number(first);
      const fits = first !== '' && Number.isFinite(number) && (type === 'number' || Number.isInteger(number));
      return fits ? number : undefined;
    }
    case 'boolean':
      if (/^(?:true|yes|on)\b/i.test(written)) return true;
      return /^(?:false|no|off)\b/i.test(written) ? false : undefined;
    case 'string':
      if (written === '' || choices.length === 0) return written === '' ? undefined : written;
      return choices.find((choice) => choice.toLowerCase() === written.toLowerCase());
    case 'other':
      return undefined;
  }
}

/** A server's name for something as a pattern that matches it alone; `_` also stands for a space or nothing. */
export function spelling(name: string): string {
  return escaped(name).replaceAll('_', '[_\\s-]?');
}

export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
