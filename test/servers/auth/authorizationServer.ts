import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** How a test wants an authorization server to differ from a sound one. All of it may change between requests. */
export interface AuthorizationQuirks {
  /** What its metadata call it. */
  issuer?: string;
  /** What the redirect says it comes from; `missing` leaves that out. */
  redirectIssuer?: string;
  announcesIssuer?: boolean;
  hasPkce?: boolean;
  registers?: boolean;
  readsMetadataDocuments?: boolean;
  scopes?: readonly string[];
  /** An error that the browser is sent back with, instead of a code. */
  refusal?: string | undefined;
  /** More members of the metadata, or other values of them. */
  metadata?: Readonly<Record<string, unknown>>;
  /** Answers token requests instead. */
  tokenAnswer?: (form: URLSearchParams) => { readonly status: number; readonly body: string } | undefined;
}

/** A request to the authorization server: its path, and the parameters of the query or the form. */
export interface AuthorizationRequest {
  readonly path: string;
  readonly parameters: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

export interface RegisteredClient {
  readonly id: string;
  readonly redirectUris: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Grant {
  readonly client: string;
  readonly scope: string;
  readonly resource: string;
  readonly challenge: string;
  readonly redirect: string;
}

/** An authorization server on a free port of this machine, whose person always says yes. */
export class AuthorizationServer {
  readonly quirks: AuthorizationQuirks = {};
  readonly requests: AuthorizationRequest[] = [];
  readonly clients = new Map<string, RegisteredClient>();
  readonly revoked: string[] = [];
  /** Refresh tokens that were used a second time. */
  readonly reused: string[] = [];
  readonly #http: Server;
  #port = 0;
  readonly #codes = new Map<string, Grant>();
  /** Access tokens that are good, and what they are good for. */
  readonly #access = new Map<string, Grant>();
  readonly #refresh = new Map<string, Grant>();
  readonly #used = new Set<string>();

  static async start(): Promise<AuthorizationServer> {
    const server = new AuthorizationServer();
    await new Promise<void>((resolve) => server.#http.listen(0, '127.0.0.1', resolve));
    server.#port = (server.#http.address() as AddressInfo).port;
    return server;
  }

  constructor() {
    this.#http = createServer((request, response) => void this.#serve(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The scope of an access token, while it is good for this resource. */
  scopeOf(token: string, resource: string): string | undefined {
    const grant = this.#access.get(token);
    return grant?.resource === resource ? grant.scope : undefined;
  }

  /** Ends all access tokens, as time would. */
  expire(): void {
    this.#access.clear();
  }

  /** Ends everything that was granted. */
  forgetGrants(): void {
    this.#access.clear();
    this.#refresh.clear();
  }

  forgetClients(): void {
    this.clients.clear();
  }

  addClient(client: RegisteredClient): void {
    this.clients.set(client.id, client);
  }

  /** All headers of all requests, as text. */
  get seenHeaders(): string {
    return JSON.stringify(this.requests.map(({ headers }) => headers));
  }

  asked(path: string): AuthorizationRequest[] {
    return this.requests.filter((request) => request.path === path);
  }

  /** Token requests of a grant type. */
  tokenRequests(grantType: string): URLSearchParams[] {
    return this.asked('/token')
      .map(({ parameters }) => parameters)
      .filter((parameters) => parameters.get('grant_type') === grantType);
  }

  async dispose(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const body = request.method === 'POST' ? await text(request) : '';
    const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
    const parameters = isForm ? new URLSearchParams(body) : url.searchParams;
    this.requests.push({ path: url.pathname, parameters, headers: request.headers });
    switch (url.pathname) {
      case '/.well-known/oauth-authorization-server':
        return json(response, 200, this.#metadata());
      case '/register':
        return this.#register(JSON.parse(body) as Readonly<Record<string, unknown>>, response);
      case '/authorize':
        return this.#authorize(parameters, response);
      case '/token':
        return this.#token(parameters, request, response);
      case '/revoke':
        this.revoked.push(parameters.get('token') ?? '');
        return json(response, 200, {});
      default:
        return json(response, 404, {});
    }
  }

  #metadata(): Record<string, unknown> {
    const { issuer, announcesIssuer, hasPkce, registers, readsMetadataDocuments, scopes, metadata } = this.quirks;
    return {
      issuer: issuer ?? this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      revocation_endpoint: `${this.url}/revoke`,
      response_types_supported: ['code'],
      ...(registers === false ? {} : { registration_endpoint: `${this.url}/register` }),
      ...(hasPkce === false ? {} : { code_challenge_methods_supported: ['S256'] }),
      ...(announcesIssuer === true ? { authorization_response_iss_parameter_supported: true } : {}),
      ...(readsMetadataDocuments === true ? { client_id_metadata_document_supported: true } : {}),
      ...(scopes ? { scopes_supported: scopes } : {}),
      ...metadata,
    };
  }

  #register(metadata: Readonly<Record<string, unknown>>, response: ServerResponse): void {
    const id = `client-${randomUUID()}`;
    this.clients.set(id, { id, redirectUris: metadata['redirect_uris'] as string[], metadata });
    json(response, 201, { ...metadata, client_id: id });
  }

  #authorize(parameters: URLSearchParams, response: ServerResponse): void {
    const client = parameters.get('client_id') ?? '';
    const redirect = parameters.get('redirect_uri') ?? '';
    const known = this.clients.get(client);
    const isDocument = this.quirks.readsMetadataDocuments === true && client.startsWith('https://');
    // Whoever is not known is told on the page, and not sent anywhere.
    if (!isDocument && !known?.redirectUris.includes(redirect)) return json(response, 400, { error: 'invalid_client' });
    const { redirectIssuer, refusal } = this.quirks;
    const target = new URL(redirect);
    target.searchParams.set('state', parameters.get('state') ?? '');
    if (redirectIssuer !== 'missing') target.searchParams.set('iss', redirectIssuer ?? this.url);
    if (refusal === undefined) target.searchParams.set('code', this.#code(parameters, client, redirect));
    else target.searchParams.set('error', refusal);
    response.writeHead(302, { Location: target.href }).end();
  }

  #code(parameters: URLSearchParams, client: string, redirect: string): string {
    const code = `code-${randomUUID()}`;
    this.#codes.set(code, {
      client,
      scope: parameters.get('scope') ?? '',
      resource: parameters.get('resource') ?? '',
      challenge: parameters.get('code_challenge') ?? '',
      redirect,
    });
    return code;
  }

  #token(form: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    const { dpop } = request.headers;
    const special = this.quirks.tokenAnswer?.(form);
    if (special) return void response.writeHead(special.status).end(special.body);
    const client = clientOf(form);
    const isDocument = this.quirks.readsMetadataDocuments === true && client.startsWith('https://');
    if (!isDocument && !this.clients.has(client)) return json(response, 401, { error: 'invalid_client' });
    const grant = this.#grant(form);
    if (grant?.client !== client) return json(response, 400, { error: 'invalid_grant' });
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    this.#access.set(access, grant);
    this.#refresh.set(refresh, grant);
    json(response, 200, {
      access_token: access,
      token_type: dpop === undefined ? 'Bearer' : 'DPoP',
      refresh_token: refresh,
      expires_in: 3600,
    });
  }

  #grant(form: URLSearchParams): Grant | undefined {
    switch (form.get('grant_type')) {
      case 'refresh_token':
        return this.#renewed(form);
      case 'authorization_code':
        return this.#redeemed(form);
      default:
        // Of a program: what it says of itself is believed.
        return {
          client: clientOf(form),
          scope: form.get('scope') ?? '',
          resource: form.get('resource') ?? '',
          challenge: '',
          redirect: '',
        };
    }
  }

  #redeemed(form: URLSearchParams): Grant | undefined {
    const code = form.get('code') ?? '';
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return grant?.challenge === challenge && grant.redirect === form.get('redirect_uri') ? grant : undefined;
  }

  /** A refresh token is good for one time; the second ends all that came of it (OAuth 2.1 §4.3.1). */
  #renewed(form: URLSearchParams): Grant | undefined {
    const token = form.get('refresh_token') ?? '';
    if (this.#used.has(token)) {
      this.reused.push(token);
      this.forgetGrants();
    }
    const grant = this.#refresh.get(token);
    this.#refresh.delete(token);
    this.#used.add(token);
    return grant;
  }
}

/** The client that a token request comes from, by its id or by the assertion that it signed. */
function clientOf(form: URLSearchParams): string {
  const [, claims] = (form.get('client_assertion') ?? '').split('.');
  if (claims === undefined) return form.get('client_id') ?? '';
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly sub: string }).sub;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
