import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { reasonOf } from '../errorReason.ts';
import { readRequiredElicitations } from '../host/elicitationRequest.ts';
import { HostRefusal } from '../host/hostRefusal.ts';
import { remoteRequestError } from '../http/remoteRequestError.ts';
import { McpError } from '../mcpError.ts';
import type { Redactor } from '../config/secretNames.ts';
import type { RequestDeadline } from './requestDeadline.ts';

/** What was asked of a server, for error messages. */
export interface RequestSubject {
  readonly server: string;
  /** Such as `tools/call of "search"`. */
  readonly what: string;
  readonly timeoutMs: number;
  /** The person or the program no longer wants the answer. */
  readonly isAborted: boolean;
  /** The time limit that has passed: there was no sign of life, or too many of them and no answer. */
  readonly missed: RequestDeadline['missed'];
  /** Whether -32602 and -32002 say that the thing does not exist; `notFound` is the message then. */
  readonly notFound?: string | undefined;
  /** Why the connection ended by itself, where it has. */
  readonly whyLost: string | undefined;
  /** For what the server says: it may quote the secrets it was given. */
  readonly redact: Redactor;
}

const invalidParams = -32602;
const oldResourceNotFound = -32002;
const urlElicitationRequired = -32042;

/** Turns whatever a request of the SDK rejects with into an `McpError` that says what to do. */
export function toMcpError(error: unknown, subject: RequestSubject): McpError {
  const { server, what, timeoutMs, notFound, whyLost = 'Try again, or connect it first.', redact } = subject;
  if (error instanceof McpError) return error;
  if (subject.isAborted)
    return new McpError('aborted', server, `${what} on "${server}" was cancelled.`, { cause: error });
  if (subject.missed || (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)) {
    return new McpError(
      'timeout',
      server,
      subject.missed === 'maximum'
        ? `${what} on "${server}" was not done after ten times its time limit of ${timeoutMs / 1000} s, and was cancelled.`
        : `"${server}" did not answer ${what} within ${timeoutMs / 1000} s. If it needs longer, set a larger "timeout" for it.`,
      { cause: error },
    );
  }
  if (error instanceof ProtocolError) {
    // No cause: its message and data are the server's, with whatever secrets it quotes.
    const isNotFound = error.code === invalidParams || error.code === oldResourceNotFound;
    if (notFound !== undefined && isNotFound) {
      return new McpError('not_found', server, redact(`${notFound} (${reasonOf(error)})`), { rpcCode: error.code });
    }
    const message = redact(`"${server}" refused ${what}: ${reasonOf(error)} (code ${error.code}).`);
    const elicitations =
      error.code === urlElicitationRequired ? readRequiredElicitations(server, error.data) : undefined;
    return new McpError('protocol', server, message, { rpcCode: error.code, ...(elicitations && { elicitations }) });
  }
  // From 2026-07-28 a server asks the host in its answer, and the host itself ends a request that asks wrongly.
  if (error instanceof HostRefusal) {
    const message = redact(
      `${what} on "${server}" failed, because the host refused what it asked for: ${reasonOf(error)}.`,
    );
    return new McpError('protocol', server, message, { rpcCode: error.code });
  }
  const remote = remoteRequestError(error, subject);
  if (remote) return new McpError(remote.code, server, redact(remote.message));
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) {
    const message = `"${server}" went away during ${what}, so there is no answer. ${whyLost}`;
    return new McpError('server_gone', server, message, { cause: error });
  }
  const message = redact(`${what} on "${server}" failed: ${reasonOf(error)}.`);
  return new McpError(error instanceof SdkError ? 'protocol' : 'server_gone', server, message);
}
