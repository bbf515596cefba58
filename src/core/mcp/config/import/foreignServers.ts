import { asObject } from '../../../../shared/base/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/base/json.ts';

/** Entries as another product wrote them, by name, with the inputs that they may refer to. */
export interface ForeignServers {
  readonly servers: Readonly<Record<string, JsonValue>>;
  readonly inputs: readonly JsonObject[];
}

/** Whether a value has what makes an entry of a server in any of the products. */
export function isForeignEntry(value: unknown): value is JsonObject {
  const entry = asObject(value);
  return entry !== undefined && addressKeys.some((key) => typeof entry[key] === 'string');
}

/** Keys that say what is started or reached. */
const addressKeys = ['command', 'url', 'serverUrl', 'httpUrl'];

/**
 * The servers of a configuration: below `mcpServers`, as most write them; below `servers` with `inputs` beside, as VS
 * Code does, in its settings below `mcp`; or entries by name without anything around. Undefined where none is meant.
 */
export function foreignServersIn(value: JsonObject): ForeignServers | undefined {
  const inner = asObject(value['mcp']) ?? value;
  const servers = asObject(inner['mcpServers']) ?? asObject(inner['servers']);
  if (servers) return { servers, inputs: objectsOf(inner['inputs']) };
  const entries = Object.entries(value);
  const areAllEntries = entries.length > 0 && entries.every(([, entry]) => isForeignEntry(entry));
  return areAllEntries && !isForeignEntry(value) ? { servers: value, inputs: [] } : undefined;
}

/** What Claude Code keeps for one folder alone, in the file for all of them. */
export function serversOfFolder(value: JsonObject, folder: string): ForeignServers {
  const projects = asObject(value['projects']);
  // On Windows, folders are written there with slashes.
  const project = asObject(projects?.[folder] ?? projects?.[folder.replaceAll('\\', '/')]);
  return { servers: asObject(project?.['mcpServers']) ?? {}, inputs: [] };
}

/** The objects of a list, whatever else is in it. */
export function objectsOf(value: JsonValue | undefined): JsonObject[] {
  return (Array.isArray(value) ? value : []).map(asObject).filter((item) => item !== undefined);
}
