import { parse } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { asObject } from '../../../../shared/base/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/base/json.ts';
import { parseCommandLine } from './commandLine.ts';
import { foreignServersIn, isForeignEntry, objectsOf } from './foreignServers.ts';
import type { ForeignServers } from './foreignServers.ts';
import { nameOf } from './importName.ts';

/** What a person pasted, or why it cannot be read. */
export type PastedReading = ForeignServers | { readonly problem: string };

/**
 * Reads pasted text: a configuration of any product, entries by name with or without braces around, one entry without a
 * name, an address, or a command line.
 */
export function readPasted(pasted: string, platform: NodeJS.Platform): PastedReading {
  const text = pasted.replace(/^\s*```\w*\n|\n```\s*$/gu, '').trim();
  if (text === '') return { problem: 'Nothing was pasted.' };
  if (/^(?:[{[]|"[^"]*"\s*:|\/[/*])/u.test(text)) return readJson(text);
  if (/^(?:https?|wss?):\/\/\S+$/u.test(text)) {
    return unnamed({ url: text, ...(/^ws/u.test(text) && { type: 'ws' }) });
  }
  const line = parseCommandLine(text, platform);
  if (!line) return { problem: 'This is neither JSON nor a single command. Paste one command, without "&&" or "|".' };
  const { command, args, env } = line;
  return unnamed({ command, args: [...args], ...(Object.keys(env).length > 0 && { env: { ...env } }) });
}

function readJson(text: string): PastedReading {
  // Instructions often show an entry without the braces around it.
  const value = parsed(text) ?? parsed(`{${text}}`);
  if (!value) return { problem: 'This is not valid JSON. Paste an object, such as {"mcpServers": {…}}.' };
  const found = foreignServersIn(value);
  if (found) return found;
  if (isForeignEntry(value)) return unnamed(value);
  return { problem: 'This JSON names no server: neither "mcpServers" nor "servers", no "command" and no "url".' };
}

/** One entry. Some give it its name, and what it asks for, inside. */
function unnamed(entry: JsonObject): ForeignServers {
  const { name, inputs } = entry;
  const servers = { [typeof name === 'string' ? name : nameOf(entry)]: entry };
  return { servers, inputs: objectsOf(inputs) };
}

function parsed(text: string): JsonObject | undefined {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true }) as JsonValue | undefined;
  return errors.length === 0 ? asObject(value) : undefined;
}
