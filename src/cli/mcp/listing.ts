import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import { abortable } from '../../core/base/abortable.ts';
import type { CommandContext } from '../commandContext.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import { serverWarnings } from '../serverWarnings.ts';
import { table } from '../table.ts';
import { warningLine } from '../warningLine.ts';
import { byHand } from './byHand.ts';
import { listedItems } from './listingKind.ts';
import type { ListingKind } from './listingKind.ts';
import { connectedServer } from './namedServer.ts';
import { printJson } from './printJson.ts';
import type { VerbOptions } from './verbOptions.ts';

/**
 * `mcp tools|resources|templates|prompts [NAME]`: what the named server offers, or every server that can be reached.
 * Without a name a server that is not there is a warning; the named one has to be.
 */
export function runListing(
  kind: ListingKind,
  name: string | undefined,
  options: VerbOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal, signal } = context;
  return byHand(context, options, async ({ hub }) => {
    if (name === undefined) await abortable(hub.ready(signal), signal);
    const servers = name === undefined ? hub.servers().filter(isConnected) : [await connectedServer(hub, name, signal)];
    const warnings = serverWarnings(hub).filter(({ server }) => name === undefined || server === name);
    for (const warning of warnings) terminal.note(warningLine(warning));
    const items = servers.flatMap((server) => listedItems(kind, server));
    if (options.json)
      printJson(
        terminal,
        items.map(({ json }) => json),
      );
    else terminal.out(table(items.map(({ server, handle, title }) => [server, handle, title])));
    return exitCode.done;
  });
}

/** What is remembered of a server that is not there is no answer to what it offers. */
function isConnected({ state }: ServerSnapshot): boolean {
  return state.status === 'connected';
}
