import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import type { ServerDefinition } from '../../core/mcp/serverDefinition.ts';
import { defaultSettings } from '../../core/settings.ts';
import { abortable } from '../abortable.ts';
import type { CommandContext } from '../commandContext.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import { redactDefinition } from '../redact.ts';
import { statusWord } from '../serverStatus.ts';
import { serverWarnings } from '../serverWarnings.ts';
import { table } from '../table.ts';
import { warningLine } from '../warningLine.ts';
import { withRuntime } from '../withRuntime.ts';
import { approvalWord, listedServer } from './listedServer.ts';
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
  const autoConnect = isChecked ? 'onStartup' : 'never';
  return withRuntime(context, options, { ...defaultSettings, autoConnect }, async ({ hub }) => {
    if (isChecked) await abortable(hub.ready(signal), signal);
    for (const warning of serverWarnings(hub)) terminal.note(warningLine(warning));
    const servers = hub.servers().map((snapshot) => listedServer(snapshot, isChecked));
    if (options.json) printJson(terminal, servers);
    else terminal.out(table(hub.servers().map((snapshot) => row(snapshot, isChecked))));
    return exitCode.done;
  });
}

/** Name, state, what it starts as written, and where that is written. */
function row(snapshot: ServerSnapshot, isChecked: boolean): string[] {
  const { definition } = snapshot;
  const { file, line } = definition.source;
  return [definition.name, stateText(snapshot, isChecked), startText(definition), `${file}:${line}`];
}

function stateText(snapshot: ServerSnapshot, isChecked: boolean): string {
  if (isChecked) return statusWord(snapshot.state).replaceAll('_', ' ');
  if (snapshot.definition.isDisabled) return 'disabled';
  const approval = approvalWord(snapshot);
  return approval === 'none' ? 'enabled' : approval;
}

function startText({ raw }: ServerDefinition): string {
  const { command, args, url } = redactDefinition(raw);
  const words = [command ?? url, ...(Array.isArray(args) ? (args as unknown[]) : [])];
  return words.filter((word) => typeof word === 'string').join(' ');
}
