import { setImmediate } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Event } from '../../../shared/base/emitter.ts';
import type { Timing } from '../../base/timing.ts';
import { untilAborted } from '../../base/untilAborted.ts';
import { catalogParts, emptyLists } from '../catalog/catalogReader.ts';
import type { CatalogLists, CatalogPart } from '../catalog/catalogReader.ts';
import { ListChanges } from '../catalog/listChanges.ts';
import { canonicalJson } from '../config/canonicalHash.ts';
import type { Redactor } from '../config/secretNames.ts';
import type { ServerDefinition } from '../config/serverDefinition.ts';
import { untraced } from '../host/askingRequest.ts';
import type { HostHandlers } from '../host/hostHandlers.ts';
import { capabilitiesFor, serveHost } from '../host/hostServing.ts';
import { OpenQuestions } from '../host/openQuestions.ts';
import { isSessionLost } from '../http/connectionLoss.ts';
import { McpError } from '../mcpError.ts';
import type { ConnectionState } from './connectionState.ts';
import type { EraVerdict } from './eraVerdict.ts';
import type { LiveServer } from './liveServer.ts';
import type { LogLevel } from './logLevel.ts';
import type { ClientInfo, LostState, OpenedClient, ServerChannel } from './serverChannel.ts';
import { identityOf } from './serverIdentity.ts';
import type { ServerRequests } from './serverRequests.ts';

export interface ServerConnectionOptions {
  readonly definition: ServerDefinition;
  readonly channel: ServerChannel;
  readonly clientInfo: ClientInfo;
  readonly hostHandlers: HostHandlers;
  readonly connectTimeoutMs: number;
  /** What an earlier connection to the same definition found out. */
  readonly verdict: EraVerdict | undefined;
  readonly logLevel: () => LogLevel | undefined;
  /** Resources that are subscribed to as soon as it is connected. */
  readonly subscribed: readonly string[];
  readonly timing: Timing;
  /** Takes the secrets of the definition out of what the server says of its failures. */
  readonly redact: Redactor;
  /** Takes a line for the server's log. */
  readonly log: (line: string) => void;
}

/**
 * One life of one connection: `connecting`, then `connected`, then `disconnected` or `failed`, and never back. It has
 * a catalog from the moment it is connected.
 */
export class ServerConnection {
  readonly #options: ServerConnectionOptions;
  readonly #name: string;
  readonly #changed = new Emitter<void>();
  readonly #updated = new Emitter<string>();
  readonly #questions = new OpenQuestions();
  /** Aborted when the life is over, whatever ended it. */
  readonly #over = new AbortController();
  readonly #listChanges = new ListChanges((parts) => this.#refresh(parts));
  #state: ConnectionState = { status: 'connecting' };
  #lists: CatalogLists = emptyLists;
  #live: LiveServer | undefined;
  #firstReading: Promise<void> | undefined;
  #wasConnected = false;
  #verdict: EraVerdict | undefined;

  /** Fires when the state or the lists changed. */
  readonly onDidChange: Event<void> = this.#changed.event;
  /** Fires with the URI of a resource that was subscribed to and may have changed. */
  readonly onDidUpdateResource: Event<string> = this.#updated.event;

  constructor(options: ServerConnectionOptions) {
    this.#options = options;
    this.#name = options.definition.name;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Empty until connected. */
  get lists(): CatalogLists {
    return this.#lists;
  }

  /** Whether it has been connected at some time of its life. */
  get wasConnected(): boolean {
    return this.#wasConnected;
  }

  /** What it found the server to speak; undefined until the handshake. */
  get verdict(): EraVerdict | undefined {
    return this.#verdict;
  }

  /** Throws an `McpError` unless connected. */
  get requests(): ServerRequests {
    return this.#connected().requests;
  }

  /** Connects and reads the catalog; to be called once. Resolves to the state this ended in. */
  async connect(): Promise<ConnectionState> {
    const { channel, connectTimeoutMs } = this.#options;
    const timer = setTimeout(() => this.#lose(channel.describeTimeout(connectTimeoutMs)), connectTimeoutMs);
    try {
      // What a dead server holds up holds up nobody else.
      await untilAborted(
        untraced(() => this.#open(() => clearTimeout(timer))),
        this.#over.signal,
      );
    } finally {
      clearTimeout(timer);
    }
    return this.#state;
  }

  /** Waits until lists that were announced as changed have been read. */
  settle(): Promise<void> {
    return untilAborted(this.#listChanges.settle(), this.#over.signal);
  }

  /** Reads a part of the catalog anew. */
  relist(part: CatalogPart): Promise<void> {
    this.#listChanges.announce(part);
    return this.settle();
  }

  /** Tells the server what it is to log from now on. Rejects with an `McpError`. */
  applyLogLevel(): Promise<void> {
    return this.#connected().applyLogLevel();
  }

  /** Ends the life by the person's or the hub's wish. Resolves when the process tree is gone, after 2 s at most. */
  async close(): Promise<void> {
    this.#end({ status: 'disconnected' });
    await this.#options.channel.close();
  }

  async #open(onHandshake: () => void): Promise<void> {
    const { channel, definition, hostHandlers, clientInfo, connectTimeoutMs, verdict } = this.#options;
    let opened: OpenedClient;
    try {
      opened = await channel.open({
        clientInfo,
        capabilities: capabilitiesFor(definition, hostHandlers),
        prepare: (client) => {
          preloadLiveServer();
          this.#listen(client);
        },
        isOver: () => this.#isOver(),
        timeoutMs: connectTimeoutMs,
        verdict,
      });
    } catch (error) {
      return this.#lose(await channel.describeOpenError(error));
    }
    if (this.#isOver()) return;
    onHandshake();
    this.#verdict = opened.verdict;
    opened.client.onclose = () => this.#loseChannel();
    if (channel.isLost) return this.#loseChannel();
    await this.#becomeConnected(opened);
  }

  async #becomeConnected({ client, verdict }: OpenedClient): Promise<void> {
    const { timing, redact, log, logLevel, subscribed } = this.#options;
    const { LiveServer } = await import('./liveServer.ts');
    if (this.#isOver()) return;
    const identity = identityOf(client, this.#name, verdict.transport, redact);
    const live = new LiveServer({
      client,
      identity,
      questions: this.#questions,
      server: this.#name,
      over: this.#over.signal,
      timing,
      redact,
      log,
      logLevel,
      subscribed,
      whyLost: () => (this.#state.status === 'failed' ? this.#state.failure.message : undefined),
      onMissed: (uris) => this.#lookAgain(uris),
      onFailure: (error) => {
        // Not while it connects: a server that forgets every session would be connected to without end.
        if (this.#wasConnected && isSessionLost(error)) this.#loseChannel(error);
      },
      onLost: () => this.#loseChannel(),
    });
    this.#live = live;
    await live.start();
    this.#firstReading = this.#readFirst(live);
    await this.#firstReading;
    if (this.#isOver()) return;
    this.#wasConnected = true;
    this.#state = { status: 'connected', identity };
    live.settleIn();
    this.#changed.fire();
    // They may have changed while nobody was told.
    for (const uri of subscribed) this.#updated.fire(uri);
  }

  async #readFirst(live: LiveServer): Promise<void> {
    const lists = await live.read(new Set(catalogParts), emptyLists);
    // What spoils a list may be the end of the connection, of which the channel learns just after.
    await setImmediate();
    if (!this.#isOver()) this.#lists = lists;
  }

  /** Registers what the server may send, before it can send anything. */
  #listen(client: Client): void {
    const { definition, hostHandlers: handlers, log } = this.#options;
    serveHost(client, { definition, handlers, over: this.#over.signal, questions: this.#questions, log });
    client.setNotificationHandler('notifications/tools/list_changed', () => this.#listChanges.announce('tools'));
    client.setNotificationHandler('notifications/resources/list_changed', () =>
      this.#listChanges.announce('resources'),
    );
    client.setNotificationHandler('notifications/prompts/list_changed', () => this.#listChanges.announce('prompts'));
    client.setNotificationHandler('notifications/resources/updated', ({ params: { uri } }) => this.#updated.fire(uri));
    client.setNotificationHandler('notifications/message', ({ params: { level, logger, data } }) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      log(`[${level}] ${logger === undefined ? '' : `${logger}: `}${text}`);
    });
    client.onerror = (error) => log(`(protocol) ${error.message}`);
  }

  async #refresh(parts: ReadonlySet<CatalogPart>): Promise<void> {
    // Announced while the first reading runs: that one may have missed it. Announced earlier: it cannot have.
    await this.#firstReading;
    if (!this.#live || this.#isOver()) return;
    const lists = await this.#live.read(parts, this.#lists);
    if (this.#isOver() || canonicalJson(lists) === canonicalJson(this.#lists)) return;
    this.#lists = lists;
    this.#changed.fire();
  }

  #lookAgain(uris: readonly string[]): void {
    if (this.#isOver()) return;
    for (const part of catalogParts) this.#listChanges.announce(part);
    for (const uri of uris) this.#updated.fire(uri);
  }

  #connected(): LiveServer {
    if (this.#live && this.#state.status === 'connected') return this.#live;
    throw new McpError('not_connected', this.#name, `"${this.#name}" is not connected. Connect it first.`);
  }

  #loseChannel(error?: unknown): void {
    this.#lose(this.#options.channel.describeLoss(error));
  }

  #lose(state: LostState): void {
    const { redact } = this.#options;
    if (state.status === 'needsAuth') return this.#end({ ...state, message: redact(state.message) });
    this.#end({ status: 'failed', failure: { ...state.failure, message: redact(state.failure.message) } });
  }

  #end(state: ConnectionState): void {
    if (this.#isOver()) return;
    this.#state = state;
    this.#lists = emptyLists;
    this.#listChanges.dispose();
    this.#over.abort();
    this.#live?.dispose();
    void this.#options.channel.close();
    this.#changed.fire();
  }

  /** Asked after each wait: anything may have ended the life meanwhile. */
  #isOver(): boolean {
    return this.#over.signal.aborted;
  }
}

/** Loads what works on a connection while the server still makes up its answer. */
function preloadLiveServer(): void {
  // Whoever uses it is told that it cannot be loaded.
  import('./liveServer.ts').catch(() => undefined);
}
