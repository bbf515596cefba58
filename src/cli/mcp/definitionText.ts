import type { ServerDefinition } from '../../core/mcp/config/serverDefinition.ts';
import { writtenAddress } from '../../core/mcp/config/writtenAddress.ts';
import type { WrittenAddress } from '../../core/mcp/config/writtenAddress.ts';
import { writtenCommand } from '../../core/mcp/config/writtenCommand.ts';
import type { WrittenCommand } from '../../core/mcp/config/writtenCommand.ts';

/** A name and what is said of it, for a line. */
export type Detail = readonly [name: string, value: string];

/**
 * What a definition starts or reaches, in full and as written: the exact command and its directory, or the address; names
 * of variables and headers without values; and the tools it grants. Empty for one that is wrong.
 */
export function startDetails(definition: ServerDefinition): Detail[] {
  const command = writtenCommand(definition);
  if (command) return commandDetails(command);
  const address = writtenAddress(definition);
  return address ? addressDetails(address) : [];
}

/** The details as lines below a heading. */
export function detailLines(details: readonly Detail[]): string {
  return details.map(([name, value]) => `  ${name}: ${value}\n`).join('');
}

function commandDetails({ command, args, cwd, environmentNames, alwaysAllow }: WrittenCommand): Detail[] {
  return [
    ['command', JSON.stringify([command, ...args])],
    ['directory', cwd],
    ['environment', environmentNames.length === 0 ? 'nothing added' : environmentNames.join(', ')],
    ['runs without asking', toolsText(alwaysAllow)],
  ];
}

function addressDetails({ url, headerNames, headersHelper, cwd, oauth, alwaysAllow }: WrittenAddress): Detail[] {
  return [
    ['address', url],
    ['headers', headerNames.length === 0 ? 'none added' : headerNames.join(', ')],
    ...(headersHelper === undefined ? [] : [['command for headers', headersHelper] as const]),
    ...(cwd === undefined ? [] : [['directory', cwd] as const]),
    ...(Object.keys(oauth).length === 0 ? [] : [['sign-in', JSON.stringify(oauth)] as const]),
    ['runs without asking', toolsText(alwaysAllow)],
  ];
}

/** Names in quotes, so that none of them can pass for the words. */
function toolsText(names: readonly string[]): string {
  if (names.includes('*')) return 'every tool of this server';
  return names.length === 0 ? 'no tool' : names.map((name) => JSON.stringify(name)).join(', ');
}
