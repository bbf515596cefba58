/** Error codes of JSON-RPC that a server is told; -1 is the specification's own ("client/sampling", error handling). */
const codes = { invalid: -32602, failed: -32603, declined: -1 } as const;

/**
 * Why the host does not give a server what it asks for; the server is told the message. A surface may throw it too:
 * `declined` says that the person did not want it. `invalid`: the request itself is at fault.
 */
export class HostRefusal extends Error {
  override readonly name = 'HostRefusal';
  /** The code of the JSON-RPC error that the server gets. */
  readonly code: number;

  constructor(why: keyof typeof codes, message: string) {
    super(message);
    this.code = codes[why];
  }
}
