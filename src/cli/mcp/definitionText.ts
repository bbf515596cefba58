import type { ServerDefinition } from '../../core/mcp/config/serverDefinition.ts';
import type { UsedReferences } from '../../core/mcp/config/usedReferences.ts';
import { writtenAddress } from '../../core/mcp/config/writtenAddress.ts';
import type { WrittenAddress } from '../../core/mcp/config/writtenAddress.ts';
import { writtenCommand } from '../../core/mcp/config/writtenCommand.ts';
import type { WrittenCommand } from '../../core/mcp/config/writtenCommand.ts';

/** A name and what is said of it, for a line. */
export type Detail = readonly [name: string, value: string];

/**
 * What a definition starts or reaches, in full and as written: the exact command and its directory, or the address with
 * its headers; what it takes of the person, by name; and the tools it grants. Empty for one that is wrong.
 */
export function startDetails(definition: ServerDefinition): Detail[] {
  const command = writtenCommand(definition);
  if (command) return commandDetails(command);
  const address = writtenAddress(definition);
  return address ? addressDetails(address) : [];
}

/** The details as lines below a heading, each on one: no value can pass for a detail of its own. */
export function detailLines(details: readonly Detail[]): string {
  return details.map(([name, value]) => `  ${name}: ${value.replaceAll('\n', '\\n')}\n`).join('');
}

function commandDetails(written: WrittenCommand): Detail[] {
  const { command, args, cwd, environmentNames, envFile, alwaysAllow } = written;
  return [
    ['command', JSON.stringify([command, ...args])],
    ['directory', cwd],
    ['environment', environmentNames.length === 0 ? 'nothing added' : environmentNames.join(', ')],
    ...(envFile === undefined ? [] : [['read from', envFile] as const]),
    ...referenceDetails(written),
    ['runs without asking', toolsText(alwaysAllow)],
  ];
}

function addressDetails(written: WrittenAddress): Detail[] {
  const { url, headers, headersHelper, cwd, oauth, alwaysAllow } = written;
  return [
    ['address', url],
    ...(headers.length === 0 ? [['headers', 'none added'] as const] : headers.map((it) => ['header', it] as const)),
    ...(headersHelper === undefined
      ? []
      : [['command for headers', headersHelper] as const, ['its environment', 'all of your variables'] as const]),
    ...(cwd === undefined ? [] : [['directory', cwd] as const]),
    ...(Object.keys(oauth).length === 0 ? [] : [['sign-in', JSON.stringify(oauth)] as const]),
    ...referenceDetails(written),
    ['runs without asking', toolsText(alwaysAllow)],
  ];
}

function referenceDetails({ variables, inputs }: UsedReferences): Detail[] {
  return [
    ['takes of your variables', variables.length === 0 ? 'none' : variables.join(', ')],
    ...(inputs.length === 0 ? [] : [['asks you for', inputs.map((id) => JSON.stringify(id)).join(', ')] as const]),
  ];
}

/** Names in quotes, so that none of them can pass for the words. */
function toolsText(names: readonly string[]): string {
  if (names.includes('*')) return 'every tool of this server';
  return names.length === 0 ? 'no tool' : names.map((name) => JSON.stringify(name)).join(', ');
}
