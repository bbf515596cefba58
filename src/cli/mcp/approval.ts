import type { ServerDefinition } from '../../core/mcp/config/serverDefinition.ts';
import { messageOf } from '../../shared/base/messageOf.ts';
import { visibleCharacters } from '../../shared/base/visibleCharacters.ts';
import { writtenAddress } from '../../core/mcp/config/writtenAddress.ts';
import type { WrittenAddress } from '../../core/mcp/config/writtenAddress.ts';
import { writtenCommand } from '../../core/mcp/config/writtenCommand.ts';
import type { WrittenCommand } from '../../core/mcp/config/writtenCommand.ts';
import { defaultSettings } from '../../core/settings.ts';
import type { CommandContext } from '../commandContext.ts';
import { CommandError } from '../commandError.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import type { ServerOptions } from '../serverOptions.ts';
import { withRuntime } from '../withRuntime.ts';
import { configuredServer } from './namedServer.ts';

/**
 * `mcp approve|reject NAME`: answers for a server of the workspace, as it is defined now, and says what was answered for
 * (contract §3). Starts nothing.
 */
export function runApproval(
  name: string,
  isApproved: boolean,
  options: ServerOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context;
  return withRuntime(context, options, defaultSettings, async ({ hub }) => {
    const { definition } = configuredServer(hub, name);
    if (hub.approvalOf(name) === 'none') {
      terminal.note(
        `Server "${name}" needs no approval: only servers of the workspace's .mcp.json and .patchbay/mcp.json do.`,
      );
      return exitCode.done;
    }
    await keep(hub.setApproval(definition, isApproved));
    const { file, line } = definition.source;
    terminal.out(`${isApproved ? 'Approved' : 'Rejected'} "${name}" of ${file}:${line}\n${startText(definition)}`);
    return exitCode.done;
  });
}

async function keep(answer: Promise<void>): Promise<void> {
  try {
    await answer;
  } catch (cause) {
    const reason = messageOf(cause);
    const advice = 'Make the folder writable, or choose another with PATCHBAY_HOME.';
    throw new CommandError(exitCode.failed, `The answer cannot be kept: ${reason} ${advice}`, { cause });
  }
}

/**
 * What approval lets start: the exact command, its directory, names of variables without values; or the address and
 * what is sent there; and tools it grants.
 */
function startText(definition: ServerDefinition): string {
  const command = writtenCommand(definition);
  const address = writtenAddress(definition);
  const parts = command ? commandParts(command) : address ? addressParts(address) : [];
  if (parts.length === 0) return '';
  parts.push(`  runs without asking: ${toolsText(definition.alwaysAllow)}`);
  return visibleCharacters(`${parts.join('\n')}\n`);
}

function commandParts({ command, args, cwd, environmentNames: names }: WrittenCommand): string[] {
  return [
    `  command: ${JSON.stringify([command, ...args])}`,
    `  directory: ${cwd}`,
    `  environment: ${names.length === 0 ? 'nothing added' : names.join(', ')}`,
  ];
}

function addressParts({ url, headerNames, headersHelper, cwd, oauth }: WrittenAddress): string[] {
  const parts = [`  address: ${url}`, `  headers: ${headerNames.length === 0 ? 'none added' : headerNames.join(', ')}`];
  if (headersHelper !== undefined) parts.push(`  command for headers: ${headersHelper}`, `  directory: ${cwd}`);
  if (Object.keys(oauth).length > 0) parts.push(`  sign-in: ${JSON.stringify(oauth)}`);
  return parts;
}

/** Names in quotes, so that none of them can pass for the words. */
function toolsText(names: readonly string[]): string {
  if (names.includes('*')) return 'every tool of this server';
  return names.length === 0 ? 'no tool' : names.map((name) => JSON.stringify(name)).join(', ');
}
