import { SdkHttpError } from '@modelcontextprotocol/client';
import { reasonOf } from '../errorReason.ts';
import type { RequestSubject } from '../connection/requestError.ts';
import { McpError } from '../mcpError.ts';
import { isSessionLost, NetworkLostError } from './connectionLoss.ts';
import { quotedReason, statusLine } from './httpStatus.ts';
import { MessageTooLongError } from './messageTooLongError.ts';
import { signInNeed } from './signInNeed.ts';

/** What was asked of a server. */
type Subject = Pick<RequestSubject, 'server' | 'what' | 'redact'>;

/**
 * What a request over the network was rejected with, as an `McpError` that says what to do; undefined for an error that
 * is not of the network. Nothing is its cause, which may quote secrets.
 */
export function remoteRequestError(error: unknown, { server, what, redact }: Subject): McpError | undefined {
  const need = signInNeed(error, false);
  if (need !== undefined) {
    return new McpError('needs_auth', server, `"${server}" did not do ${what}, because it wants a sign-in. ${need}`);
  }
  if (isSessionLost(error)) {
    const message = `"${server}" did not do ${what}, because it no longer knows the session. Try again.`;
    return new McpError('session_lost', server, message);
  }
  if (error instanceof NetworkLostError) return networkLost(error, server, what);
  if (error instanceof MessageTooLongError) {
    const message = `"${server}" answered ${what} with more than 10 MB, which is not read. Ask it for less.`;
    return new McpError('protocol', server, message);
  }
  if (error instanceof SdkHttpError) {
    const message = `"${server}" answered ${what} with ${statusLine(error.status)}.${quotedReason(error, redact)}`;
    return new McpError('protocol', server, message);
  }
  return undefined;
}

function networkLost(error: NetworkLostError, server: string, what: string): McpError {
  const message = error.mayHaveArrived
    ? `The connection to "${server}" broke during ${what}, so there is no answer (${reasonOf(error)}). Try again, or connect it first.`
    : `"${server}" could not be reached for ${what}, which was not sent (${reasonOf(error)}). Check the network and the server.`;
  return new McpError('server_gone', server, message);
}
