import { SdkHttpError } from '@modelcontextprotocol/client';
import { reasonOf } from '../errorReason.ts';
import { NetworkLostError, SessionLostError } from './connectionLoss.ts';
import { isNetworkError, isUnsent, networkReason } from './networkError.ts';

/** Says of a session that it is not there; servers that do not answer 404 write it in many words. */
const lostSession = new RegExp(
  [
    String.raw`session[^.]{0,40}(?:not found|unknown|expired|invalid|not valid|unrecogni[sz]ed|terminated|closed|missing|does(?: not|n't) exist|no longer)`,
    String.raw`(?:unknown|expired|invalid|no valid|no such|missing|unrecogni[sz]ed)[^.]{0,20}session`,
    String.raw`server not initiali[sz]ed`,
  ].join('|'),
  'iu',
);

/**
 * What a request was rejected with, in words that can be told apart: `SessionLostError`, `NetworkLostError`, or the
 * error itself. `isSessioned` says whether the request named a session.
 */
export function withLoss(error: unknown, isSessioned: boolean): unknown {
  if (isSessioned && error instanceof SdkHttpError && saysSessionLost(error)) {
    return new SessionLostError('The server no longer knows the session', { cause: error });
  }
  if (!isNetworkError(error)) return error;
  const reason = networkReason(error) ?? error;
  return new NetworkLostError(reasonOf(reason), !isUnsent(error), { cause: error });
}

function saysSessionLost({ status, data }: SdkHttpError): boolean {
  if (status === 404) return true;
  const { text } = data;
  const canSay = status === 400 || status === 410 || status >= 500;
  return canSay && typeof text === 'string' && lostSession.test(text);
}
