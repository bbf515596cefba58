import { abortable } from '../../core/base/abortable.ts';
import type { CommandContext } from '../commandContext.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import { serverWarnings, toolWarnings } from '../serverWarnings.ts';
import { table } from '../table.ts';
import { warningLine } from '../warningLine.ts';
import { byHand } from './byHand.ts';
import { countsText, listedServer, startText, stateText } from './listedServer.ts';
import type { ListedServer } from './listedServer.ts';
import { printJson } from './printJson.ts';
import type { VerbOptions } from './verbOptions.ts';

export interface ListOptions extends VerbOptions {
  /** Connects every server that may start. */
  readonly check?: boolean | undefined;
}

/** `mcp list`: every configured server, secrets redacted. Starts nothing unless it is to check. */
export function runList(options: ListOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal, signal } = context;
  const isChecked = options.check ?? false;
  return byHand(context, options, async (runtime) => {
    const { hub } = runtime;
    if (isChecked) await abortable(hub.ready(signal), signal);
    const warnings = [...serverWarnings(hub), ...(isChecked ? toolWarnings(runtime) : [])];
    for (const warning of warnings) terminal.note(warningLine(warning));
    const servers = hub
      .servers()
      .map((snapshot) => listedServer(snapshot, hub.approvalOf(snapshot.definition.name) ?? 'none', isChecked));
    if (options.json) printJson(terminal, servers);
    else terminal.out(table(servers.map(row)));
    return exitCode.done;
  });
}

/** Name, state with what it offers when that is known, what it starts as written, and where that is written. */
function row(server: ListedServer): string[] {
  const { name, counts, protocolVersion } = server;
  const state = counts ? `${stateText(server)} (${protocolVersion}): ${countsText(counts)}` : stateText(server);
  return [name, state, startText(server.definition), placeText(server)];
}

function placeText({ source, line, overrides = [] }: ListedServer): string {
  return `${source}:${line}${overrides.map((other) => ` over ${other.source}:${other.line}`).join('')}`;
}
