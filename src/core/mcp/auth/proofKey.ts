import { DpopSession, generateDpopKeyPair } from '@modelcontextprotocol/client';
import type { Discovery } from './discovery.ts';
import type { SignInRecord } from './signInRecord.ts';

/** The algorithm of RFC 9449 that everybody has. */
const algorithm = 'ES256';
const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** A key that tokens are bound to, and how it is kept. */
export interface ProofKey {
  readonly session: DpopSession;
  readonly kept: NonNullable<SignInRecord['proofKey']>;
}

/** Whether a refusal of the server asks for tokens that are bound to a key (RFC 9449 §7.1). */
export function isProofChallenge(wwwAuthenticate: string): boolean {
  return /(?:^|,)\s*dpop(?:\s|$|,)/iu.test(wwwAuthenticate);
}

/** Whether the authorization server binds tokens to keys of the kind used here. */
export function bindsTokens({ metadata }: Discovery): boolean {
  const listed: unknown = (metadata as { readonly dpop_signing_alg_values_supported?: unknown } | undefined)
    ?.dpop_signing_alg_values_supported;
  return Array.isArray(listed) && listed.includes(algorithm);
}

/** Makes a key. It has to be kept with the tokens, which are worth nothing without it. */
export async function newProofKey(): Promise<ProofKey> {
  const keyPair = await generateDpopKeyPair({ alg: algorithm, extractable: true });
  const kept = await crypto.subtle.exportKey('jwk', keyPair.privateKey);
  return {
    session: await DpopSession.create({ keyPair }),
    kept: { ...kept, thumbprint: keyPair.thumbprint },
  };
}

/** Takes up a key that was kept. Rejects when it is damaged. */
export async function restoreProofKey(kept: ProofKey['kept']): Promise<ProofKey> {
  const { d, kty, crv, x, y, thumbprint } = kept as Readonly<Record<string, string>>;
  const publicJwk = { kty, crv, x, y } as { readonly kty: string };
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { ...publicJwk, ...(d === undefined ? {} : { d }) }, curve, false, ['sign']),
    crypto.subtle.importKey('jwk', publicJwk, curve, true, ['verify']),
  ]);
  const keyPair = { privateKey, publicKey, publicJwk, thumbprint: thumbprint ?? '', alg: algorithm } as const;
  return { session: await DpopSession.create({ keyPair }), kept };
}
