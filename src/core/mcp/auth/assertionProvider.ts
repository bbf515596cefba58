import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';

export interface AssertionGrant {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** The authorization server that the client belongs to. */
  readonly issuer: string;
  /** A signed statement of somebody whom the authorization server believes. */
  readonly assertion: (scope: string | undefined) => Promise<string>;
}

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Trades a signed statement for a token (RFC 7523 §2.1), in the words of the SDK. */
export class AssertionProvider implements OAuthClientProvider {
  readonly redirectUrl = undefined;
  readonly clientMetadata: OAuthClientMetadata = { redirect_uris: [], grant_types: [grantType] };
  readonly #grant: AssertionGrant;

  constructor(grant: AssertionGrant) {
    this.#grant = grant;
  }

  clientInformation(): StoredOAuthClientInformation {
    const { clientId, clientSecret, issuer } = this.#grant;
    return { client_id: clientId, issuer, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
  }

  async prepareTokenRequest(scope?: string): Promise<URLSearchParams> {
    const assertion = await this.#grant.assertion(scope);
    const request = new URLSearchParams({ grant_type: grantType, assertion });
    if (scope !== undefined) request.set('scope', scope);
    return request;
  }

  tokens(): undefined {
    return undefined;
  }

  // What follows belongs to sign-ins of persons and is never asked of this one.
  saveTokens(): void {}

  redirectToAuthorization(): void {}

  saveCodeVerifier(): void {}

  codeVerifier(): string {
    return '';
  }
}
