import { createPublicKey, verify } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { oldStreamable } from '../remote/answers.ts';
import { RemoteServer } from '../remote/remoteServer.ts';
import type { Answer, RemoteRequest } from '../remote/remoteServer.ts';
import type { AuthorizationServer } from './authorizationServer.ts';

/** How a test wants a protected server to differ from a sound one. All of it may change between requests. */
export interface ProtectionQuirks {
  /** What its metadata call it. */
  resource?: string;
  scopes?: readonly string[];
  /** The scope that a refusal for want of a token names. */
  challengeScope?: string;
  /** The scope that a call of a tool needs. */
  callScope?: string;
  /** Refuses every token. */
  refusesAll?: boolean;
  /** Where its metadata are: at its path, or at the root and for the whole host, or nowhere. */
  metadataAt?: 'path' | 'root' | 'nowhere';
  /** The status that its metadata are answered with, when it has no answer for now. */
  metadataStatus?: number;
  /** Wants tokens that are bound to a key, and a proof with each request (RFC 9449). */
  wantsProof?: boolean;
}

/** A server over Streamable HTTP that asks for tokens of an authorization server. */
export class ProtectedServer {
  readonly quirks: ProtectionQuirks = {};
  /** The public keys of the proofs that came, as text. */
  readonly proofKeys: string[] = [];
  /** What was wrong with proofs that came. */
  readonly badProofs: string[] = [];
  readonly #remote: RemoteServer;
  #authorization: AuthorizationServer;

  static async start(authorization: AuthorizationServer): Promise<ProtectedServer> {
    const remote = await RemoteServer.start(() => undefined);
    return new ProtectedServer(remote, authorization);
  }

  constructor(remote: RemoteServer, authorization: AuthorizationServer) {
    this.#remote = remote;
    this.#authorization = authorization;
    const inner = oldStreamable();
    remote.become((request, response) => this.#guarded(inner)(request, response));
  }

  get url(): string {
    return this.#remote.url();
  }

  /** The tokens that requests came with, in order. */
  get tokens(): string[] {
    return this.#remote.requests.map(tokenOf).filter((token) => token !== '');
  }

  /** All headers of all requests, as text. */
  get seenHeaders(): string {
    return JSON.stringify(this.#remote.requests.map(({ headers }) => headers));
  }

  moveTo(authorization: AuthorizationServer): void {
    this.#authorization = authorization;
  }

  async dispose(): Promise<void> {
    await this.#remote.stop();
  }

  #guarded(inner: Answer): Answer {
    return (request, response) => {
      const { challengeScope, callScope, refusesAll, metadataAt = 'path' } = this.quirks;
      const location = `/.well-known/oauth-protected-resource${metadataAt === 'root' ? '' : '/mcp'}`;
      if (request.path.startsWith('/.well-known/')) {
        const { metadataStatus } = this.quirks;
        if (metadataStatus !== undefined) return void response.writeHead(metadataStatus).end();
        const isThere = metadataAt !== 'nowhere' && request.path === location;
        response.writeHead(isThere ? 200 : 404, { 'Content-Type': 'application/json' });
        return void response.end(isThere ? JSON.stringify(this.#metadata(metadataAt)) : '{}');
      }
      const scope = refusesAll === true ? undefined : this.#authorization.scopeOf(tokenOf(request), this.#resource());
      if (scope === undefined) {
        const named = challengeScope === undefined ? '' : `, scope="${challengeScope}"`;
        const where = metadataAt === 'path' ? ` resource_metadata="${this.#remote.url(location)}"` : ' realm="mcp"';
        const scheme = this.quirks.wantsProof === true ? 'DPoP' : 'Bearer';
        return void response.writeHead(401, { 'WWW-Authenticate': `${scheme}${where}${named}` }).end();
      }
      if (
        callScope !== undefined &&
        request.message?.method === 'tools/call' &&
        !scope.split(' ').includes(callScope)
      ) {
        const challenge = `Bearer error="insufficient_scope", scope="${callScope}"`;
        return void response.writeHead(403, { 'WWW-Authenticate': challenge }).end();
      }
      if (this.quirks.wantsProof === true) this.#judgeProof(request);
      return inner(request, response);
    };
  }

  #judgeProof({ headers, method }: RemoteRequest): void {
    const [header = '', claims = '', signature = ''] = String(headers['dpop']).split('.');
    const { jwk } = decoded(header) as { readonly jwk: JsonWebKey };
    const { htm, htu } = decoded(claims) as { readonly htm?: string; readonly htu?: string };
    this.proofKeys.push(JSON.stringify(jwk));
    if (headers.authorization?.startsWith('DPoP ') !== true) this.badProofs.push('another scheme');
    if (htm !== method || htu !== this.url) this.badProofs.push(`for ${htm} ${htu}`);
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!isSigned) this.badProofs.push('not signed by its key');
  }

  #resource(): string {
    return this.quirks.resource ?? this.url;
  }

  #metadata(at: 'path' | 'root' | 'nowhere'): Record<string, unknown> {
    const { scopes } = this.quirks;
    return {
      resource: at === 'root' ? (this.quirks.resource ?? this.url) : this.#resource(),
      authorization_servers: [this.#authorization.url],
      ...(scopes ? { scopes_supported: scopes } : {}),
    };
  }
}

function tokenOf({ headers }: RemoteRequest): string {
  return headers.authorization?.replace(/^(?:Bearer|DPoP) /u, '') ?? '';
}

function decoded(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}
