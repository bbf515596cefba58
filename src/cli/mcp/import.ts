import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { ImportableServer, ImportProduct, ImportSource } from '../../core/mcp/config/import/importableServer.ts';
import { addImported, findImportable } from '../../core/mcp/config/import/serverImport.ts';
import { redactedEntry } from '../../core/mcp/config/redactedEntry.ts';
import type { EditableScope } from '../../core/mcp/config/serverEdits.ts';
import type { Hub } from '../../core/mcp/hub.ts';
import type { CommandContext } from '../commandContext.ts';
import { CommandError } from '../commandError.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import { table } from '../table.ts';
import { visibleLine } from '../visibleText.ts';
import { warningLine } from '../warningLine.ts';
import { workspaceFolderOf } from '../workspaceFolder.ts';
import { byHand } from './byHand.ts';
import { startText } from './listedServer.ts';
import { printJson } from './printJson.ts';
import { withReplaceAdvice } from './replaceAdvice.ts';
import type { VerbOptions } from './verbOptions.ts';

export interface ImportOptions extends VerbOptions {
  /** Only what this product has configured. */
  readonly from?: ImportProduct | undefined;
  /** Every server whose name is free. */
  readonly all?: boolean | undefined;
  /** Where the servers are written; where they belong, unless it is given. */
  readonly scope?: EditableScope | undefined;
  readonly replace?: boolean | undefined;
}

/** A server of another product, with the file it stands in. */
interface Found {
  readonly source: ImportSource;
  readonly server: ImportableServer;
}

/**
 * `mcp import [NAME…]`: without a name, what other products have configured; with names or `--all`, those are added.
 * What may run without asking there asks here, and no secret is copied.
 */
export function runImport(
  names: readonly string[],
  options: ImportOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context;
  return byHand(context, options, async ({ hub }) => {
    const sources = await importable(hub, options, context);
    for (const { label, problems } of sources) {
      for (const problem of problems) terminal.note(visibleLine(`patchbay: warning: ${label}: ${problem}`));
    }
    const found = sources.flatMap((source) => source.servers.map((server): Found => ({ source, server })));
    if (names.length === 0 && options.all !== true) return show(found, options, context);
    const chosen = names.length === 0 ? found.filter((it) => isFree(it, options, context)) : chosenOf(names, found);
    for (const it of chosen) await add(hub, it, options, context);
    return exitCode.done;
  });
}

async function importable(hub: Hub, options: ImportOptions, context: CommandContext): Promise<readonly ImportSource[]> {
  const sources = await findImportable({
    userHome: homedir(),
    platform: process.platform,
    environment: context.environment,
    workspaceFolder: await workspaceFolderOf(resolve(context.cwd, options.cwd ?? '.')),
    configured: hub.servers().map(({ definition }) => definition),
  });
  return sources.filter(({ product }) => options.from === undefined || product === options.from);
}

function show(found: readonly Found[], { json }: ImportOptions, { terminal }: CommandContext): ExitCode {
  if (json) {
    printJson(
      terminal,
      found.map(({ source: { product, file }, server: { entry, ...server } }) => {
        return { ...server, product, file, definition: redactedEntry(entry) };
      }),
    );
    return exitCode.done;
  }
  terminal.out(
    table(
      found.map(({ source, server }) => {
        return [server.name, source.label, startText(redactedEntry(server.entry)), remarks(server).join('; ')];
      }),
    ),
  );
  terminal.note(
    found.length === 0
      ? 'No servers were found in the files of VS Code, Claude Desktop, Claude Code, Cursor, Windsurf, Cline and Roo.'
      : 'Nothing was added. Add some with "patchbay mcp import NAME…", or all with --all.',
  );
  return exitCode.done;
}

function remarks({ name, originalName, withheld, notes, conflict }: ImportableServer): string[] {
  return [
    ...(name === originalName ? [] : [`called "${originalName}" there`]),
    ...(conflict ? [`there is one in ${conflict.file}:${conflict.line} already`] : []),
    ...withheld.map(({ field, reference }) => `${field} is secret and not copied: ${reference}`),
    ...notes,
  ];
}

function isFree({ server }: Found, { replace }: ImportOptions, { terminal }: CommandContext): boolean {
  const { name, conflict } = server;
  if (!conflict || replace) return true;
  const where = `${conflict.file}:${conflict.line}`;
  terminal.note(visibleLine(`patchbay: "${name}" is left out: there is one in ${where}. Add --replace to replace it.`));
  return false;
}

function chosenOf(names: readonly string[], found: readonly Found[]): Found[] {
  return names.map((name) => {
    const [first, ...others] = found.filter(({ server }) => server.name === name || server.originalName === name);
    if (first && others.length === 0) return first;
    const listed = [...new Set(found.map(({ server }) => server.name))].join(', ') || 'nothing';
    if (!first) throw new CommandError(exitCode.notFound, `There is no "${name}" to import. Found: ${listed}.`);
    const products = [first, ...others].map(({ source }) => `--from ${source.product} (${source.file})`);
    throw new CommandError(exitCode.usage, `"${name}" is there more than once. Choose one: ${products.join(', ')}.`);
  });
}

async function add(
  hub: Hub,
  { source, server }: Found,
  options: ImportOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const scope = options.scope ?? source.scope;
  // A file of the workspace may have come with a clone: what it would start was chosen by somebody else.
  const isApproved = source.scope !== 'project';
  const choice = { isReplacing: options.replace, isApproved };
  const { file, line, warnings } = await addImported(hub.edits, scope, server, choice).catch(withReplaceAdvice);
  terminal.out(`Added "${server.name}" to ${file}:${line}\n`);
  if (hub.approvalOf(server.name) === 'pending') {
    const how = `Run "patchbay mcp approve ${server.name}" when you know what it is.`;
    terminal.note(visibleLine(`patchbay: "${server.name}" comes from this workspace and waits for approval. ${how}`));
  }
  const { withheld, notes } = server;
  for (const { field, reference } of withheld) {
    terminal.note(visibleLine(`patchbay: ${field} of "${server.name}" was not copied; ${reference} stands there now.`));
  }
  for (const message of [...notes, ...warnings]) {
    terminal.note(warningLine({ code: 'invalid_config', server: server.name, message }));
  }
}
