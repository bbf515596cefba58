import { asObject } from '../../../shared/base/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/base/json.ts';
import { canonicalJson } from './canonicalHash.ts';
import type { ConfigEntry } from './configFile.ts';

/** An entry with the inputs that a file lacks for it. */
export interface EntryWithInputs {
  readonly entry: JsonObject;
  readonly inputs: readonly JsonObject[];
}

/**
 * What is to be written into a file that has inputs already. An equal one is shared; one of the same id that is not
 * equal gets another id, since a value that was given for one thing must not go to a server that asks for another.
 */
export function fittedInputs(
  entry: JsonObject,
  inputs: readonly JsonObject[],
  existing: readonly ConfigEntry[],
): EntryWithInputs {
  const known = new Map(existing.map(({ value }) => [asObject(value)?.['id'], canonicalJson(value)]));
  const renamed = new Map<string, string>();
  const added: JsonObject[] = [];
  for (const input of inputs) {
    const { id } = input;
    if (typeof id !== 'string' || known.get(id) === canonicalJson(input)) continue;
    let unused = id;
    for (let count = 2; known.has(unused); count++) unused = `${id}-${count}`;
    const fitted = { ...input, id: unused };
    known.set(unused, canonicalJson(fitted));
    renamed.set(id, unused);
    added.push(fitted);
  }
  return { entry: asObject(withIds(entry, renamed)) ?? entry, inputs: added };
}

function withIds(value: JsonValue, renamed: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') {
    return value.replace(/\$\{input:([^}]*)\}/gu, (all, id: string) => {
      const other = renamed.get(id);
      return other === undefined ? all : `\${input:${other}}`;
    });
  }
  if (Array.isArray(value)) return value.map((item) => withIds(item, renamed));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withIds(item, renamed)]));
}
