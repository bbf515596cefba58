import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { SecretStore } from '../../base/secretStore.ts';
import type { RemoteDefinition } from './signIns.ts';

const registrationSchema = z.object({
  /** The authorization server that gave it. */
  issuer: z.string(),
  clientId: z.string(),
  clientSecret: z.optional(z.string()),
  /** How it authenticates at the token endpoint, as the authorization server answered. */
  authMethod: z.optional(z.string()),
  /** Every address it may be sent back to. */
  redirectUris: z.array(z.string()),
  /** Path of those on this machine. */
  callbackPath: z.string(),
  /** Whether a sign-in with it came to nothing: the next one registers anew. */
  isDoubted: z.optional(z.boolean()),
});

const tokensSchema = z.object({
  /** The authorization server that gave them. They, and what renews them, go to no other. */
  issuer: z.string(),
  /** What they are for. */
  resource: z.string(),
  accessToken: z.string(),
  tokenType: z.string(),
  refreshToken: z.optional(z.string()),
  /** What was granted, or asked for where the answer did not say. */
  scope: z.optional(z.string()),
});

const recordSchema = z.object({
  version: z.literal(1),
  registration: z.optional(registrationSchema),
  tokens: z.optional(tokensSchema),
  /** The first authorization server that a configured client was used with. It is shown to no other. */
  clientIssuer: z.optional(z.string()),
  /** A private key as JWK, with which tokens are bound to this host (RFC 9449). */
  proofKey: z.optional(z.record(z.string(), z.unknown())),
});

export type ClientRegistration = z.infer<typeof registrationSchema>;
export type IssuedTokens = z.infer<typeof tokensSchema>;
/** All that is kept of the sign-in to one server. */
export type SignInRecord = z.infer<typeof recordSchema>;

const emptyRecord: SignInRecord = { version: 1 };

/** Keeps the record of one server in the secret store, under its name, its address and that of configured metadata. */
export class SignInRecordStore {
  readonly key: string;
  readonly #secrets: SecretStore;

  constructor({ name, transport }: RemoteDefinition, secrets: SecretStore) {
    // Whoever names the metadata says where tokens are renewed: those got by one document are not sent where another says.
    const { authServerMetadataUrl } = transport.oauth;
    const place = [transport.url, ...(authServerMetadataUrl === undefined ? [] : [authServerMetadataUrl])].join('\n');
    const address = createHash('sha256').update(place).digest('hex').slice(0, 16);
    this.key = `mcp-sign-in:${name}:${address}`;
    this.#secrets = secrets;
  }

  /** What another version wrote, or what is damaged, counts as nothing: the person signs in again. */
  async read(): Promise<SignInRecord> {
    const text = await this.#secrets.get(this.key);
    if (text === undefined) return emptyRecord;
    try {
      return z.parse(recordSchema, JSON.parse(text));
    } catch {
      return emptyRecord;
    }
  }

  async write(record: SignInRecord): Promise<void> {
    await this.#secrets.set(this.key, JSON.stringify(record));
  }

  async delete(): Promise<void> {
    await this.#secrets.delete(this.key);
  }
}
