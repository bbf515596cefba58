import type { Client, McpSubscription, SubscriptionFilter } from '@modelcontextprotocol/client';
import type { Timing } from '../../base/timing.ts';
import { canonicalJson } from '../config/canonicalHash.ts';
import { reasonOf } from '../errorReason.ts';
import { isConnectionLost } from '../http/connectionLoss.ts';
import { BackOff } from './backOff.ts';
import type { ResourceSubscriptions } from './resourceSubscriptions.ts';

export interface ChangeStreamOptions {
  readonly client: Client;
  readonly timing: Timing;
  /** How long the server may take to accept, where nobody waits for it. */
  readonly timeoutMs: number;
  /** Changes may have been missed, of the lists and of these resources: the stream was away. */
  readonly onMissed: (uris: readonly string[]) => void;
  /** Nobody is reached any more, and that for as long as it was tried. */
  readonly onLost: () => void;
  /** Takes a line for the server's log. */
  readonly log: (line: string) => void;
}

const methodNotFound = -32601;

/**
 * What a server of the modern era reports, which it does only on a stream that was asked for (S26
 * basic/patterns/subscriptions): changes of the lists it declares, and of the resources subscribed to. A stream that the
 * server ends is opened again after a while, and what it may have missed is looked at anew.
 */
export class ChangeStream implements ResourceSubscriptions {
  readonly #options: ChangeStreamOptions;
  readonly #backOff: BackOff;
  readonly #over = new AbortController();
  readonly #uris: Set<string>;
  #open: McpSubscription | undefined;
  #openFilter = '';
  /** Whether there was a time without a stream, in which changes were not reported. */
  #hasGap = false;
  /** Whether the last opening failed because nobody was reached. */
  #isUnreachable = false;
  /**
   * One opening at a time, with the change of the list that is its reason: of two that are under way, that with the
   * shorter list of resources might be answered last and take the place of the other.
   */
  #opening: Promise<void> = Promise.resolve();

  /** `uris` are those to subscribe to from the beginning. */
  constructor(options: ChangeStreamOptions, uris: readonly string[]) {
    this.#options = options;
    this.#uris = new Set(uris);
    this.#backOff = new BackOff(options.timing);
  }

  /** Opens the stream, unless there is nothing to be reported. Never rejects: it is tried again. */
  async start(): Promise<void> {
    await this.#inTurn(() => this.#openAnew(this.#options.timeoutMs)).catch((error: unknown) => this.#onFailure(error));
  }

  subscribe(uri: string, timeoutMs: number): Promise<void> {
    return this.#inTurn(async () => {
      const isNew = !this.#uris.has(uri);
      this.#uris.add(uri);
      try {
        await this.#openAnew(timeoutMs);
      } catch (error) {
        if (isNew) this.#uris.delete(uri);
        throw error;
      }
    });
  }

  unsubscribe(uri: string, timeoutMs: number): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#uris.delete(uri)) await this.#openAnew(timeoutMs);
    });
  }

  dispose(): void {
    this.#backOff.dispose();
    // Closes the stream that is open, and any that is being opened.
    this.#over.abort();
    this.#open = undefined;
  }

  #inTurn(open: () => Promise<void>): Promise<void> {
    const opening = this.#opening.then(open);
    this.#opening = opening.catch(() => undefined);
    return opening;
  }

  /** Opens a stream for what is wanted now, and only then closes the one before: nothing falls between the two. */
  async #openAnew(timeoutMs: number): Promise<void> {
    const filter = this.#filter();
    const key = canonicalJson(filter);
    if (this.#isOver() || (this.#open && this.#openFilter === key)) return;
    const before = this.#open;
    if (Object.keys(filter).length === 0) {
      this.#open = undefined;
      return before?.close();
    }
    const stream = await this.#options.client.listen(filter, { signal: this.#over.signal, timeout: timeoutMs });
    if (this.#isOver()) return;
    this.#open = stream;
    this.#openFilter = key;
    this.#isUnreachable = false;
    this.#backOff.succeed();
    this.#compare(filter, stream.honoredFilter);
    void stream.closed.then((cause) => this.#onClosed(stream, cause));
    if (this.#hasGap) this.#options.onMissed([...this.#uris]);
    this.#hasGap = false;
    await before?.close();
  }

  #onClosed(stream: McpSubscription, cause: 'local' | 'graceful' | 'remote'): void {
    if (this.#open !== stream || this.#isOver() || cause === 'local') return;
    this.#open = undefined;
    this.#retry();
  }

  #onFailure(error: unknown): void {
    if (this.#isOver()) return;
    this.#options.log(`(subscriptions) ${reasonOf(error)}`);
    this.#isUnreachable = isConnectionLost(error);
    // What the server does not know now it will not know in a second.
    if (error instanceof Error && 'code' in error && error.code === methodNotFound) return;
    this.#retry();
  }

  #retry(): void {
    this.#hasGap = true;
    const isPlanned = this.#backOff.plan(() => void this.start());
    if (isPlanned) return;
    if (this.#isUnreachable) return this.#options.onLost();
    this.#options.log('(subscriptions) the server keeps ending them; connect it again to have changes.');
  }

  /** The lists that the server says it reports, and the resources subscribed to. */
  #filter(): SubscriptionFilter {
    const { tools, prompts, resources } = this.#options.client.getServerCapabilities() ?? {};
    return {
      ...(tools?.listChanged && { toolsListChanged: true }),
      ...(prompts?.listChanged && { promptsListChanged: true }),
      ...(resources?.listChanged && { resourcesListChanged: true }),
      ...(this.#uris.size > 0 && { resourceSubscriptions: [...this.#uris] }),
    };
  }

  #compare(asked: SubscriptionFilter, honoured: SubscriptionFilter): void {
    const lists = (['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'] as const).filter(
      (key) => asked[key] && !honoured[key],
    );
    const kept = new Set(honoured.resourceSubscriptions);
    const refused = [...lists, ...(asked.resourceSubscriptions ?? []).filter((uri) => !kept.has(uri))];
    if (refused.length > 0) this.#options.log(`(subscriptions) the server does not report: ${refused.join(', ')}`);
  }

  #isOver(): boolean {
    return this.#over.signal.aborted;
  }
}
