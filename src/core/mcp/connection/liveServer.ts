import { ProtocolError } from '@modelcontextprotocol/client';
import type { Client } from '@modelcontextprotocol/client';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { DisposableStore } from '../../../shared/base/disposable.ts';
import type { Timing } from '../../base/timing.ts';
import type { UnnamedTool } from '../catalog/catalogItems.ts';
import { CatalogReader } from '../catalog/catalogReader.ts';
import type { CatalogLists, CatalogPart } from '../catalog/catalogReader.ts';
import { anyResultSchema } from '../catalog/lenientSchemas.ts';
import type { Redactor } from '../config/secretNames.ts';
import { reasonOf } from '../errorReason.ts';
import type { OpenQuestions } from '../host/openQuestions.ts';
import { ChangeStream } from './changeStream.ts';
import type { ServerIdentity } from './connectionState.ts';
import { KeepAlive } from './keepAlive.ts';
import { LegacySubscriptions } from './legacySubscriptions.ts';
import type { LogLevel } from './logLevel.ts';
import { headerDeclarations } from './parameterHeaders.ts';
import { ServerRequests } from './serverRequests.ts';

export interface LiveServerOptions {
  readonly client: Client;
  readonly identity: ServerIdentity;
  readonly questions: OpenQuestions;
  /** By the name of its definition. */
  readonly server: string;
  /** Aborts when the connection is over. */
  readonly over: AbortSignal;
  readonly timing: Timing;
  readonly redact: Redactor;
  readonly log: (line: string) => void;
  readonly logLevel: () => LogLevel | undefined;
  /** Resources to subscribe to from the beginning. */
  readonly subscribed: readonly string[];
  /** Why the connection ended by itself, once it has: what was under way then failed for that. */
  readonly whyLost: () => string | undefined;
  /** Changes of the lists and of these resources may have been missed. */
  readonly onMissed: (uris: readonly string[]) => void;
  /** A list could not be read, or a ping was not answered. */
  readonly onFailure: (error: unknown) => void;
  /** The server no longer answers. */
  readonly onLost: () => void;
}

/** How long the lists wait for a server of the modern era to accept that it reports changes of them. */
const acceptanceMs = 500;
const housekeepingTimeoutMs = 10_000;

/** A client that has shaken hands, with all that works on it until the connection is over. */
export class LiveServer implements Disposable {
  readonly requests: ServerRequests;
  readonly #options: LiveServerOptions;
  readonly #owned = new DisposableStore();
  readonly #reader: CatalogReader;
  readonly #stream: ChangeStream | undefined;
  #keepAlive: KeepAlive | undefined;

  constructor(options: LiveServerOptions) {
    this.#options = options;
    const { client, identity, server, over, redact, timing, log, subscribed, onMissed, onLost } = options;
    const isModernHttp = identity.era === 'modern' && identity.transport === 'http';
    this.#reader = new CatalogReader({
      client,
      server,
      signal: over,
      redact,
      toolFault: (tool) => (isModernHttp ? headerFault(tool) : undefined),
      onFailure: options.onFailure,
    });
    if (identity.era === 'modern') {
      const timeoutMs = housekeepingTimeoutMs;
      this.#stream = new ChangeStream({ client, timing, timeoutMs, onMissed, onLost, log }, subscribed);
    }
    const subscriptions = this.#owned.add(this.#stream ?? new LegacySubscriptions(client));
    this.requests = new ServerRequests({
      client,
      server,
      redact,
      subscriptions,
      isModernHttp,
      logLevel: options.logLevel,
      questions: options.questions,
      whyLost: options.whyLost,
      timing,
      onNotCarried: () => this.#keepAlive?.doubt(),
    });
  }

  /**
   * Asks the server to report what it can. Resolves when the lists may be read: a change that comes after that is
   * announced, or found out by reading them again.
   */
  async start(): Promise<void> {
    if (!this.#stream) return;
    const { timing, onMissed } = this.#options;
    let isLate = false;
    const accepted = this.#stream.start().then(() => {
      // The lists have been read meanwhile, perhaps before a change that was not reported yet.
      if (isLate) onMissed([]);
    });
    await Promise.race([
      accepted,
      new Promise<void>((resolve) => {
        const timer = timing.schedule(() => {
          isLate = true;
          resolve();
        }, acceptanceMs);
        void accepted.finally(() => timer.dispose());
      }),
    ]);
  }

  /** Reads the named parts of the catalog anew; the others stay as known. Never rejects. */
  read(parts: ReadonlySet<CatalogPart>, known: CatalogLists): Promise<CatalogLists> {
    return this.#reader.read(parts, known);
  }

  /** Begins what is done for as long as it is connected, and what an earlier connection had set. Does not wait. */
  settleIn(): void {
    const { identity, subscribed, timing, log } = this.#options;
    if (identity.era === 'modern') return;
    const settings = [
      this.applyLogLevel(),
      ...subscribed.map((uri) => this.requests.subscribe(uri, housekeepingTimeoutMs)),
    ];
    for (const setting of settings) setting.catch((error: unknown) => log(`(settings) ${reasonOf(error)}`));
    if (identity.transport === 'stdio') return;
    this.#keepAlive = this.#owned.add(
      new KeepAlive({
        timing,
        lastHeardAt: () => this.requests.lastHeardAt,
        isBusy: () => this.requests.isBusy,
        ping: () => this.#ping(),
        onLost: this.#options.onLost,
      }),
    );
  }

  /** Tells the server what to log, where that is a request of its own. Rejects with an `McpError`. */
  async applyLogLevel(): Promise<void> {
    const { identity, logLevel } = this.#options;
    const level = logLevel();
    if (level === undefined || identity.era === 'modern' || !identity.declares.logging) return;
    await this.requests.setLogLevel(level, housekeepingTimeoutMs);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #ping(): Promise<boolean> {
    const { client, over, log } = this.#options;
    try {
      await client.request({ method: 'ping' }, anyResultSchema, { timeout: housekeepingTimeoutMs, signal: over });
      return true;
    } catch (error) {
      // Also a server that does not know the method has answered.
      if (error instanceof ProtocolError) return true;
      if (!over.aborted) log(`(ping) ${reasonOf(error)}`);
      this.#options.onFailure(error);
      return false;
    }
  }
}

function headerFault({ name, inputSchema }: UnnamedTool): string | undefined {
  const declared = headerDeclarations(inputSchema);
  return 'fault' in declared ? `the input schema of "${name}" is not valid: ${declared.fault}` : undefined;
}
