import { abortable } from '../../core/base/abortable.ts';
import { messageOf } from '../../shared/base/messageOf.ts';
import type { Hub } from '../../core/mcp/hub.ts';
import type { CommandContext } from '../commandContext.ts';
import { CommandError } from '../commandError.ts';
import { errorExitCode } from '../errorExitCode.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import type { ServerOptions } from '../serverOptions.ts';
import { visibleLine } from '../visibleText.ts';
import { byHand } from './byHand.ts';
import { configuredServer, requireConnected } from './namedServer.ts';

export interface ReconnectOptions extends ServerOptions {
  readonly all?: boolean | undefined;
}

/** `mcp reconnect NAME|--all`: what is connected afterwards, a line each. Ends with the first failure's number. */
export function runReconnect(
  name: string | undefined,
  options: ReconnectOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const isAll = options.all ?? false;
  if (isAll === (name !== undefined)) {
    throw new CommandError(exitCode.usage, 'Say which server to reconnect: its name, or --all.');
  }
  return byHand(context, options, async ({ hub }) => {
    const names = name === undefined ? startable(hub) : [configuredServer(hub, name).definition.name];
    const codes = await Promise.all(names.map((it) => reconnected(hub, it, context)));
    return codes.find((code) => code !== exitCode.done) ?? exitCode.done;
  });
}

async function reconnected(hub: Hub, name: string, { terminal, signal }: CommandContext): Promise<ExitCode> {
  try {
    await abortable(hub.restart(name), signal);
    const { identity } = requireConnected(hub, name).state;
    terminal.out(`${visibleLine(`Connected "${name}" (${identity.name} ${identity.version})`)}\n`);
    return exitCode.done;
  } catch (error) {
    if (signal.aborted) throw error;
    terminal.note(visibleLine(`patchbay: ${messageOf(error)}`));
    return errorExitCode(error);
  }
}

/** Neither what is switched off nor what waits for an answer, or got a no. */
function startable(hub: Hub): string[] {
  return hub
    .servers()
    .filter(({ state }) => state.status !== 'disabled' && state.status !== 'needsApproval')
    .map(({ definition }) => definition.name);
}
