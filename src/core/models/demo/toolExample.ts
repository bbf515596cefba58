import type { JsonValue } from '../../../shared/base/json.ts';
import type { ServerTool } from './offeredTools.ts';
import { toolProperties, type ToolProperty } from './toolProperties.ts';

/** A sentence that calls a tool, with a value for each required argument, as the demo understands it. */
export function toolExample(tool: ServerTool): string {
  const required = toolProperties(tool.inputSchema).filter(({ isRequired }) => isRequired);
  if (required.some(({ type }) => type === 'other')) {
    const input = Object.fromEntries(required.map((property) => [property.name, exampleValue(property)]));
    return `Call ${tool.plainName} with ${JSON.stringify(input)}`;
  }
  const pairs = required.map((property) => `${property.name}=${exampleText(property)}`);
  return pairs.length === 0 ? `Call ${tool.plainName}` : `Call ${tool.plainName} with ${pairs.join(' ')}`;
}

function exampleText(property: ToolProperty): string {
  const value = exampleValue(property);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function exampleValue({ type, choices, isDate, minimum }: ToolProperty): JsonValue {
  switch (type) {
    case 'number':
    case 'integer':
      return Math.max(3, Math.ceil(minimum ?? 0));
    case 'boolean':
      return true;
    case 'string':
      return choices[0] ?? (isDate ? '2030-01-31' : 'hello');
    case 'other':
      return [];
  }
}
