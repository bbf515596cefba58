import { Emitter } from '../../../shared/base/emitter.ts';
import type { Event } from '../../../shared/base/emitter.ts';
import { canonicalJson } from '../config/canonicalHash.ts';
import { emptyLists } from '../catalog/catalogReader.ts';
import type { CatalogLists } from '../catalog/catalogReader.ts';
import type { ConnectionFailure, ConnectionState } from './connectionState.ts';
import type { ReadDefinition } from '../config/definitionReader.ts';
import type { FilledTransport, InputValues } from '../config/inputValues.ts';
import { LogTail } from './logTail.ts';
import { McpError } from '../mcpError.ts';
import { ProcessChannel } from './processChannel.ts';
import type { ClientInfo, ServerChannel } from './serverChannel.ts';
import type { ProcessEnvironment } from '../process/processEnvironment.ts';
import type { ProcessRegistry } from '../process/processRegistry.ts';
import { RestartBudget, maxRestarts } from './restartBudget.ts';
import { redactorOf } from '../config/secretNames.ts';
import type { Redactor } from '../config/secretNames.ts';
import { ServerConnection } from './serverConnection.ts';
import type { ServerDefinition, TransportDefinition } from '../config/serverDefinition.ts';
import type { StartQueue } from './startQueue.ts';

/** Whether a server's definition waits for a person's answer (contract §3). */
export type ServerApproval = 'none' | 'pending' | 'approved' | 'rejected';

const notStartedAgain = `It ended ${maxRestarts + 1} times within 5 minutes and does not start by itself any more: connect it by hand.`;

/** A message of a server may be of any length; its log is for reading. */
const maxLogLineChars = 2_000;

/** What all servers of a hub share. */
export interface ServerSurroundings {
  readonly environment: ProcessEnvironment;
  readonly registry: ProcessRegistry;
  readonly clientInfo: ClientInfo;
  readonly queue: StartQueue;
  readonly inputs: InputValues;
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
  #redact: Redactor;
  /** What the values of inputs made secret. */
  #inputSecrets: readonly string[] = [];
  #isSwitchedOff = false;
  /** It crashed too often to be started again without a person. */
  #isGivenUp = false;
  #isDisposed = false;
  #connection: ServerConnection | undefined;
  #connecting: Promise<ConnectionState> | undefined;
  /** Why nothing was started: a value that it asks for is not known. */
  #startFailure: ConnectionFailure | undefined;
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
    const state = this.#gate() ?? this.#connection?.state ?? this.#unopenedState();
    if (state.status !== 'failed' || !this.#isGivenUp) return state;
    const message = `${notStartedAgain} ${state.failure.message}`;
    return { status: 'failed', failure: { ...state.failure, message } };
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
   * while a changed definition waits for approval, it is out of reach but not ended. Fires nothing: the caller does.
   */
  update(read: ReadDefinition, approval: ServerApproval): void {
    const isSameProcess =
      canonicalJson(read.definition.transport) === canonicalJson(this.definition.transport) &&
      !read.definition.isDisabled;
    if (read.definition.hash !== this.definition.hash) this.#startFailure = undefined;
    this.#read = read;
    this.#approval = approval;
    this.#redact = redactorOf([...read.secrets, ...this.#inputSecrets]);
    if (!isSameProcess || approval === 'rejected') this.#release();
  }

  /** Connects by a person's wish. Resolves to the state this ended in; a gate that is shut stays shut. */
  connect(): Promise<ConnectionState> {
    this.#isSwitchedOff = false;
    this.#budget.refill();
    return this.#start();
  }

  /**
   * Connects if it may start by itself: it was never started, or it crashed after having been connected. What failed
   * to connect is not tried again without a person, so that it does not hold up every turn.
   */
  async ensureStarted(): Promise<void> {
    if (this.state.status === 'disconnected') await this.#start();
    else await this.revive();
  }

  /** Waits for a connection under way, and restarts a server that crashed after having been connected. */
  async revive(): Promise<void> {
    if (this.#connecting || this.#mayRestart()) await this.#start();
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

  /** The connection to send a request on. Throws an `McpError` when there is none. */
  usableConnection(): ServerConnection {
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
    const state = this.#connection?.state;
    if (this.#gate() || state?.status !== 'failed') return false;
    return this.#connection?.wasConnected === true && state.failure.code === 'exited';
  }

  #start(): Promise<ConnectionState> {
    if (this.#connecting) return this.#connecting;
    if (this.#gate() || this.#connection?.state.status === 'connected') return Promise.resolve(this.state);
    if (this.#mayRestart() && !this.#budget.take()) {
      this.#giveUp();
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
    this.#redact = redactorOf([...this.#read.secrets, ...filled.secrets]);
    const connection = this.#newConnection(filled.transport);
    if (!connection) return;
    // While it waited for its turn it may have been switched off.
    await this.#surroundings.queue.run(async () => {
      if (this.#connection === connection) await connection.connect();
    });
  }

  #unopenedState(): ConnectionState {
    if (this.#startFailure) return { status: 'failed', failure: this.#startFailure };
    return { status: this.#connecting ? 'connecting' : 'disconnected' };
  }

  #giveUp(): void {
    if (this.#isGivenUp) return;
    this.#isGivenUp = true;
    this.#log(`(${notStartedAgain})`);
    this.#changed.fire();
  }

  #newConnection(transport: TransportDefinition): ServerConnection | undefined {
    const channel = this.#newChannel(transport);
    if (!channel) return undefined;
    const connection = new ServerConnection({
      name: this.definition.name,
      channel,
      clientInfo: this.#surroundings.clientInfo,
      connectTimeoutMs: this.#surroundings.connectTimeoutMs(),
      verdict: undefined,
      redact: (text) => this.#redact(text),
      log: (line) => this.#log(line),
    });
    connection.onDidChange(() => {
      if (this.#connection === connection) this.#changed.fire();
    });
    this.#connection = connection;
    return connection;
  }

  #newChannel(transport: TransportDefinition): ServerChannel | undefined {
    switch (transport.type) {
      case 'stdio':
        return new ProcessChannel({
          transport,
          environment: this.#surroundings.environment,
          registry: this.#surroundings.registry,
          log: (line) => this.#log(line),
          tail: this.#tail,
        });
      case 'http':
      case 'sse':
      case 'ws':
      case 'unusable':
        return undefined;
    }
  }

  /** Lets go of the connection; its processes end in their own time. */
  #release(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#connecting = undefined;
    this.#startFailure = undefined;
    this.#isGivenUp = false;
    if (!connection) return;
    const closing: Promise<void> = connection.close().finally(() => this.#closings.delete(closing));
    this.#closings.add(closing);
  }

  async #closed(): Promise<void> {
    await Promise.all(this.#closings);
  }

  #log(line: string): void {
    const redacted = this.#redact(line);
    // A copy: a slice would keep the whole line in memory, and a server may send lines of megabytes.
    const text =
      redacted.length > maxLogLineChars ? structuredClone(`${redacted.slice(0, maxLogLineChars)}…`) : redacted;
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
