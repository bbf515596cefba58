import { Emitter } from '../../shared/base/emitter.ts';
import type { Event } from '../../shared/base/emitter.ts';
import { canonicalJson } from './canonicalHash.ts';
import { emptyLists } from './catalogReader.ts';
import type { CatalogLists } from './catalogReader.ts';
import type { ConnectionState } from './connectionState.ts';
import type { ReadDefinition } from './definitionReader.ts';
import { LogTail } from './logTail.ts';
import { McpError } from './mcpError.ts';
import type { ClientInfo } from './negotiation.ts';
import type { ProcessEnvironment } from './processEnvironment.ts';
import { RestartBudget, maxRestarts } from './restartBudget.ts';
import { redactorOf } from './secretNames.ts';
import { ServerConnection } from './serverConnection.ts';
import type { ServerDefinition } from './serverDefinition.ts';
import type { StartQueue } from './startQueue.ts';

/** Whether a server's definition waits for a person's answer (contract §3). */
export type ServerApproval = 'none' | 'pending' | 'approved' | 'rejected';

/** What all servers of a hub share. */
export interface ServerSurroundings {
  readonly environment: ProcessEnvironment;
  readonly clientInfo: ClientInfo;
  readonly queue: StartQueue;
  readonly connectTimeoutMs: () => number;
}

/** One configured server: its definition, what keeps it from starting, and one connection after another. */
export class ConfiguredServer {
  readonly #surroundings: ServerSurroundings;
  readonly #changed = new Emitter<void>();
  readonly #logged = new Emitter<string>();
  readonly #tail = new LogTail();
  readonly #budget = new RestartBudget();
  #read: ReadDefinition;
  #approval: ServerApproval;
  #redact: (text: string) => string;
  #isSwitchedOff = false;
  #isDisposed = false;
  #connection: ServerConnection | undefined;
  #connecting: Promise<ConnectionState> | undefined;
  readonly #closings = new Set<Promise<void>>();

  readonly onDidChange: Event<void> = this.#changed.event;
  /** A line for the server's log, secrets taken out. */
  readonly onDidLog: Event<string> = this.#logged.event;

  constructor(read: ReadDefinition, approval: ServerApproval, surroundings: ServerSurroundings) {
    this.#surroundings = surroundings;
    this.#read = read;
    this.#approval = approval;
    this.#redact = redactorOf(read.secrets);
  }

  get definition(): ServerDefinition {
    return this.#read.definition;
  }

  get approval(): ServerApproval {
    return this.#approval;
  }

  get state(): ConnectionState {
    return this.#gate() ?? this.#connection?.state ?? { status: 'disconnected' };
  }

  /** Empty unless connected. */
  get lists(): CatalogLists {
    return this.state.status === 'connected' && this.#connection ? this.#connection.lists : emptyLists;
  }

  get logTail(): readonly string[] {
    return this.#tail.lines();
  }

  /**
   * Takes a new reading of the configuration. A connection lives on as long as what would be started is the same;
   * while a changed definition waits for approval, it is out of reach but not ended.
   */
  update(read: ReadDefinition, approval: ServerApproval): void {
    const isSameProcess =
      canonicalJson(read.definition.transport) === canonicalJson(this.definition.transport) &&
      !read.definition.isDisabled;
    const isSame = isSameProcess && read.definition.hash === this.definition.hash && approval === this.#approval;
    this.#read = read;
    this.#approval = approval;
    this.#redact = redactorOf(read.secrets);
    if (!isSameProcess || approval === 'rejected') this.#release();
    if (!isSame) this.#changed.fire();
  }

  /** Connects by a person's wish. Resolves to the state this ended in; a gate that is shut stays shut. */
  connect(): Promise<ConnectionState> {
    this.#isSwitchedOff = false;
    this.#budget.refill();
    return this.#start();
  }

  /**
   * Connects if it may start by itself: it was never started, or it crashed after having been connected and may be
   * restarted. What failed to connect is not tried again without a person, so that it does not hold up every turn.
   */
  async ensureStarted(): Promise<void> {
    if (this.#connecting || this.state.status === 'disconnected' || this.#mayRestart()) await this.#start();
  }

  /** Resolves when the server is not connecting. */
  async idle(): Promise<void> {
    await this.#connecting;
  }

  /** Disconnects by a person's wish, which outlasts new readings of the configuration. */
  async disconnect(): Promise<void> {
    this.#isSwitchedOff = true;
    this.#release();
    this.#changed.fire();
    await this.#closed();
  }

  /** Ends the connection, if there is one, and starts another. */
  async restart(): Promise<ConnectionState> {
    this.#release();
    await this.#closed();
    return this.connect();
  }

  /** The connection to send a request on, which waits for one under way and restarts a crashed server. */
  async usableConnection(): Promise<ServerConnection> {
    if (this.#connecting) await this.#connecting;
    else if (this.#mayRestart()) await this.#start();
    const { state } = this;
    if (state.status === 'connected' && this.#connection) return this.#connection;
    throw notUsable(this.definition.name, state);
  }

  /** Ends everything for good. Resolves when no process is left, after 2 s at most. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#release();
    await this.#closed();
    this.#changed.dispose();
    this.#logged.dispose();
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

  #mayRestart(): boolean {
    if (this.#gate() || this.#connection?.state.status !== 'failed') return false;
    return this.#connection.wasConnected && this.#connection.state.failure.code === 'exited';
  }

  #start(): Promise<ConnectionState> {
    if (this.#connecting) return this.#connecting;
    if (this.#gate() || this.#connection?.state.status === 'connected') return Promise.resolve(this.state);
    if (this.#mayRestart() && !this.#budget.take()) {
      this.#log(`(not started again: it ended ${maxRestarts} times in 5 minutes; connect it by hand)`);
      return Promise.resolve(this.state);
    }
    const connection = this.#newConnection();
    if (!connection) return Promise.resolve(this.state);
    const connecting = this.#surroundings.queue
      // While it waited for its turn it may have been switched off.
      .run(async () => (this.#connection === connection ? connection.connect() : this.state))
      .then(() => this.state)
      .finally(() => {
        if (this.#connecting === connecting) this.#connecting = undefined;
      });
    this.#connecting = connecting;
    this.#changed.fire();
    return connecting;
  }

  #newConnection(): ServerConnection | undefined {
    const { name, transport } = this.definition;
    if (transport.type === 'unusable') return undefined;
    this.#release();
    const connection = new ServerConnection({
      name,
      transport,
      environment: this.#surroundings.environment,
      clientInfo: this.#surroundings.clientInfo,
      connectTimeoutMs: this.#surroundings.connectTimeoutMs(),
      log: (line) => this.#log(line),
      tail: this.#tail,
    });
    connection.onDidChange(() => {
      if (this.#connection === connection) this.#changed.fire();
    });
    this.#connection = connection;
    return connection;
  }

  /** Lets go of the connection; its processes end in their own time. */
  #release(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#connecting = undefined;
    if (!connection) return;
    const closing: Promise<void> = connection.close().finally(() => this.#closings.delete(closing));
    this.#closings.add(closing);
  }

  async #closed(): Promise<void> {
    await Promise.all(this.#closings);
  }

  #log(line: string): void {
    const text = this.#redact(line);
    this.#tail.push(text);
    this.#logged.fire(text);
  }
}

function notUsable(name: string, state: ConnectionState): McpError {
  switch (state.status) {
    case 'disabled':
      return new McpError('disabled', name, `"${name}" is disabled in its configuration. Enable it there first.`);
    case 'needsApproval':
      return new McpError('not_connected', name, `"${name}" waits for approval. Approve it first.`);
    case 'needsAuth':
      return new McpError('not_connected', name, `"${name}" needs a sign-in: ${state.message}`);
    case 'failed':
      return new McpError('not_connected', name, `"${name}" is not connected: ${state.failure.message}`);
    case 'disconnected':
    case 'connecting':
    case 'connected':
      return new McpError('not_connected', name, `"${name}" is not connected. Connect it first.`);
  }
}
