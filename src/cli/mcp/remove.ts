import type { EditableScope } from '../../core/mcp/config/serverEdits.ts';
import type { CommandContext } from '../commandContext.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import type { ServerOptions } from '../serverOptions.ts';
import { byHand } from './byHand.ts';

export interface RemoveOptions extends ServerOptions {
  readonly scope?: EditableScope | undefined;
}

/** `mcp remove NAME`: also of an entry that is wrong. Says what is used now when another file has the name, too. */
export function runRemove(name: string, options: RemoveOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  return byHand(context, options, async ({ hub }) => {
    const { file } = await hub.edits.remove(name, options.scope);
    terminal.out(`Removed "${name}" from ${file}\n`);
    const left = hub.server(name)?.definition.source;
    if (left) terminal.out(`Now used is "${name}" of ${left.file}:${left.line}\n`);
    return exitCode.done;
  });
}
