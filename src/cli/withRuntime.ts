import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Logger } from '../core/base/logger.ts';
import { silentLogger } from '../core/base/logger.ts';
import { noHostHandlers } from '../core/mcp/host/hostHandlers.ts';
import { homeFolder } from '../core/homeFolder.ts';
import { createRuntime } from '../core/runtime.ts';
import type { RuntimeOptions, RuntimePort } from '../core/runtimePort.ts';
import type { Settings } from '../core/settings.ts';
import type { CommandContext } from './commandContext.ts';
import { CommandError } from './commandError.ts';
import { exitCode } from './exitCode.ts';
import { terminalInputPrompt } from './inputPrompt.ts';
import { LocalSecrets } from './secrets/localSecrets.ts';
import type { ServerOptions } from './serverOptions.ts';
import { terminalSignIn } from './signInSurface.ts';
import type { Terminal } from './terminal.ts';
import { visibleLine } from './visibleText.ts';
import { workspaceFolderOf } from './workspaceFolder.ts';
import { messageOf } from '../shared/base/messageOf.ts';

/** How a command works with the core. */
export interface RuntimeUse {
  readonly settings: Settings;
  /** Whether somebody typed the verb and can give what servers need; in a conversation nobody is asked. */
  readonly isByHand: boolean;
}

/**
 * Runs a command on the core and puts the core away afterwards, also when the command fails. Throws a usage error
 * for a folder or a configuration file that does not exist.
 */
export async function withRuntime<T>(
  context: CommandContext,
  options: ServerOptions,
  runtimeUse: RuntimeUse,
  use: (runtime: RuntimePort) => Promise<T>,
): Promise<T> {
  const runtimeOptions = await runtimeOptionsOf(context, options, runtimeUse);
  const runtime = await createRuntime(runtimeOptions);
  try {
    const { terminal } = context;
    if (options.verbose) runtime.hub.onDidLog(({ server, line }) => terminal.note(`[${server}] ${visibleLine(line)}`));
    return await use(runtime);
  } finally {
    await putAway(runtime, context.terminal);
  }
}

/** What cannot be put away is said; it takes nothing back of what the command did. */
async function putAway(runtime: RuntimePort, terminal: Terminal): Promise<void> {
  try {
    await runtime.dispose();
  } catch (error) {
    const reason = messageOf(error);
    terminal.note(visibleLine(`patchbay: warning: not everything could be put away: ${reason}`));
  }
}

async function runtimeOptionsOf(
  context: CommandContext,
  options: ServerOptions,
  { settings, isByHand }: RuntimeUse,
): Promise<RuntimeOptions> {
  const { environment, terminal, signal, version } = context;
  const cwd = resolve(context.cwd, options.cwd ?? '.');
  await requireKind(cwd, 'folder', '--cwd');
  const files = (options.mcpConfig ?? []).map((file) => resolve(context.cwd, file));
  for (const file of files) await requireKind(file, 'file', '--mcp-config');
  const home = homeFolder(environment, context.cwd);
  const logger = options.verbose ? terminalLogger(terminal) : silentLogger;
  return {
    home,
    storage: home,
    workspaceFolder: await workspaceFolderOf(cwd),
    cwd,
    // Starting the command in a folder is not a word about it: servers of all its files wait for approval (ADR 10).
    isTrusted: () => true,
    sessionConfigFiles: files,
    isStrictConfig: options.strictMcpConfig ?? false,
    canAsk: false,
    environment,
    settings: () => settings,
    secrets: new LocalSecrets({ home, environment, logger }),
    signInSurface: isByHand ? terminalSignIn(terminal, environment) : undefined,
    askInput: isByHand && terminal.hasTypist ? terminalInputPrompt(terminal, signal) : undefined,
    hostHandlers: noHostHandlers,
    version,
    logger,
  };
}

async function requireKind(path: string, kind: 'file' | 'folder', option: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  const fits = kind === 'folder' ? found?.isDirectory() : found !== undefined && !found.isDirectory();
  if (!fits) throw new CommandError(exitCode.usage, `${option}: there is no ${kind} ${path}.`);
}

function terminalLogger(terminal: Terminal): Logger {
  return {
    info: (message) => terminal.note(visibleLine(message)),
    warn: (message) => terminal.note(visibleLine(message)),
    error: (message, error) =>
      terminal.note(visibleLine(error instanceof Error ? `${message}: ${error.message}` : message)),
  };
}
