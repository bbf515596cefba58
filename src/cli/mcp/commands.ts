import type { Command } from 'commander';
import type { CommandContext } from '../commandContext.ts';
import { CommandError } from '../commandError.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import { addServerOptions } from '../serverOptions.ts';
import { addConfigurationVerbs } from './configurationVerbs.ts';
import { addConnectionVerbs } from './connectionVerbs.ts';
import { addRequestVerbs } from './requestVerbs.ts';
import { VerbGroup } from './verbGroup.ts';

type OnEnded = (code: ExitCode) => void;

/**
 * Gives `patchbay mcp` its options and verbs (contract §8). To be loaded for that alone, as it brings the core with it:
 * all of it at once, since what a verb needs would otherwise be many small files, which take longer to load. `onEnded`
 * gets what the process is to end with.
 */
export function addMcpVerbs(mcp: Command, program: Command, context: CommandContext, onEnded: OnEnded): void {
  addServerOptions(mcp).helpCommand(false).allowExcessArguments(false);
  mcp.hook('preAction', () => rejectForeignOptions(program, mcp));
  const verbs = new VerbGroup(mcp, context, onEnded);
  addConfigurationVerbs(verbs);
  addConnectionVerbs(verbs);
  addRequestVerbs(verbs);
}

/** Options of a conversation before `mcp` would do nothing: better said than passed over. */
function rejectForeignOptions(program: Command, mcp: Command): void {
  const known = new Set(mcp.options.map((option) => option.attributeName()));
  const foreign = program.options.filter((option) => {
    const name = option.attributeName();
    return !known.has(name) && program.getOptionValue(name) !== undefined;
  });
  if (foreign.length === 0) return;
  const flags = foreign.map((option) => option.long ?? option.flags).join(', ');
  throw new CommandError(exitCode.usage, `${flags}: not for "patchbay mcp", which has no conversation.`);
}
