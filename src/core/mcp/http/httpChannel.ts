import type { FetchLike, Transport } from '@modelcontextprotocol/client';
import type { Timing } from '../../base/timing.ts';
import type { ServerAuth } from '../auth/serverAuth.ts';
import { redactUrl } from '../config/redactedText.ts';
import type { Redactor } from '../config/secretNames.ts';
import type { HttpTransportDefinition } from '../config/serverDefinition.ts';
import type { HandshakeOptions, LostState, OpenedClient, ServerChannel } from '../connection/serverChannel.ts';
import type { ProcessEnvironment } from '../process/processEnvironment.ts';
import { isSessionLost } from './connectionLoss.ts';
import type { ConnectionLoss } from './connectionLoss.ts';
import { helperHeaders } from './headersHelper.ts';
import type { Network } from './network.ts';
import { describeRemoteLoss, describeRemoteTimeout } from './remoteLoss.ts';
import { serverFetch } from './serverFetch.ts';

export interface HttpChannelOptions {
  readonly transport: HttpTransportDefinition;
  readonly environment: ProcessEnvironment;
  /** What requests carry of a sign-in; missing for servers that need none. */
  readonly auth?: ServerAuth | undefined;
  /** The surface's own way to the network, such as the editor's, which knows its proxies; else Patchbay opens one. */
  readonly fetch?: FetchLike | undefined;
  readonly timing: Timing;
  /** Takes values that appear in the course of a connection and must not be logged or shown. */
  readonly onSecret: (value: string) => void;
  /** Takes those values, and the secrets of the configuration, out of what the server says of its failures. */
  readonly redact: Redactor;
}

/** A server over Streamable HTTP or HTTP+SSE, of either era. */
export class HttpChannel implements ServerChannel {
  readonly #options: HttpChannelOptions;
  readonly #transports: Transport[] = [];
  readonly #closed = new AbortController();
  #network: Promise<Network> | undefined;
  #helping: Promise<unknown> | undefined;
  #loss: ConnectionLoss | undefined;

  constructor(options: HttpChannelOptions) {
    this.#options = options;
  }

  /**
   * A server may answer the question for the modern era with anything, or not at all: whatever goes wrong that another
   * way may heal is tried the legacy way alone, and then, where the answer fits, over HTTP+SSE.
   */
  async open(options: HandshakeOptions): Promise<OpenedClient> {
    const { transport: definition, auth, timing, fetch: given } = this.#options;
    this.#network = given ? Promise.resolve({ fetch: given, close: () => Promise.resolve() }) : this.#openNetwork();
    const [network, headers, { shakeHandsRemotely }] = await Promise.all([
      this.#network,
      this.#headers(),
      import('./remoteHandshake.ts'),
    ]);
    const url = new URL(definition.url);
    const fetch = serverFetch({ fetch: network.fetch, address: url, headers, onSecret: this.#options.onSecret });
    return shakeHandsRemotely({
      ...options,
      definition,
      transportOptions: {
        url,
        fetch: auth ? auth.wrapFetch(fetch) : fetch,
        authProvider: auth?.authProvider,
        timing,
        onLoss: (loss) => (this.#loss ??= loss),
      },
      onTransport: (transport) => this.#own(transport),
    });
  }

  get isLost(): boolean {
    return this.#loss !== undefined;
  }

  async describeOpenError(error: unknown): Promise<LostState> {
    const demand = this.#demand();
    if (demand) return demand;
    const { describeHttpError } = await import('./httpFailure.ts');
    const { transport, redact } = this.#options;
    const hasOwnAuthorization = Object.keys(transport.headers).some((name) => name.toLowerCase() === 'authorization');
    return describeHttpError(error, { address: this.#address, hasOwnAuthorization, redact });
  }

  describeTimeout(timeoutMs: number): LostState {
    return describeRemoteTimeout(this.#address, timeoutMs);
  }

  describeLoss(error?: unknown): LostState {
    const loss = this.#loss ?? (isSessionLost(error) ? 'session' : 'silent');
    return (loss === 'signIn' && this.#demand()) || describeRemoteLoss(this.#address, loss);
  }

  /** Takes leave of the session and closes the sockets. */
  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all(this.#transports.map((transport) => transport.close()));
    await this.#helping?.catch(() => undefined);
    const network = await this.#network?.catch(() => undefined);
    await network?.close();
  }

  /** What the sign-in says is wanted, which knows more of it than the error of a transport. */
  #demand(): LostState | undefined {
    const message = this.#options.auth?.demand?.message;
    return message === undefined ? undefined : { status: 'needsAuth', message };
  }

  get #address(): string {
    return redactUrl(this.#options.transport.url);
  }

  async #openNetwork(): Promise<Network> {
    const { openNetwork } = await import('./network.ts');
    return openNetwork((name) => this.#options.environment.variable(name));
  }

  #own(transport: Transport): void {
    if (this.#closed.signal.aborted) throw new Error('The connection is no longer wanted.');
    this.#transports.push(transport);
    // How an earlier attempt ended says nothing of this one.
    this.#loss = undefined;
  }

  /** Those of the configuration, and of the helper, which win. */
  async #headers(): Promise<Readonly<Record<string, string>>> {
    const { headers, headersHelper: command, cwd } = this.#options.transport;
    if (command === undefined) return headers;
    const { environment } = this.#options;
    const shell = await environment.loginShell();
    const env = await environment.forServer({ type: 'stdio', command, args: [], env: shell, cwd });
    const helping = helperHeaders({ command, cwd, env, signal: this.#closed.signal });
    this.#helping = helping;
    const added = await helping;
    for (const value of Object.values(added).flatMap((it) => [it, it.replace(/^\w+\s+/u, '')])) {
      this.#options.onSecret(value);
    }
    return { ...headers, ...added };
  }
}
