import type { Hub } from '../../core/mcp/hub.ts';
import type { CommandContext } from '../commandContext.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import { approvalHint } from '../serverWarnings.ts';
import type { ServerOptions } from '../serverOptions.ts';
import { byHand } from './byHand.ts';
import { configuredServer } from './namedServer.ts';

export interface SwitchOptions extends ServerOptions {
  /** Tools, by the names that the server gave them; the whole server unless given. */
  readonly tool?: readonly string[] | undefined;
}

/** `mcp enable|disable NAME`. For a server of a shared file this is kept privately (contract §3). */
export function runSwitch(
  name: string,
  isEnabled: boolean,
  options: SwitchOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context;
  const word = isEnabled ? 'Enabled' : 'Disabled';
  return byHand(context, options, async ({ hub }) => {
    configuredServer(hub, name);
    if (options.tool) {
      for (const tool of options.tool) {
        await hub.edits.setToolEnabled(name, tool, isEnabled);
        terminal.out(`${word} the tool "${tool}" of "${name}"\n`);
      }
      return exitCode.done;
    }
    await hub.edits.setEnabled(name, isEnabled);
    terminal.out(`${word} "${name}"\n`);
    if (isEnabled) noteApproval(hub, name, context);
    return exitCode.done;
  });
}

/** A switch is no approval. */
function noteApproval(hub: Hub, name: string, { terminal }: CommandContext): void {
  const approval = hub.approvalOf(name);
  if (approval !== 'pending' && approval !== 'rejected') return;
  terminal.note(`patchbay: ${approvalHint(configuredServer(hub, name), approval === 'rejected')}`);
}

/** `mcp reset-project-choices`: the next start asks again. */
export function runResetChoices(options: ServerOptions, context: CommandContext): Promise<ExitCode> {
  return byHand(context, options, async ({ hub }) => {
    const count = await hub.edits.resetChoices();
    context.terminal.out(count === 1 ? 'Forgot one choice\n' : `Forgot ${count} choices\n`);
    return exitCode.done;
  });
}
