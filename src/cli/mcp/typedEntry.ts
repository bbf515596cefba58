import type { JsonObject } from '../../shared/base/json.ts';
import { CommandError } from '../commandError.ts';
import { exitCode } from '../exitCode.ts';

export interface TypedEntryOptions {
  /** A word of `type` (contract §3). */
  readonly transport?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly header?: Readonly<Record<string, string>> | undefined;
}

/**
 * The entry of a configuration file for a server that a person typed: its URL, or its command and arguments. Throws a
 * usage error for what does not go together.
 */
export function typedEntry(target: readonly string[], { transport, env, header }: TypedEntryOptions): JsonObject {
  const [first, ...others] = target;
  if (first === undefined) throw usage('Say where the server is: its URL, or -- and the command that starts it.');
  if (isUrl(first) && transport !== 'stdio') {
    if (others.length > 0) throw usage(`A URL stands alone; "${others.join(' ')}" is too much.`);
    if (env) throw usage('--env is for a server that is started by a command. Use --header for one with a URL.');
    return remoteEntry(first, transport, header);
  }
  if (transport !== undefined && transport !== 'stdio') throw usage(`--transport ${transport} needs a URL.`);
  if (header) throw usage('--header is for a server with a URL. Use --env for one that is started by a command.');
  return {
    ...(transport !== undefined && { type: transport }),
    command: first,
    ...(others.length > 0 && { args: others }),
    ...(env && { env: { ...env } }),
  };
}

function remoteEntry(url: string, transport: string | undefined, header: TypedEntryOptions['header']): JsonObject {
  const isWebSocket = /^wss?:/i.test(url);
  if (isWebSocket && (transport ?? 'ws') !== 'ws') throw usage(`--transport ${transport} needs an http or https URL.`);
  if (!isWebSocket && transport === 'ws') throw usage('--transport ws needs a ws or wss URL.');
  if (isWebSocket && header) throw usage('A WebSocket takes no headers: it is reached by its URL alone.');
  const type = isWebSocket ? 'ws' : transport;
  // Without a type, Streamable HTTP is tried first and then the older HTTP+SSE.
  return { ...(type !== undefined && { type }), url, ...(header && { headers: { ...header } }) };
}

function isUrl(text: string): boolean {
  return /^(https?|wss?):\/\//i.test(text);
}

function usage(message: string): CommandError {
  return new CommandError(exitCode.usage, message);
}
