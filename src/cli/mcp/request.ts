import type { Hub } from '../../core/mcp/hub.ts';
import type { ServerSnapshot } from '../../core/mcp/hubPort.ts';
import { defaultSettings } from '../../core/settings.ts';
import type { JsonValue } from '../../shared/base/json.ts';
import type { CommandContext } from '../commandContext.ts';
import type { ExitCode } from '../exitCode.ts';
import { withRuntime } from '../withRuntime.ts';
import { connectedServer } from './namedServer.ts';
import { printJson } from './printJson.ts';
import type { VerbOptions } from './verbOptions.ts';

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
  options: VerbOptions,
  context: CommandContext,
  request: (hub: Hub, server: ServerSnapshot) => Promise<RequestAnswer>,
): Promise<ExitCode> {
  return withRuntime(context, options, defaultSettings, async ({ hub }) => {
    const server = await connectedServer(hub, name, context.signal);
    const { raw, text, code } = await request(hub, server);
    if (options.json) printJson(context.terminal, raw);
    else context.terminal.out(text);
    return code;
  });
}
