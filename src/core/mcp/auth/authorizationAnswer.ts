import { isSame } from './callbackServer.ts';
import type { CallbackServer } from './callbackServer.ts';
import { SignInError } from './signInError.ts';
import type { SignInSurface } from './signInSurface.ts';

/** As long as it takes to find the phone with the second factor, and no longer. */
const patienceMs = 10 * 60_000;

/**
 * Sends the person to the authorization server and waits for its answer: by the browser, or pasted where the browser
 * cannot reach this machine; the first counts. Throws a `SignInError` when none comes.
 */
export async function awaitAnswer(
  surface: SignInSurface,
  authorizationUrl: URL,
  callback: CallbackServer,
  server: string,
  state: string,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const answered = new AbortController();
  const over = AbortSignal.any([signal, answered.signal]);
  let timer: NodeJS.Timeout | undefined;
  const neverComes = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(cancelled(server, signal));
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { signal: answered.signal });
    timer = setTimeout(() => reject(tooLate(server)), patienceMs);
  });
  // It may be settled when nobody waits for it any more.
  neverComes.catch(() => {});
  try {
    const isOpened = await Promise.race([surface.openBrowser(authorizationUrl, server), neverComes]);
    if (!isOpened)
      throw new SignInError('cancelled', `The sign-in to "${server}" was not begun. Sign in again to try anew.`);
    const pasted = surface.askForRedirect ? [pastedAnswer(surface, server, state, over)] : [];
    return await Promise.race([callback.answer, neverComes, ...pasted]);
  } finally {
    clearTimeout(timer);
    answered.abort();
  }
}

async function pastedAnswer(
  surface: SignInSurface,
  server: string,
  state: string,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const text = (await surface.askForRedirect?.(server, signal))?.trim();
  // Whoever is no longer asked gives no answer either.
  if (signal.aborted) return new Promise(() => {});
  if (text === undefined || text === '') {
    throw new SignInError('cancelled', `The sign-in to "${server}" was given up. Sign in again to try anew.`);
  }
  const answer = URL.canParse(text) ? new URL(text).searchParams : parametersIn(text);
  // A code alone has no state to check; that it was made for this very sign-in, PKCE proves.
  if (answer.size === 1 && answer.has('code')) return answer;
  if (isSame(answer.get('state') ?? '', state)) return answer;
  throw new SignInError(
    'callback',
    `What was pasted is not the answer to this sign-in to "${server}". Sign in again, and paste the whole address that ` +
      'the browser ended at.',
  );
}

function parametersIn(text: string): URLSearchParams {
  return /[=&]/u.test(text.replace(/=+$/u, ''))
    ? new URLSearchParams(text.replace(/^[?#]/u, ''))
    : new URLSearchParams({ code: text });
}

function cancelled(server: string, signal: AbortSignal): SignInError {
  if (signal.reason instanceof SignInError) return signal.reason;
  return new SignInError('cancelled', `The sign-in to "${server}" was cancelled.`);
}

function tooLate(server: string): SignInError {
  return new SignInError(
    'timeout',
    `Nobody signed in to "${server}" within ${patienceMs / 60_000} minutes. Sign in again to try anew.`,
  );
}
