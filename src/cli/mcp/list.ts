import { defaultSettings } from '../../core/settings.ts';
import { abortable } from '../../core/base/abortable.ts';
import type { CommandContext } from '../commandContext.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import { serverWarnings } from '../serverWarnings.ts';
import { table } from '../table.ts';
import { warningLine } from '../warningLine.ts';
import { withRuntime } from '../withRuntime.ts';
import { listedServer } from './listedServer.ts';
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
  return withRuntime(context, options, defaultSettings, async ({ hub }) => {
    if (isChecked) await abortable(hub.ready(signal), signal);
    for (const warning of serverWarnings(hub)) terminal.note(warningLine(warning));
    const servers = hub
      .servers()
      .map((snapshot) => listedServer(snapshot, hub.approvalOf(snapshot.definition.name) ?? 'none', isChecked));
    if (options.json) printJson(terminal, servers);
    else terminal.out(table(servers.map(row)));
    return exitCode.done;
  });
}

/** Name, state, what it starts as written, and where that is written. */
function row(server: ListedServer): string[] {
  return [server.name, stateText(server), startText(server), `${server.source}:${server.line}`];
}

function stateText({ status, enabled, approval }: ListedServer): string {
  if (approval === 'rejected') return 'rejected';
  if (status !== undefined) return status.replaceAll('_', ' ');
  if (!enabled) return 'disabled';
  return approval === 'pending' ? 'needs approval' : 'enabled';
}

function startText({ definition: { command, args, url } }: ListedServer): string {
  const words: unknown[] = [command ?? url, ...(Array.isArray(args) ? (args as unknown[]) : [])];
  return words.filter((word) => typeof word === 'string').join(' ');
}
