import { ConnectionLostError } from '../process/connectionLostError.ts';

/**
 * How an open connection over the network ended by itself:
 * - `session`: the server no longer knows the session;
 * - `stream`: the stream of what the server says by itself broke, and could not be taken up again;
 * - `message`: a message was longer than is read;
 * - `closed`: the server closed the connection;
 * - `silent`: the server no longer answers;
 * - `signIn`: the server wants a sign-in, another one, or one with more rights.
 */
export type ConnectionLoss = 'session' | 'stream' | 'message' | 'closed' | 'silent' | 'signIn';

/**
 * The server no longer knows the session that a request belonged to, and did nothing with it: it answered 404 as the
 * specification says (2025-11-25, "Session Management"), or 400, 410 or 5xx with words to that effect, as many do.
 */
export class SessionLostError extends Error {
  override readonly name = 'SessionLostError';
}

/** The network did not carry a request to a remote server, or not its answer back. */
export class NetworkLostError extends ConnectionLostError {
  /** Whether the server may have received the request, and done what it says: it must not simply be sent again then. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, mayHaveArrived: boolean, options?: ErrorOptions) {
    super(message, options);
    this.mayHaveArrived = mayHaveArrived;
  }
}

/**
 * Whether a request was rejected because the server forgot the session. It was not carried out; a new connection to
 * the same definition (new transport, new handshake) makes a new session.
 */
export function isSessionLost(error: unknown): boolean {
  return chainOf(error).some((it) => it instanceof SessionLostError);
}

/**
 * Whether a request was rejected because nobody is reached any more: the network or the process is gone, or the
 * connection was closed meanwhile. Unless a `NetworkLostError` says that it was never sent, the server may have carried
 * it out.
 */
export function isConnectionLost(error: unknown): boolean {
  return chainOf(error).some((it) => it instanceof ConnectionLostError || isClosedConnection(it));
}

/** The SDK's word for it, known by its code, so that asking does not load the SDK. */
function isClosedConnection(error: Error): boolean {
  return error.name === 'SdkError' && 'code' in error && error.code === 'CONNECTION_CLOSED';
}

/** An error and what caused it; some stand inside an error of the SDK. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let it = error; it instanceof Error && !chain.includes(it); it = it.cause) chain.push(it);
  return chain;
}
