/** A message could not be sent, because the process or the connection to it has ended. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}
