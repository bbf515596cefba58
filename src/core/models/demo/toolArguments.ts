import type { JsonObject } from '../../../shared/base/json.ts';
import { escaped, type FoundValue } from './argumentValue.ts';
import { fittingValue, remainingValue } from './fittingValue.ts';
import { jsonObjectIn } from './jsonInText.ts';
import type { ServerTool } from './offeredTools.ts';
import { toolProperties, type ToolProperty } from './toolProperties.ts';
import { writtenValue } from './writtenValue.ts';

/** Arguments found in plain words, and the required ones that were not. */
export interface FoundArguments {
  readonly input: JsonObject;
  readonly missing: readonly ToolProperty[];
}

/**
 * Takes the arguments of a tool from a text: a JSON object as it is; else what is written by name; then words that
 * fit one argument alone (its choices, "3 days"); then, for required ones, the numbers and names that are left.
 */
export function toolArguments(text: string, tool: ServerTool): FoundArguments {
  const properties = toolProperties(tool.inputSchema);
  const json = jsonObjectIn(text);
  if (json) return { input: json, missing: missingFrom(json, properties) };
  const input: JsonObject = {};
  let left = textAfterName(text, tool);
  const fill = (property: ToolProperty, found: FoundValue | undefined) => {
    if (!found) return;
    input[property.name] = found.value;
    left = left.replace(found.used, ' ');
  };
  const open = () => properties.filter(({ name }) => !Object.hasOwn(input, name));
  for (const property of open()) fill(property, writtenValue(property, left, properties));
  for (const property of open()) fill(property, fittingValue(property, left));
  for (const property of missingFrom(input, properties)) {
    fill(property, remainingValue(property, left, missingFrom(input, properties).length === 1));
  }
  return { input, missing: missingFrom(input, properties) };
}

function missingFrom(input: JsonObject, properties: readonly ToolProperty[]): ToolProperty[] {
  return properties.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(input, name));
}

/** What stands after the tool's name, where arguments are written; the whole text when the name's words are spread. */
function textAfterName(text: string, { name, plainName }: ServerTool): string {
  const names = [name, plainName].map((spelled) => escaped(spelled).replaceAll('_', '[_\\s-]')).join('|');
  const found = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${names})(?![\\p{L}\\p{N}_])`, 'iu').exec(text);
  return found ? text.slice(found.index + found[0].length) : text;
}
