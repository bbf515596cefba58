import type { Client } from '@modelcontextprotocol/client';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Event } from '../../../shared/base/emitter.ts';
import { untilAborted } from '../../base/untilAborted.ts';
import { canonicalJson } from '../config/canonicalHash.ts';
import { CatalogReader, catalogParts, emptyLists } from '../catalog/catalogReader.ts';
import type { CatalogLists, CatalogPart } from '../catalog/catalogReader.ts';
import type { ConnectionState, ServerIdentity } from './connectionState.ts';
import type { EraVerdict } from './eraVerdict.ts';
import { ListChanges } from '../catalog/listChanges.ts';
import { McpError } from '../mcpError.ts';
import type { ClientInfo, LostState, OpenedClient, ServerChannel } from './serverChannel.ts';
import type { Redactor } from '../config/secretNames.ts';
import type { ServerRequests } from './serverRequests.ts';

export interface ServerConnectionOptions {
  readonly name: string;
  readonly channel: ServerChannel;
  readonly clientInfo: ClientInfo;
  readonly connectTimeoutMs: number;
  /** What an earlier connection to the same definition found out. */
  readonly verdict: EraVerdict | undefined;
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
  readonly #changed = new Emitter<void>();
  /** Aborted when the life is over, whatever ended it. */
  readonly #over = new AbortController();
  readonly #listChanges = new ListChanges((parts) => this.#refresh(parts));
  #state: ConnectionState = { status: 'connecting' };
  #lists: CatalogLists = emptyLists;
  #reader: CatalogReader | undefined;
  #firstReading: Promise<CatalogLists> | undefined;
  #requests: ServerRequests | undefined;
  #wasConnected = false;
  #verdict: EraVerdict | undefined;

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

  /** What it found the server to speak; undefined until the handshake. */
  get verdict(): EraVerdict | undefined {
    return this.#verdict;
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
    const { connectTimeoutMs, channel } = this.#options;
    const timer = setTimeout(() => this.#lose(channel.describeTimeout(connectTimeoutMs)), connectTimeoutMs);
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
    await this.#options.channel.close();
  }

  async #open(onHandshake: () => void): Promise<void> {
    const { channel, clientInfo, connectTimeoutMs, verdict } = this.#options;
    let opened: OpenedClient;
    try {
      opened = await channel.open({
        clientInfo,
        capabilities: {},
        prepare: (client) => this.#listen(client),
        isOver: () => this.#isOver(),
        timeoutMs: connectTimeoutMs,
        verdict,
      });
    } catch (error) {
      return this.#lose(await channel.describeOpenError(error));
    }
    if (this.#isOver()) return;
    onHandshake();
    const { client } = opened;
    this.#verdict = opened.verdict;
    client.onclose = () => this.#lose(channel.describeLoss());
    if (channel.isLost) return this.#lose(channel.describeLoss());
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
    void this.#options.channel.close();
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
