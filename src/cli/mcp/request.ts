import type { Hub } from '../../core/mcp/hub.ts';
import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import type { LogLevel } from '../../core/mcp/connection/logLevel.ts';
import type { JsonValue } from '../../shared/base/json.ts';
import type { CommandContext } from '../commandContext.ts';
import type { ExitCode } from '../exitCode.ts';
import { byHand } from './byHand.ts';
import { configuredServer, connectedServer } from './namedServer.ts';
import { printJson } from './printJson.ts';
import type { VerbOptions } from './verbOptions.ts';

/** Options of the verbs that make a request. */
export interface RequestOptions extends VerbOptions {
  /** What the server is asked to log while it works; shown on stderr. */
  readonly logLevel?: LogLevel | undefined;
}

/** What a request verb has to print. */
export interface RequestAnswer {
  /** The result object as the server gave it. */
  readonly raw: JsonValue;
  /** The same for a person. */
  readonly text: string;
  readonly code: ExitCode;
}

/** Connects the one server that a request verb names, makes the request and prints its result. */
export function runRequest(
  name: string,
  options: RequestOptions,
  context: CommandContext,
  request: (hub: Hub, server: ServerSnapshot) => Promise<RequestAnswer>,
): Promise<ExitCode> {
  const { logLevel } = options;
  const isVerbose = options.verbose ?? logLevel !== undefined;
  return byHand(context, { ...options, verbose: isVerbose }, async ({ hub }) => {
    configuredServer(hub, name);
    if (logLevel !== undefined) await hub.setLogLevel(name, logLevel);
    const server = await connectedServer(hub, name, context.signal);
    const { raw, text, code } = await request(hub, server);
    if (options.json) printJson(context.terminal, raw);
    else context.terminal.out(text);
    return code;
  });
}
