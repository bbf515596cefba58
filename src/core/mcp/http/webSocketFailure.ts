import type { ConnectionFailure } from '../connection/connectionState.ts';
import { isNetworkError } from './networkError.ts';
import { describeNetworkError } from './networkFailure.ts';
import type { UpgradeRefusedError, WebSocketClosedError } from './webSocketErrors.ts';

/** Says why no WebSocket was opened. */
export function describeUpgradeRefusal({ status }: UpgradeRefusedError, address: string): ConnectionFailure {
  const advice =
    status === 401 || status === 403
      ? 'It wants credentials, which a server of type ws cannot be given: use its address of the type http.'
      : 'Check that "url" is the address of an MCP server that speaks WebSocket.';
  return { code: 'http_status', message: `${address} answered with HTTP ${status} instead of a WebSocket. ${advice}` };
}

/** Says why an open WebSocket was closed, and what to do. */
export function describeWebSocketClose(closed: WebSocketClosedError, address: string): ConnectionFailure {
  if (isTooLong(closed)) {
    return {
      code: 'protocol',
      message: `The server at ${address} sent a message of more than 10 MB, and was disconnected. Connect again.`,
    };
  }
  if (closed.code === brokenOff && isNetworkError(closed.cause)) return describeNetworkError(closed.cause, address);
  const said = closed.reason === '' ? '' : ` It says: ${closed.reason}`;
  return { code: 'lost', message: `${meaningOf(closed.code, address)} Connect again.${said}` };
}

const brokenOff = 1006;

/** The library closes such a connection from here, with an error that says so. */
function isTooLong({ cause }: WebSocketClosedError): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
}

/** The registered codes (RFC 6455 §11.7) that a server sends. */
function meaningOf(code: number, address: string): string {
  switch (code) {
    case 1000:
    case 1005:
      return `The server at ${address} ended the connection.`;
    case 1001:
    case 1012:
      return `The server at ${address} is shutting down or restarting.`;
    case brokenOff:
      return `The connection to ${address} broke off.`;
    case 1002:
    case 1003:
    case 1007:
      return `The server at ${address} could not read what it was sent (code ${code}).`;
    case 1008:
      return `The server at ${address} does not allow the connection (code 1008).`;
    case 1009:
      return `A message was too long for the server at ${address}.`;
    case 1011:
      return `The server at ${address} met with an error (code 1011): look into its log.`;
    case 1013:
      return `The server at ${address} is too busy: wait a while.`;
    default:
      return `The server at ${address} closed the connection with code ${code}.`;
  }
}
