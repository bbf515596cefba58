/** What a connection needs before the server is asked cannot be had: the configuration has to be corrected. */
export class RemoteSetupError extends Error {
  override readonly name = 'RemoteSetupError';
}
