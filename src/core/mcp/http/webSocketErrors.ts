/** A server answered with a status where it should have opened a WebSocket. */
export class UpgradeRefusedError extends Error {
  override readonly name = 'UpgradeRefusedError';
  readonly status: number;

  constructor(status: number) {
    super(`The upgrade was answered with HTTP ${status}`);
    this.status = status;
  }
}

/** A WebSocket was closed, and not from here. */
export class WebSocketClosedError extends Error {
  override readonly name = 'WebSocketClosedError';
  /** As RFC 6455 §7.4 and its registry define it; 1006 when the connection broke without a word. */
  readonly code: number;
  /** Untrusted text of the server; empty when it gave none. */
  readonly reason: string;

  constructor(code: number, reason: string, options?: ErrorOptions) {
    super(`The WebSocket was closed with code ${code}`, options);
    this.code = code;
    this.reason = reason;
  }
}
