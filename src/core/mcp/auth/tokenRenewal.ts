import { refreshAuthorization } from '@modelcontextprotocol/client';
import type { OAuthTokens } from '@modelcontextprotocol/client';
import { chooseClient, knownClient } from './clientChoice.ts';
import { discover } from './discovery.ts';
import type { Challenge, Discovery } from './discovery.ts';
import { describeOAuthError, isClientUnknown, isGrantInvalid } from './oauthFailure.ts';
import { withProcessLock } from './processLock.ts';
import { restoreProofKey } from './proofKey.ts';
import type { SignInContext } from './signInContext.ts';
import { SignInError } from './signInError.ts';
import type { IssuedTokens, SignInRecord } from './signInRecord.ts';
import { usableTokens } from './usableTokens.ts';

/**
 * Gets other tokens than the ones that the server refused, without a person, and resolves to what is kept then. One
 * process at a time: a refresh token that is used twice is taken for a stolen one, so whoever comes second takes what
 * the first has brought. Throws a `SignInError`; with `needs_person`, the tokens are forgotten.
 */
export function renewTokens(context: SignInContext, refused: string, challenge: Challenge): Promise<SignInRecord> {
  const { store } = context;
  return withProcessLock(context, async () => {
    const record = await store.read();
    const { tokens } = record;
    if (tokens && tokens.accessToken !== refused) return record;
    if (tokens?.refreshToken === undefined) throw await dropped(context, record, 'The sign-in has expired');
    const discovery = await discover(context.definition, challenge, context.fetch());
    if (discovery.issuer !== tokens.issuer) {
      throw await dropped(context, record, 'The authorization server has changed');
    }
    const client = knownClient(chooseClient(context, record, discovery));
    if (!client) throw await dropped(context, record, 'The client that signed in is no longer registered');
    let issued: OAuthTokens;
    try {
      const { proofKey } = record;
      const refreshed = await refreshAuthorization(discovery.authorizationServerUrl, {
        ...(discovery.metadata ? { metadata: discovery.metadata } : {}),
        clientInformation: client,
        refreshToken: tokens.refreshToken,
        resource: discovery.resource,
        ...(proofKey ? { dpop: (await restoreProofKey(proofKey)).session } : {}),
        fetchFn: context.fetch(),
      });
      issued = usableTokens(refreshed, record.proofKey !== undefined);
    } catch (error) {
      if (isGrantInvalid(error)) throw await dropped(context, record, 'The sign-in has expired or was revoked');
      if (isClientUnknown(error)) {
        throw await dropped(context, { ...record, registration: undefined }, 'The client is no longer registered');
      }
      throw describeOAuthError(context.server, discovery.issuer, error);
    }
    const renewed = { ...record, tokens: issuedTokens(issued, discovery, tokens.scope) };
    await store.write(renewed);
    return renewed;
  });
}

/** `asked` is the scope asked for: an answer without one has granted that (RFC 6749 §5.1). */
export function issuedTokens(issued: OAuthTokens, discovery: Discovery, asked: string | undefined): IssuedTokens {
  const scope = issued.scope ?? asked;
  return {
    issuer: discovery.issuer,
    resource: discovery.resource,
    accessToken: issued.access_token,
    tokenType: issued.token_type,
    ...(issued.refresh_token === undefined ? {} : { refreshToken: issued.refresh_token }),
    ...(scope === undefined ? {} : { scope }),
  };
}

/** What a server asks a person for. */
export function needsPerson(server: string, why: string): SignInError {
  return new SignInError('needs_person', `${why}. Sign in to "${server}".`);
}

/** Forgets the tokens, which are of no use any more, and gives the error to throw. */
async function dropped({ server, store }: SignInContext, record: SignInRecord, why: string): Promise<SignInError> {
  await store.write({ ...record, tokens: undefined });
  return needsPerson(server, why);
}
