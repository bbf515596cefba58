import type { ServerDefinition } from '../config/serverDefinition.ts';

interface ClientIdentity {
  /** As registered with the authorization server. */
  readonly clientId: string;
  /** The authorization server these credentials belong to: they are sent to no other. */
  readonly issuer?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
}

/** The client credentials grant with a shared secret (RFC 6749 §4.4). */
interface ClientSecretCredentials extends ClientIdentity {
  readonly type: 'clientSecret';
  readonly clientSecret: string;
}

/** The client credentials grant with a signed assertion instead of a secret (RFC 7523 §2.2). */
interface PrivateKeyCredentials extends ClientIdentity {
  readonly type: 'privateKey';
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
  /** A JWS algorithm, such as `ES256`. */
  readonly algorithm: string;
}

/** Enterprise-managed authorization: the organisation's identity provider vouches for the person (SEP-990). */
export interface EnterpriseCredentials extends ClientIdentity {
  readonly type: 'enterprise';
  readonly clientSecret: string;
  /** The identity provider's token endpoint, which exchanges the ID token for an assertion (RFC 8693). */
  readonly identityTokenEndpoint: string;
  /** This host as registered with the identity provider. */
  readonly identityClientId: string;
  readonly identityClientSecret?: string | undefined;
  /** The person's ID token of the identity provider, asked for at each exchange. */
  readonly idToken: () => Promise<string>;
}

/** Workload identity federation: the platform vouches for this process (RFC 7523 §2.1, SEP-1933). */
interface WorkloadCredentials extends ClientIdentity {
  readonly type: 'workload';
  /** The platform's signed statement, asked for at each token request. */
  readonly assertion: () => Promise<string>;
}

/** How this host shows a server's authorization server who it is, without a person. */
export type Credentials = ClientSecretCredentials | PrivateKeyCredentials | EnterpriseCredentials | WorkloadCredentials;

/** Credentials of the surface for a server. Undefined where a person signs in, or where nobody has to. */
export type CredentialSource = (definition: ServerDefinition) => Credentials | undefined;
