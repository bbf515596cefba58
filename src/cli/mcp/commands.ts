import type { Command } from 'commander';
import type { CommandContext } from '../commandContext.ts';
import { CommandError } from '../commandError.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import { addServerOptions, serverOptionsOf } from '../serverOptions.ts';
import type { ListOptions } from './list.ts';
import { listingKinds } from './listingKind.ts';
import type { VerbOptions } from './verbOptions.ts';

/**
 * Adds `patchbay mcp` and its verbs (contract §8). Each loads its code only when it runs; `onEnded` gets what the
 * process is to end with.
 */
export function addMcpCommands(program: Command, context: CommandContext, onEnded: (code: ExitCode) => void): void {
  const mcp = addServerOptions(program.command('mcp').description('work with MCP servers by hand'))
    .helpCommand(false)
    .allowExcessArguments(false);
  mcp.hook('preAction', () => rejectForeignOptions(program, mcp));

  verb(mcp, 'list', 'list the configured servers')
    .option('--check', 'connect each and say how that went')
    .action(async (own: ListOptions, command: Command) => {
      const { runList } = await import('./list.ts');
      onEnded(await runList({ ...own, ...serverOptionsOf(command) }, context));
    });
  for (const kind of listingKinds) {
    verb(mcp, `${kind} [name]`, `list the ${kind} of a server, or of all`).action(
      async (name: string | undefined, own: VerbOptions, command: Command) => {
        const { runListing } = await import('./listing.ts');
        onEnded(await runListing(kind, name, { ...own, ...serverOptionsOf(command) }, context));
      },
    );
  }
  verb(mcp, 'call <name> <tool> [json]', 'call a tool with the arguments of a JSON object').action(
    async (name: string, tool: string, json: string | undefined, own: VerbOptions, command: Command) => {
      const { runCall } = await import('./call.ts');
      onEnded(await runCall(name, tool, json, { ...own, ...serverOptionsOf(command) }, context));
    },
  );
  verb(mcp, 'read <name> <uri>', 'read a resource').action(
    async (name: string, uri: string, own: VerbOptions, command: Command) => {
      const { runRead } = await import('./read.ts');
      onEnded(await runRead(name, uri, { ...own, ...serverOptionsOf(command) }, context));
    },
  );
  verb(
    mcp,
    'prompt <name> <prompt> [args...]',
    'get a prompt; arguments are words, NAME=VALUE or a JSON object',
  ).action(async (name: string, prompt: string, args: string[], own: VerbOptions, command: Command) => {
    const { runPromptRequest } = await import('./prompt.ts');
    onEnded(await runPromptRequest(name, prompt, args, { ...own, ...serverOptionsOf(command) }, context));
  });
  for (const decision of ['approve', 'reject'] as const) {
    const description =
      decision === 'approve' ? 'let a server of the project start' : 'never start a server of the project';
    addServerOptions(mcp.command(`${decision} <name>`).description(description)).action(
      async (name: string, _own: unknown, command: Command) => {
        const { runApproval } = await import('./approval.ts');
        onEnded(await runApproval(name, decision === 'approve', serverOptionsOf(command), context));
      },
    );
  }
}

function verb(mcp: Command, usage: string, description: string): Command {
  return addServerOptions(mcp.command(usage).description(description).option('--json', 'print JSON'));
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
