import { escaped, valueOf, type FoundValue } from './argumentValue.ts';
import type { ToolProperty } from './toolProperties.ts';
import { stem } from './words.ts';

/** A value that can only be meant for this argument, though its name does not stand before it. */
export function fittingValue(property: ToolProperty, text: string): FoundValue | undefined {
  return chosen(property, text) ?? counted(property, text) ?? dated(property, text);
}

/** A value for a required argument from what is left of the text. `isLast`: no other required one is open. */
export function remainingValue(property: ToolProperty, text: string, isLast: boolean): FoundValue | undefined {
  switch (property.type) {
    case 'number':
    case 'integer': {
      const used = text.match(/-?\d+(?:\.\d+)?/g)?.find((number) => valueOf(property, number) !== undefined);
      return used === undefined ? undefined : { value: Number(used), used };
    }
    case 'boolean': {
      const used = /\b(?:true|false|yes|no)\b/i.exec(text)?.[0];
      return used === undefined ? undefined : { value: /true|yes/i.test(used), used };
    }
    case 'string':
      return property.choices.length > 0 ? undefined : remainingText(text, isLast);
    case 'other':
      return undefined;
  }
}

/** One of the property's choices. */
function chosen({ choices }: ToolProperty, text: string): FoundValue | undefined {
  const longestFirst = [...choices].sort((one, other) => other.length - one.length);
  for (const choice of longestFirst) {
    const used = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(choice)}(?![\\p{L}\\p{N}])`, 'iu').exec(text)?.[0];
    if (used) return { value: choice, used };
  }
  return undefined;
}

/** A number before the property's name: "3 days", "2 travellers". */
function counted(property: ToolProperty, text: string): FoundValue | undefined {
  for (const [used, number = '', word = ''] of text.matchAll(/(-?\d+(?:\.\d+)?)[\s-]+(\p{L}+)/gu)) {
    if (property.type === 'string' || stem(word.toLowerCase()) !== stem(property.name.toLowerCase())) continue;
    const value = valueOf(property, number);
    if (value !== undefined) return { value, used };
  }
  return undefined;
}

function dated({ isDate }: ToolProperty, text: string): FoundValue | undefined {
  const used = isDate ? /\b\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0] : undefined;
  return used === undefined ? undefined : { value: used, used };
}

/** Quoted words, else a name (capitalised words), else, for the last open argument, everything. */
function remainingText(text: string, isLast: boolean): FoundValue | undefined {
  const [used, inQuotes] = /["“](.+?)["”]/s.exec(text) ?? [];
  if (used !== undefined && inQuotes !== undefined) return { value: inQuotes, used };
  const name = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'-]*(?:\s+\p{Lu}[\p{L}\p{N}'-]*)*/u.exec(text)?.[0];
  if (name !== undefined) return { value: name, used: name };
  const whole = text
    .replace(/^[\s:,]*(?:(?:with|for|on|to|saying|say|that|the|tool|please)\b[\s:,]*)*/i, '')
    .replace(/[.!?\s]+$/, '');
  return isLast && whole !== '' ? { value: whole, used: whole } : undefined;
}
