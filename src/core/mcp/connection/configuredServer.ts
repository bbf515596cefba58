import { Emitter } from '../../../shared/base/emitter.ts';
import type { Event } from '../../../shared/base/emitter.ts';
import type { Timing } from '../../base/timing.ts';
import type { CatalogCache, KeptCatalog } from '../catalog/catalogCache.ts';
import { LastCatalog } from '../catalog/lastCatalog.ts';
import { canonicalJson } from '../config/canonicalHash.ts';
import type { ReadDefinition } from '../config/definitionReader.ts';
import type { FilledTransport, InputValues } from '../config/inputValues.ts';
import type { ServerDefinition, TransportDefinition } from '../config/serverDefinition.ts';
import type { HostHandlers } from '../host/hostHandlers.ts';
import { McpError } from '../mcpError.ts';
import type { ConnectionFailure, ConnectionState } from './connectionState.ts';
import type { EraVerdicts } from './eraVerdicts.ts';
import type { LogLevel } from './logLevel.ts';
import { newChannel } from './newChannel.ts';
import type { ChannelSurroundings } from './newChannel.ts';
import { notUsable } from './notUsable.ts';
import type { Recovery } from './reconnection.ts';
import type { ClientInfo } from './serverChannel.ts';
import { ServerConnection } from './serverConnection.ts';
import { ServerLog } from './serverLog.ts';
import { ServerRecovery } from './serverRecovery.ts';
import type { StartQueue } from './startQueue.ts';

/** Whether a server's definition waits for a person's answer (contract §3). */
export type ServerApproval = 'none' | 'pending' | 'approved' | 'rejected';

/** What all servers of a hub share. */
export interface ServerSurroundings extends ChannelSurroundings {
  readonly clientInfo: ClientInfo;
  readonly hostHandlers: HostHandlers;
  readonly queue: StartQueue;
  readonly inputs: InputValues;
  readonly verdicts: EraVerdicts;
  readonly catalogs: CatalogCache;
  readonly timing: Timing;
  readonly connectTimeoutMs: () => number;
}

/** What a server offers now, or offered last while it is not connected yet. */
export interface OfferedCatalog extends KeptCatalog {
  readonly isCached: boolean;
}

/** One configured server: its definition, what keeps it from starting, and one connection after another. */
export class ConfiguredServer {
  readonly #surroundings: ServerSurroundings;
  readonly #changed = new Emitter<void>();
  readonly #updated = new Emitter<string>();
  readonly #log = new ServerLog();
  readonly #recovery: ServerRecovery;
  readonly #last: LastCatalog;
  readonly #subscribed = new Set<string>();
  #read: ReadDefinition;
  #approval: ServerApproval;
  /** What the values of inputs made secret. */
  #inputSecrets: readonly string[] = [];
  #logLevel: LogLevel | undefined;
  #isSwitchedOff = false;
  #isDisposed = false;
  #connection: ServerConnection | undefined;
  #connecting: Promise<ConnectionState> | undefined;
  /** Why nothing was started: a value that it asks for is not known. */
  #startFailure: ConnectionFailure | undefined;
  readonly #closings = new Set<Promise<void>>();

  readonly onDidChange: Event<void> = this.#changed.event;
  /** A line for the server's log, secrets taken out. */
  readonly onDidLog: Event<string> = this.#log.onDidLog;
  /** The URI of a resource that was subscribed to and may have changed. */
  readonly onDidUpdateResource: Event<string> = this.#updated.event;

  constructor(read: ReadDefinition, approval: ServerApproval, surroundings: ServerSurroundings) {
    this.#surroundings = surroundings;
    this.#read = read;
    this.#approval = approval;
    this.#recovery = new ServerRecovery(surroundings.timing);
    this.#last = new LastCatalog(surroundings.catalogs, read.definition.name);
    this.#log.hide(read.secrets);
  }

  get definition(): ServerDefinition {
    return this.#read.definition;
  }

  get approval(): ServerApproval {
    return this.#approval;
  }

  get state(): ConnectionState {
    const state = this.#gate() ?? this.#connection?.state ?? this.#unopenedState();
    return state.status === 'failed' ? { ...state, failure: this.#recovery.described(state.failure) } : state;
  }

  /** Undefined while it offers nothing: it may not start, it failed, or nothing is known of it yet. */
  get offered(): OfferedCatalog | undefined {
    const { state } = this;
    switch (state.status) {
      case 'connected':
        return this.#connection && { identity: state.identity, lists: this.#connection.lists, isCached: false };
      case 'disconnected':
      case 'connecting': {
        const kept = this.#isSwitchedOff || this.#isDisposed ? undefined : this.#last.of(this.definition.hash);
        return kept && { identity: kept.identity, lists: kept.lists, isCached: true };
      }
      case 'disabled':
      case 'needsApproval':
      case 'needsAuth':
      case 'failed':
        return undefined;
    }
  }

  get logTail(): readonly string[] {
    return this.#log.tail.lines();
  }

  /** What was asked for with `setLogLevel`. */
  get logLevel(): LogLevel | undefined {
    return this.#logLevel;
  }

  /**
   * Takes a new reading of the configuration. A connection lives on as long as what would be started and declared is
   * the same: a time limit, a description or what is always allowed touches no connection, nor a call under way. While
   * a changed definition waits for approval, the connection is out of reach but not ended. Fires nothing: the caller
   * does.
   */
  update(read: ReadDefinition, approval: ServerApproval): void {
    const isSame = canonicalJson(connectionPart(read.definition)) === canonicalJson(connectionPart(this.definition));
    if (read.definition.hash !== this.definition.hash) this.#startFailure = undefined;
    this.#read = read;
    this.#approval = approval;
    this.#log.hide([...read.secrets, ...this.#inputSecrets]);
    if (!isSame || read.definition.isDisabled || approval === 'rejected') this.#abandon();
    // What is known of the server is true of the definition with its new hash, too.
    else if (this.#connection) this.#remember(this.#connection);
  }

  /** Connects by a person's wish. Resolves to the state this ended in; a gate that is shut stays shut. */
  connect(): Promise<ConnectionState> {
    this.#isSwitchedOff = false;
    this.#recovery.beginAnew();
    return this.#start();
  }

  /**
   * Connects if it may start by itself: it was never started, or it may be recovered. What failed to connect is not
   * tried again without a person, so that it does not hold up every turn.
   */
  async ensureStarted(): Promise<void> {
    if (this.state.status === 'disconnected') await this.#start();
    else await this.revive();
  }

  /** Waits for a connection under way, and recovers a server that was connected and is not any more. */
  async revive(): Promise<void> {
    if (this.#connecting || this.#possibleRecovery() !== 'none') await this.#start();
  }

  /** Starts as `ensureStarted` does; waits until it is known what the server offers, be it from its last connection. */
  async prepareCatalog(): Promise<void> {
    const { hash } = this.definition;
    if (this.#gate()) return;
    const started = this.ensureStarted();
    const isKnown = this.#last.of(hash) !== undefined;
    const loaded = this.#last.load(hash);
    if (!(await Promise.race([loaded, started.then(() => true)]))) return started;
    if (!isKnown && this.offered?.isCached) this.#changed.fire();
  }

  /** Disconnects by a person's wish, which outlasts new readings of the configuration. */
  async disconnect(): Promise<void> {
    this.#isSwitchedOff = true;
    this.#abandon();
    this.#changed.fire();
    await this.#closed();
  }

  /** Ends the connection, if there is one, and starts another. */
  async restart(): Promise<ConnectionState> {
    this.#release();
    await this.#closed();
    return this.connect();
  }

  /**
   * Puts another connection in the place of one whose session the server forgot. Any number of requests may hear of the
   * same loss: the first replaces the connection, the others find it replaced and wait for the new one.
   */
  async renew(lost: ServerConnection): Promise<void> {
    if (this.#connection === lost) this.#release();
    await this.#start();
  }

  /** The connection to send a request on. Throws an `McpError` when there is none. */
  usableConnection(): ServerConnection {
    const { state } = this;
    if (state.status === 'connected' && this.#connection) return this.#connection;
    throw notUsable(this.definition.name, state);
  }

  /** Lets the server be asked anew what it speaks, at the next connection. */
  forgetVerdict(): void {
    this.#surroundings.verdicts.forget(this.definition.hash);
  }

  /** Asks for logs of a level, now if it is connected, and at each connection to come. Rejects with an `McpError`. */
  async setLogLevel(level: LogLevel): Promise<void> {
    const { state, definition } = this;
    if (state.status === 'connected' && !state.identity.declares.logging) {
      const message = `"${definition.name}" does not let anybody choose what it logs.`;
      throw new McpError('protocol', definition.name, message);
    }
    this.#logLevel = level;
    if (state.status === 'connected') await this.#connection?.applyLogLevel();
  }

  /** Whether a resource is to be subscribed to at each connection to come. */
  keepSubscription(uri: string, isSubscribed: boolean): void {
    if (isSubscribed) this.#subscribed.add(uri);
    else this.#subscribed.delete(uri);
  }

  /** Ends everything for good. Resolves when no process is left, after 2 s at most. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#abandon();
    await this.#closed();
    this.#changed.dispose();
    this.#updated.dispose();
    this.#log.dispose();
  }

  /** The state of a server that may not start, whatever its connection does. */
  #gate(): ConnectionState | undefined {
    const { definition, problem } = this.#read;
    if (definition.isDisabled) return { status: 'disabled' };
    if (problem) return { status: 'failed', failure: problem };
    if (this.#approval === 'pending' || this.#approval === 'rejected') return { status: 'needsApproval' };
    if (this.#isSwitchedOff || this.#isDisposed) return { status: 'disconnected' };
    return undefined;
  }

  #possibleRecovery(): Recovery {
    const connection = this.#connection;
    if (this.#gate() || connection?.state.status !== 'failed') return 'none';
    return this.#recovery.from(connection.state.failure, this.definition.transport, connection.wasConnected);
  }

  #start(): Promise<ConnectionState> {
    if (this.#connecting) return this.#connecting;
    if (this.#gate() || this.#connection?.state.status === 'connected') return Promise.resolve(this.state);
    if (this.#possibleRecovery() === 'restart' && !this.#recovery.takeRestart((line) => this.#giveUp(line))) {
      return Promise.resolve(this.state);
    }
    this.#release();
    const connecting: Promise<ConnectionState> = this.#surroundings.inputs
      .fill(this.#read)
      // While a person was asked it may have been switched off.
      .then((filled) => (this.#connecting === connecting ? this.#open(filled) : undefined))
      .then(() => this.state)
      .finally(() => {
        if (this.#connecting === connecting) this.#connecting = undefined;
      });
    this.#connecting = connecting;
    this.#changed.fire();
    return connecting;
  }

  async #open(filled: FilledTransport): Promise<void> {
    if ('failure' in filled) {
      this.#startFailure = filled.failure;
      this.#changed.fire();
      return;
    }
    this.#inputSecrets = filled.secrets;
    this.#log.hide([...this.#read.secrets, ...filled.secrets]);
    const connection = this.#newConnection(filled.transport);
    if (!connection) return;
    // While it waited for its turn it may have been switched off.
    await this.#surroundings.queue.run(async () => {
      if (this.#connection !== connection) return;
      const state = await connection.connect();
      if (state.status === 'connected') this.#recovery.succeed();
      // A server that said nothing in time may have been asked in the wrong way.
      else if (state.status === 'failed' && state.failure.code === 'timeout') this.forgetVerdict();
    });
  }

  #unopenedState(): ConnectionState {
    if (this.#startFailure) return { status: 'failed', failure: this.#startFailure };
    return { status: this.#connecting ? 'connecting' : 'disconnected' };
  }

  #giveUp(line: string): void {
    this.#log.write(line);
    this.#changed.fire();
  }

  #newConnection(transport: TransportDefinition): ServerConnection | undefined {
    const { clientInfo, hostHandlers, timing, verdicts, connectTimeoutMs } = this.#surroundings;
    const channel = newChannel({ ...this.definition, transport }, this.#surroundings, this.#log);
    if (!channel) return undefined;
    const connection = new ServerConnection({
      definition: this.definition,
      channel,
      clientInfo,
      hostHandlers,
      connectTimeoutMs: connectTimeoutMs(),
      verdict: verdicts.of(this.definition.hash),
      logLevel: () => this.#logLevel,
      subscribed: [...this.#subscribed],
      timing,
      redact: (text) => this.#log.redacted(text),
      log: (line) => this.#log.write(line),
    });
    connection.onDidChange(() => this.#onConnectionChanged(connection));
    connection.onDidUpdateResource((uri) => {
      if (this.#connection === connection) this.#updated.fire(uri);
    });
    this.#connection = connection;
    return connection;
  }

  #onConnectionChanged(connection: ServerConnection): void {
    if (this.#connection !== connection) return;
    this.#remember(connection);
    if (this.#possibleRecovery() === 'reconnect') this.#recovery.planReconnection(() => void this.#start());
    this.#changed.fire();
  }

  /** Keeps what a connected server was found to speak and to offer, for the next start. */
  #remember({ state, lists, verdict }: ServerConnection): void {
    if (state.status !== 'connected') return;
    const { hash } = this.definition;
    this.#recovery.noteReached();
    if (verdict) this.#surroundings.verdicts.remember(hash, verdict);
    this.#last.keep(hash, { identity: state.identity, lists }, (text) => this.#log.redacted(text));
  }

  /** Ends the connection by somebody's wish: nothing is recovered from it. */
  #abandon(): void {
    this.#release();
    this.#recovery.forget();
  }

  /** Lets go of the connection; its processes end in their own time. */
  #release(): void {
    const connection = this.#connection;
    this.#recovery.cancel();
    this.#connection = undefined;
    this.#connecting = undefined;
    this.#startFailure = undefined;
    if (!connection) return;
    const closing: Promise<void> = connection.close().finally(() => this.#closings.delete(closing));
    this.#closings.add(closing);
  }

  async #closed(): Promise<void> {
    await Promise.all(this.#closings);
  }
}

/** What a connection is made of: where it goes, and what it declares. */
function connectionPart({ transport, givesRoots, sampling }: ServerDefinition): object {
  return { transport, givesRoots, sampling };
}
