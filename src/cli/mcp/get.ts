import { abortable } from '../../core/base/abortable.ts';
import { isToolEnabled } from '../../core/mcp/catalog/enabledTools.ts';
import type { ServerIdentity } from '../../core/mcp/connection/connectionState.ts';
import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import { visibleCharacters } from '../../shared/base/visibleCharacters.ts';
import type { CommandContext } from '../commandContext.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import { serverAdvice } from '../serverAdvice.ts';
import { warningLine } from '../warningLine.ts';
import { byHand } from './byHand.ts';
import { detailLines, startDetails } from './definitionText.ts';
import type { Detail } from './definitionText.ts';
import type { ListOptions } from './list.ts';
import { countsText, listedServer, stateText } from './listedServer.ts';
import type { ListedServer } from './listedServer.ts';
import { configuredServer } from './namedServer.ts';
import { printJson } from './printJson.ts';

/** `mcp get NAME`: one server in full, secrets redacted. With `--check` a server that is not connected ends with 4. */
export function runGet(name: string, options: ListOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal, signal } = context;
  const isChecked = options.check ?? false;
  return byHand(context, options, async (runtime) => {
    const { hub } = runtime;
    configuredServer(hub, name);
    if (isChecked) await abortable(hub.connect(name), signal);
    const snapshot = configuredServer(hub, name);
    const listed = listedServer(snapshot, hub.approvalOf(name) ?? 'none', isChecked);
    for (const warning of [...snapshot.catalog.warnings, ...runtime.modelWarnings(snapshot)]) {
      terminal.note(warningLine(warning));
    }
    if (options.json) printJson(terminal, listed);
    else terminal.out(visibleCharacters(`${name}\n${detailLines(details(snapshot, listed))}`));
    return isChecked ? checkedCode(snapshot) : exitCode.done;
  });
}

function details(snapshot: ServerSnapshot, listed: ListedServer): Detail[] {
  const { state, catalog } = snapshot;
  const off = catalog.tools.filter(({ name }) => !isToolEnabled(snapshot, name)).map(({ name }) => name);
  const advice = serverAdvice(listed.name, state, listed.approval);
  return [
    ['configured in', placeText(listed)],
    ...(listed.overrides ?? []).map((place): Detail => ['used in place of', placeText(place)]),
    ['state', stateText(listed)],
    ...(state.status === 'connected' ? identityDetails(state.identity) : []),
    ...(listed.counts ? [['offers', countsText(listed.counts)] as const] : []),
    ...(off.length > 0 ? [['tools switched off', off.map((it) => JSON.stringify(it)).join(', ')] as const] : []),
    ...(listed.error ? [['problem', listed.error.message] as const] : []),
    ...(advice === undefined ? [] : [['to do', advice] as const]),
    // To be read before it is answered for; what a person has answered for, or wrote, may hold their secrets.
    ...(isAnswered(listed) ? [] : startDetails(snapshot.definition)),
    ['definition', JSON.stringify(listed.definition)],
  ];
}

function isAnswered({ approval }: ListedServer): boolean {
  return approval === 'none' || approval === 'approved';
}

function identityDetails({ name, version, protocolVersion, era }: ServerIdentity): Detail[] {
  return [
    ['server', `${name} ${version}`],
    ['protocol', `${protocolVersion} (${era} era)`],
  ];
}

function placeText({ source, line, scope }: Pick<ListedServer, 'source' | 'line' | 'scope'>): string {
  return `${source}:${line} (${scope})`;
}

function checkedCode({ state }: ServerSnapshot): ExitCode {
  if (state.status === 'connected') return exitCode.done;
  return state.status === 'failed' && state.failure.code === 'timeout' ? exitCode.timedOut : exitCode.notFound;
}
