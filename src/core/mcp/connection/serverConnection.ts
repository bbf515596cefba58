import type { Client } from '@modelcontextprotocol/client';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Event } from '../../../shared/base/emitter.ts';
import { untilAborted } from '../../base/untilAborted.ts';
import { canonicalJson } from '../config/canonicalHash.ts';
import { CatalogReader, catalogParts, emptyLists } from '../catalog/catalogReader.ts';
import type { CatalogLists, CatalogPart } from '../catalog/catalogReader.ts';
import { describeConnectError, describeExit, describeOverflow, describeTimeout } from './connectionFailure.ts';
import type { ConnectionFailure, ConnectionState, ServerIdentity } from './connectionState.ts';
import { ListChanges } from '../catalog/listChanges.ts';
import type { LogTail } from './logTail.ts';
import { McpError } from '../mcpError.ts';
import type { ClientInfo, OpenedClient } from './negotiation.ts';
import type { ProcessEnvironment } from '../process/processEnvironment.ts';
import { ProcessTransport } from '../process/processTransport.ts';
import type { Redactor } from '../config/secretNames.ts';
import type { StdioTransportDefinition } from '../config/serverDefinition.ts';
import type { ServerRequests } from './serverRequests.ts';

export interface ServerConnectionOptions {
  readonly name: string;
  readonly transport: StdioTransportDefinition;
  readonly environment: ProcessEnvironment;
  readonly clientInfo: ClientInfo;
  readonly connectTimeoutMs: number;
  /** Takes the secrets of the definition out of what the server says of its failures. */
  readonly redact: Redactor;
  /** Takes a line for the server's log. */
  readonly log: (line: string) => void;
  /** That log, to quote from. */
  readonly tail: LogTail;
}

/**
 * One life of one connection: `connecting`, then `connected`, then `disconnected` or `failed`, and never back. It has
 * a catalog from the moment it is connected.
 */
export class ServerConnection {
  readonly #options: ServerConnectionOptions;
  readonly #changed = new Emitter<void>();
  /** Aborted when the life is over, whatever ended it. */
  readonly #over = new AbortController();
  readonly #listChanges = new ListChanges((parts) => this.#refresh(parts));
  readonly #transports: ProcessTransport[] = [];
  #state: ConnectionState = { status: 'connecting' };
  #lists: CatalogLists = emptyLists;
  #reader: CatalogReader | undefined;
  #firstReading: Promise<CatalogLists> | undefined;
  #requests: ServerRequests | undefined;
  #wasConnected = false;
  #searchedPath = '';
  /** Lines in the log before the last process was started. */
  #linesBefore = 0;

  /** Fires when the state or the lists changed. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(options: ServerConnectionOptions) {
    this.#options = options;
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

  /** Throws an `McpError` unless connected. */
  get requests(): ServerRequests {
    if (this.#requests && this.#state.status === 'connected') return this.#requests;
    throw new McpError(
      'not_connected',
      this.#options.name,
      `"${this.#options.name}" is not connected. Connect it first.`,
    );
  }

  /** Connects and reads the catalog; to be called once. Resolves to the state this ended in. */
  async connect(): Promise<ConnectionState> {
    const { connectTimeoutMs } = this.#options;
    const timer = setTimeout(() => this.#fail(describeTimeout(connectTimeoutMs, this.#logged())), connectTimeoutMs);
    try {
      // What a dead server holds up holds up nobody else.
      await untilAborted(
        this.#open(() => clearTimeout(timer)),
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

  /** Ends the life by the person's or the hub's wish. Resolves when the process tree is gone, after 2 s at most. */
  async close(): Promise<void> {
    this.#end({ status: 'disconnected' });
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }

  async #open(onHandshake: () => void): Promise<void> {
    const { environment, transport: definition, clientInfo, connectTimeoutMs } = this.#options;
    let opened: OpenedClient;
    try {
      const env = await environment.forServer(definition);
      if (this.#isOver()) return;
      this.#searchedPath = env['PATH'] ?? '';
      const transport = this.#newTransport(env);
      // Loading the SDK takes as long as many servers take to start: both at the same time.
      transport.launch();
      const { openClient } = await import('./negotiation.ts');
      opened = await openClient({
        clientInfo,
        transport,
        newTransport: () => this.#newTransport(env),
        prepare: (client) => this.#listen(client),
        isOver: () => this.#isOver(),
        timeoutMs: connectTimeoutMs,
      });
    } catch (error) {
      const last = this.#transports.at(-1);
      return this.#fail(await describeConnectError(error, last, definition, this.#searchedPath, () => this.#logged()));
    }
    if (this.#isOver()) return;
    onHandshake();
    const { client, transport } = opened;
    client.onclose = () => this.#onClosed(transport);
    if (transport.exit) return this.#onClosed(transport);
    await this.#becomeConnected(client);
  }

  async #becomeConnected(client: Client): Promise<void> {
    this.#reader = new CatalogReader(client, this.#options.name, this.#over.signal, this.#options.redact);
    this.#firstReading = this.#reader.read(new Set(catalogParts), emptyLists);
    const lists = await this.#firstReading;
    const { ServerRequests } = await import('./serverRequests.ts');
    if (this.#isOver()) return;
    this.#lists = lists;
    this.#requests = new ServerRequests(client, this.#options.name, this.#options.redact);
    this.#wasConnected = true;
    this.#state = { status: 'connected', identity: identityOf(client, this.#options.name) };
    this.#changed.fire();
  }

  #newTransport(env: Readonly<Record<string, string>>): ProcessTransport {
    const { command, args, cwd } = this.#options.transport;
    const transport = new ProcessTransport({ command, args, cwd, env, onLog: this.#options.log });
    this.#transports.push(transport);
    this.#linesBefore = this.#options.tail.total;
    return transport;
  }

  /** What the last process has logged. */
  #logged(): readonly string[] {
    return this.#options.tail.lines(this.#linesBefore);
  }

  #listen(client: Client): void {
    client.setNotificationHandler('notifications/tools/list_changed', () => this.#listChanges.announce('tools'));
    client.setNotificationHandler('notifications/resources/list_changed', () =>
      this.#listChanges.announce('resources'),
    );
    client.setNotificationHandler('notifications/prompts/list_changed', () => this.#listChanges.announce('prompts'));
    client.setNotificationHandler('notifications/message', ({ params: { level, logger, data } }) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      this.#options.log(`[${level}] ${logger === undefined ? '' : `${logger}: `}${text}`);
    });
    client.onerror = (error) => this.#options.log(`(protocol) ${error.message}`);
  }

  async #refresh(parts: ReadonlySet<CatalogPart>): Promise<void> {
    // Announced while the first reading runs: that one may have missed it. Announced earlier: it cannot have.
    await this.#firstReading;
    if (!this.#reader || this.#isOver()) return;
    const lists = await this.#reader.read(parts, this.#lists);
    if (this.#isOver() || canonicalJson(lists) === canonicalJson(this.#lists)) return;
    this.#lists = lists;
    this.#changed.fire();
  }

  #onClosed(transport: ProcessTransport): void {
    if (transport.isOverflown) return this.#fail(describeOverflow());
    const exit = transport.exit ?? { code: null, signal: null, isForced: false };
    this.#fail(describeExit(exit, this.#logged()));
  }

  #fail(failure: ConnectionFailure): void {
    const message = this.#options.redact(failure.message);
    this.#end({ status: 'failed', failure: { ...failure, message } });
  }

  #end(state: ConnectionState): void {
    if (this.#isOver()) return;
    this.#state = state;
    this.#lists = emptyLists;
    this.#listChanges.dispose();
    this.#over.abort();
    for (const transport of this.#transports) void transport.close();
    this.#changed.fire();
  }

  /** Asked after each wait: anything may have ended the life meanwhile. */
  #isOver(): boolean {
    return this.#over.signal.aborted;
  }
}

function identityOf(client: Client, name: string): ServerIdentity {
  const said = client.getServerVersion();
  const capabilities = client.getServerCapabilities() ?? {};
  return {
    name: said?.name ?? name,
    version: said?.version ?? '',
    title: said?.title,
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    era: client.getProtocolEra() ?? 'legacy',
    instructions: client.getInstructions(),
    declares: {
      tools: capabilities.tools !== undefined,
      resources: capabilities.resources !== undefined,
      prompts: capabilities.prompts !== undefined,
      completions: capabilities.completions !== undefined,
    },
  };
}
