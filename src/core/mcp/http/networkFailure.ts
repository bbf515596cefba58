import type { ConnectionFailure } from '../connection/connectionState.ts';
import { reasonOf } from '../errorReason.ts';
import { isTlsCode, networkCode, networkReason } from './networkError.ts';

/** Says why the network did not lead to a server, and what to do. `address` is shown as it is. */
export function describeNetworkError(error: unknown, address: string): ConnectionFailure {
  const code = networkCode(error);
  if (code !== undefined && isTlsCode(code)) return { code: 'tls', message: describeTls(code, error, address) };
  return { code: 'unreachable', message: describeUnreachable(code, error, address) };
}

function describeUnreachable(code: string | undefined, error: unknown, address: string): string {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of ${address} was not found. Check the spelling of "url" and the network.`;
    case 'ECONNREFUSED':
      return `Nothing listens at ${address}: the connection was refused. Start the server, or correct "url".`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `The connection to ${address} was closed before an answer came. Look into the server's log, and connect again.`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `${address} cannot be reached from here (${code}). Check the network, a VPN or a proxy.`;
    default:
      return `${address} cannot be reached: ${reasonOf(networkReason(error))}. Check "url" and the network.`;
  }
}

function describeTls(code: string, error: unknown, address: string): string {
  const trust = 'If you trust the server, name its certificate authority in NODE_EXTRA_CA_CERTS.';
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return `The certificate of ${address} is signed by itself, so it is not known who answers. ${trust}`;
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${address} has expired. Renew it on the server.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return `The certificate of ${address} is for another host. Correct "url", or the certificate of the server.`;
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return `${address} does not answer with TLS. Write "url" with http:// if the server has none.`;
    default:
      return `The certificate of ${address} cannot be trusted: ${reasonOf(networkReason(error))} (${code}). ${trust}`;
  }
}
