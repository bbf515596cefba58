import { messageOf } from '../../shared/base/messageOf.ts';
import { visibleCharacters } from '../../shared/base/visibleCharacters.ts';
import type { CommandContext } from '../commandContext.ts';
import { CommandError } from '../commandError.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import type { ServerOptions } from '../serverOptions.ts';
import { byHand } from './byHand.ts';
import { detailLines, startDetails } from './definitionText.ts';
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
  return byHand(context, options, async ({ hub }) => {
    const { definition } = configuredServer(hub, name);
    if (hub.approvalOf(name) === 'none') {
      terminal.note(
        `Server "${name}" needs no approval: only servers of the workspace's .mcp.json and .patchbay/mcp.json do.`,
      );
      return exitCode.done;
    }
    await keep(hub.setApproval(definition, isApproved));
    const { file, line } = definition.source;
    terminal.out(
      `${isApproved ? 'Approved' : 'Rejected'} "${name}" of ${file}:${line}\n${visibleCharacters(detailLines(startDetails(definition)))}`,
    );
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
