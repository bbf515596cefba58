import type { Transport } from '@modelcontextprotocol/client';
import type { Timing } from '../../base/timing.ts';
import { redactUrl } from '../config/redactedText.ts';
import type { Redactor } from '../config/secretNames.ts';
import type { WebSocketTransportDefinition } from '../config/serverDefinition.ts';
import type { HandshakeOptions, LostState, OpenedClient, ServerChannel } from '../connection/serverChannel.ts';
import { describeRemoteLoss, describeRemoteTimeout } from './remoteLoss.ts';
import type { WebSocketClosedError } from './webSocketErrors.ts';
import { UpgradeRefusedError } from './webSocketErrors.ts';
import { describeUpgradeRefusal, describeWebSocketClose } from './webSocketFailure.ts';

export interface WebSocketChannelOptions {
  readonly transport: WebSocketTransportDefinition;
  readonly timing: Timing;
  /** For what the server says. */
  readonly redact: Redactor;
}

/** A server behind a WebSocket. It is reached directly: no proxy, no headers, no sign-in. */
export class WebSocketChannel implements ServerChannel {
  readonly #options: WebSocketChannelOptions;
  readonly #transports: Transport[] = [];
  #loss: WebSocketClosedError | undefined;
  #isClosed = false;

  constructor(options: WebSocketChannelOptions) {
    this.#options = options;
  }

  /** Whatever goes wrong when the server is asked for the modern era is tried once more without asking. */
  async open(options: HandshakeOptions): Promise<OpenedClient> {
    const [{ WebSocketTransport }, { shakeHands }, { isUnsent }] = await Promise.all([
      import('./webSocketTransport.ts'),
      import('../connection/negotiation.ts'),
      import('./networkError.ts'),
    ]);
    const tryOnce = async (mode: 'auto' | 'legacy'): Promise<OpenedClient> => {
      if (this.#isClosed) throw new Error('The connection is no longer wanted.');
      this.#loss = undefined;
      const { transport: definition, timing } = this.#options;
      const url = new URL(definition.url);
      const transport = new WebSocketTransport({ url, timing, onLoss: (loss) => (this.#loss = loss) });
      this.#transports.push(transport);
      const client = await shakeHands(mode, transport, options);
      return { client, verdict: { era: client.getProtocolEra() ?? 'legacy', transport: 'ws' } };
    };
    const isOld = options.verdict?.era === 'legacy';
    try {
      return await tryOnce(isOld ? 'legacy' : 'auto');
    } catch (error) {
      if (options.isOver() || isUnsent(error) || error instanceof UpgradeRefusedError) throw error;
      return await tryOnce(isOld ? 'auto' : 'legacy');
    }
  }

  get isLost(): boolean {
    return this.#loss !== undefined;
  }

  async describeOpenError(error: unknown): Promise<LostState> {
    if (error instanceof UpgradeRefusedError) {
      return { status: 'failed', failure: describeUpgradeRefusal(error, this.#address) };
    }
    if (this.#loss) return this.describeLoss();
    const { describeHttpError } = await import('./httpFailure.ts');
    return describeHttpError(error, {
      address: this.#address,
      hasOwnAuthorization: false,
      redact: this.#options.redact,
    });
  }

  describeTimeout(timeoutMs: number): LostState {
    return describeRemoteTimeout(this.#address, timeoutMs);
  }

  describeLoss(): LostState {
    if (!this.#loss) return describeRemoteLoss(this.#address, 'silent');
    return { status: 'failed', failure: describeWebSocketClose(this.#loss, this.#address) };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }

  get #address(): string {
    return redactUrl(this.#options.transport.url);
  }
}
