import { parse } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { asObject } from '../../../../shared/base/json.ts';
import { messageOf } from '../../../../shared/base/messageOf.ts';
import type { ServerDefinition } from '../serverDefinition.ts';
import type { AddedServer, EditableScope, ServerEdits } from '../serverEdits.ts';
import { readSourceText } from '../sourceText.ts';
import { foreignServersIn, serversOfFolder } from './foreignServers.ts';
import type { ForeignServers } from './foreignServers.ts';
import type { ImportableServer, ImportSource, PastedServers } from './importableServer.ts';
import { importServers } from './importedServer.ts';
import { importLocations } from './importLocations.ts';
import type { ImportLocation, ImportPlaces } from './importLocations.ts';
import { readPasted } from './pastedServers.ts';

export interface ImportOptions extends ImportPlaces {
  /** What is configured already, to name conflicts. */
  readonly configured: readonly ServerDefinition[];
}

export interface PasteOptions {
  /** Whose quoting a command line has; this system's, unless it is given. */
  readonly platform?: NodeJS.Platform | undefined;
  readonly workspaceFolder?: string | undefined;
}

export interface ImportChoice {
  readonly isReplacing?: boolean | undefined;
  /** False where the entry was not shown in full: a server of the workspace waits for approval then. */
  readonly isApproved?: boolean | undefined;
  /** Whether the tools that the other product runs without asking run without asking here too. */
  readonly copiesAlwaysAllow?: boolean | undefined;
}

/** The servers of other products, as they would be added. Files without servers are left out; nothing rejects. */
export async function findImportable(options: ImportOptions): Promise<readonly ImportSource[]> {
  const locations = await importLocations(options);
  const sources = await Promise.all(locations.map((location) => sourceAt(location, options)));
  return sources.filter((source) => source !== undefined);
}

/**
 * Servers from text that a person pasted: JSON of any product that is known, one entry of it, an address, or a command
 * line. `configured` names conflicts.
 */
export function parsePasted(
  text: string,
  configured: readonly ServerDefinition[] = [],
  { platform = process.platform, workspaceFolder }: PasteOptions = {},
): PastedServers {
  const reading = readPasted(text, platform);
  if ('problem' in reading) return { product: 'unknown', servers: [], problems: [reading.problem] };
  return { product: 'unknown', ...importServers(reading, { product: 'unknown', workspaceFolder, configured }) };
}

/** Adds one server that a person chose. Rejects with a `ConfigEditError`. */
export function addImported(
  edits: ServerEdits,
  scope: EditableScope,
  { name, entry, inputs, alwaysAllow }: ImportableServer,
  { copiesAlwaysAllow = false, ...choice }: ImportChoice = {},
): Promise<AddedServer> {
  const allowed = copiesAlwaysAllow && alwaysAllow.length > 0 ? { alwaysAllow: [...alwaysAllow] } : {};
  return edits.add(scope, name, { ...entry, ...allowed }, { ...choice, inputs });
}

async function sourceAt(location: ImportLocation, options: ImportOptions): Promise<ImportSource | undefined> {
  const { product, file } = location;
  const { workspaceFolder, configured } = options;
  let text: string;
  try {
    text = await readSourceText(file, location.scope);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return { ...location, servers: [], problems: [`${file} cannot be read: ${messageOf(error)}.`] };
  }
  const errors: ParseError[] = [];
  const value = asObject(parse(text.replace(/^\uFEFF/u, ''), errors, { allowTrailingComma: true }));
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    return { ...location, servers: [], problems: [`${file}:${line} is not valid JSON. Mend it there first.`] };
  }
  const foreign = value && serversAt(location, value, workspaceFolder);
  if (!foreign || Object.keys(foreign.servers).length === 0) return undefined;
  return { ...location, ...importServers(foreign, { product, workspaceFolder, configured }) };
}

function serversAt(
  { product, scope }: ImportLocation,
  value: Parameters<typeof foreignServersIn>[0],
  workspaceFolder: string | undefined,
): ForeignServers | undefined {
  if (product !== 'claude-code') return foreignServersIn(value);
  if (scope === 'user') return { servers: asObject(value['mcpServers']) ?? {}, inputs: [] };
  return workspaceFolder === undefined ? undefined : serversOfFolder(value, workspaceFolder);
}
