import type { JsonObject } from '../../../../shared/base/json.ts';
import { asObject } from '../../../../shared/base/json.ts';
import { withoutLiteralSecret, withoutSecrets } from '../literalSecrets.ts';
import type { ServerDefinition } from '../serverDefinition.ts';
import { convertEntry } from './foreignEntry.ts';
import { isForeignEntry } from './foreignServers.ts';
import type { ForeignServers } from './foreignServers.ts';
import { translateVariables } from './foreignVariables.ts';
import type { ImportableServer, ImportProduct } from './importableServer.ts';
import { validName } from './importName.ts';

/** What servers of another product are converted with. */
export interface ImportContext {
  readonly product: ImportProduct;
  readonly workspaceFolder: string | undefined;
  /** What is configured already. */
  readonly configured: readonly ServerDefinition[];
}

export interface ImportedServers {
  readonly servers: readonly ImportableServer[];
  readonly problems: readonly string[];
}

/** Converts all entries of a configuration, each whatever the others are like. */
export function importServers(foreign: ForeignServers, context: ImportContext): ImportedServers {
  const servers: ImportableServer[] = [];
  const problems: string[] = [];
  const names = new Set<string>();
  for (const [originalName, value] of Object.entries(foreign.servers)) {
    if (!isForeignEntry(value)) {
      problems.push(`"${originalName}" has neither a command nor an address and is left out.`);
      continue;
    }
    const name = validName(originalName, names);
    names.add(name);
    servers.push(importServer(name, originalName, value, foreign.inputs, context));
  }
  return { servers, problems };
}

function importServer(
  name: string,
  originalName: string,
  foreign: JsonObject,
  foreignInputs: readonly JsonObject[],
  { product, workspaceFolder, configured }: ImportContext,
): ImportableServer {
  const { entry: converted, alwaysAllow, notes } = convertEntry(product, foreign);
  const { value, unknown } = translateVariables(converted, workspaceFolder);
  const written = foreignInputs.map(importInput).filter((input) => input !== undefined);
  const ids = new Set(written.map(({ id }) => id));
  const asked: JsonObject[] = [];
  const { entry, secrets } = withoutSecrets(asObject(value) ?? {}, (field, word) => {
    const id = unusedId(name, word, ids);
    ids.add(id);
    asked.push({ id, type: 'promptString', description: `${word} of ${name} (${field})`, password: true });
    return `\${input:${id}}`;
  });
  const text = JSON.stringify(entry);
  const definition = configured.find((it) => it.name === name);
  return {
    name,
    originalName,
    entry,
    inputs: [...written.filter(({ id }) => text.includes(`\${input:${id}}`)), ...asked],
    withheld: secrets,
    alwaysAllow,
    notes: [
      ...notes,
      ...unknown.map((reference) => `${reference} is not a variable here. Write the value, or another variable.`),
      ...missingInputs(text, ids),
    ],
    conflict: definition && { scope: definition.scope, ...definition.source },
  };
}

/** An input of VS Code; what a password falls back to is a secret, as is what looks like one, and a command cannot be run here: both are asked for. */
function importInput(input: JsonObject): (JsonObject & { readonly id: string }) | undefined {
  const { id, type, description, default: preset, password, options } = input;
  if (typeof id !== 'string') return undefined;
  const isSecret = password === true || (typeof preset === 'string' && withoutLiteralSecret(id, preset) !== preset);
  const isPick = type === 'pickString' && Array.isArray(options) && options.length > 0;
  return {
    id,
    type: isPick ? 'pickString' : 'promptString',
    ...(typeof description === 'string' && { description }),
    ...(typeof preset === 'string' && !isSecret && { default: preset }),
    ...(password === true && { password }),
    ...(isPick && { options }),
  };
}

function unusedId(name: string, word: string, ids: ReadonlySet<unknown>): string {
  const base = `${name}-${word}`.toLowerCase().replace(/[^a-z0-9.]+/gu, '-');
  let id = base;
  for (let count = 2; ids.has(id); count++) id = `${base}-${count}`;
  return id;
}

function missingInputs(text: string, ids: ReadonlySet<unknown>): string[] {
  const references = new Set([...text.matchAll(/\$\{input:([^}]*)\}/gu)].map(([, id]) => id));
  return [...references].flatMap((id) =>
    ids.has(id) ? [] : [`\${input:${id}} is defined nowhere: add it to "inputs".`],
  );
}
