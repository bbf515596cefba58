import type { Client } from '@modelcontextprotocol/client';
import { anyResultSchema } from '../catalog/lenientSchemas.ts';
import type { ResourceSubscriptions } from './resourceSubscriptions.ts';

/** `resources/subscribe` of the legacy era, which reports everything else unasked. */
export class LegacySubscriptions implements ResourceSubscriptions {
  readonly #client: Client;
  readonly #timeoutMs: number;

  constructor(client: Client, timeoutMs: number) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
  }

  async subscribe(uri: string): Promise<void> {
    await this.#client.request({ method: 'resources/subscribe', params: { uri } }, anyResultSchema, {
      timeout: this.#timeoutMs,
    });
  }

  async unsubscribe(uri: string): Promise<void> {
    await this.#client.request({ method: 'resources/unsubscribe', params: { uri } }, anyResultSchema, {
      timeout: this.#timeoutMs,
    });
  }

  /** Subscriptions end with the connection. */
  dispose(): void {}
}
