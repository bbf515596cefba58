import { errorChain, networkCode } from './errorChain.ts';
import type { ModelEndpoint } from './modelEndpoint.ts';
import { ModelError } from './modelError.ts';

const closedCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Whether the failure is a connection that was made and then closed, without a word. */
export function isClosedConnection(error: unknown): boolean {
  return closedCodes.has(networkCode(error) ?? '');
}

/** The request got no answer: nothing listens, the name does not resolve, the network ate it, or it is no request. */
export function networkFailure(endpoint: ModelEndpoint, error: unknown): ModelError {
  const { host, hostname, port } = endpoint.baseUrl;
  const whose = `the base URL of provider "${endpoint.provider}"`;
  const check = `Check that the model server is running and that ${whose} is right.`;
  const unreachable = (what: string) => new ModelError('unreachable', `Cannot reach the model: ${what}`);
  const code = networkCode(error);
  switch (code) {
    case 'ECONNREFUSED':
      return unreachable(`nothing listens at ${host}. ${check}`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return unreachable(`there is no host ${hostname}. Check ${whose} and your network.`);
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return new ModelError('unreachable', `Cannot reach the model: ${host} closed the connection without an answer.`, {
        cause: error,
        advice: check,
      });
    case 'UND_ERR_HEADERS_TIMEOUT':
      return unreachable(`${host} took the request and did not begin to answer in time. ${check}`);
    case undefined:
      if (errorChain(error).some(({ message }) => message === 'bad port')) {
        return unreachable(
          `port ${port} of ${hostname} is one that HTTP clients refuse to use. Give the server another.`,
        );
      }
      // The request could not even be made. Its error may quote a header, so nothing of it is passed on.
      return new ModelError(
        'not_configured',
        `A request to ${host} could not be made. Check ${whose}, its headers and its API key for characters that do not belong there.`,
      );
    default:
      return unreachable(`the connection to ${host} failed (${code}). ${check}`);
  }
}
