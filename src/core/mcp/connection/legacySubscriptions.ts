import type { Client } from '@modelcontextprotocol/client';
import { anyResultSchema } from '../catalog/lenientSchemas.ts';
import type { ResourceSubscriptions } from './resourceSubscriptions.ts';

/** `resources/subscribe` of the legacy era, which reports everything else unasked. */
export class LegacySubscriptions implements ResourceSubscriptions {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async subscribe(uri: string, timeoutMs: number): Promise<void> {
    await this.#ask('resources/subscribe', uri, timeoutMs);
  }

  async unsubscribe(uri: string, timeoutMs: number): Promise<void> {
    await this.#ask('resources/unsubscribe', uri, timeoutMs);
  }

  /** Subscriptions end with the connection. */
  dispose(): void {}

  async #ask(method: string, uri: string, timeout: number): Promise<void> {
    await this.#client.request({ method, params: { uri } }, anyResultSchema, { timeout });
  }
}
