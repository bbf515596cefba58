import { homedir } from 'node:os';
import { DisposableStore } from '../../shared/base/disposable.ts';
import { Emitter } from '../../shared/base/emitter.ts';
import type { Event } from '../../shared/base/emitter.ts';
import { firstFew } from '../../shared/base/firstFew.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { signInTo, signOutOf } from './auth/serverSignIn.ts';
import { SignIns } from './auth/signIns.ts';
import { systemTiming } from '../base/timing.ts';
import { untilAborted } from '../base/untilAborted.ts';
import type { SkillDefinition, ToolDefinition } from './catalog/catalog.ts';
import { CatalogCache } from './catalog/catalogCache.ts';
import { CatalogTable } from './catalog/catalogTable.ts';
import type { ConfigIssue } from './config/configIssue.ts';
import { ConfigWatcher } from './config/configWatcher.ts';
import { ConfigEditor } from './config/configEditor.ts';
import { DecidedConfiguration, isOfWorkspace } from './config/decidedConfiguration.ts';
import { InputValues } from './config/inputValues.ts';
import type { ConfiguredServer, ServerApproval, ServerSurroundings } from './connection/configuredServer.ts';
import { ConfiguredServers } from './connection/configuredServers.ts';
import type { ConnectionState } from './connection/connectionState.ts';
import type { CompletionResult, PromptResult, ResourceReadResult, ToolCallResult } from './connection/content.ts';
import type { CompletionQuery, HubPort, ServerRequestOptions, ServerSnapshot, ToolCallOptions } from './hubPort.ts';
import { McpError } from './mcpError.ts';
import { ProcessEnvironment } from './process/processEnvironment.ts';
import { ProcessRegistry } from './process/processRegistry.ts';
import { reapProcesses } from './process/reapProcesses.ts';
import type { ServerDefinition } from './config/serverDefinition.ts';
import type { ServerEdits } from './config/serverEdits.ts';
import { EraVerdicts } from './connection/eraVerdicts.ts';
import type { LogLevel } from './connection/logLevel.ts';
import type { HubOptions } from './hubOptions.ts';
import { HubRequests } from './hubRequests.ts';
import { StartQueue } from './connection/startQueue.ts';

/** How long the end waits for the last of what is kept on disk. */
const writingMs = 1_000;

/** A disk or a system that is slow to answer is not waited for any longer: what was left running is the next one's. */
const disposePatienceMs = 1_900;

/**
 * Owns all servers, and is shared by every view: one hub per process. Surfaces hold it whole; the agent is given it as
 * `HubPort`, without what is for a person to decide.
 */
export class Hub implements HubPort {
  readonly #options: HubOptions;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #configuration: DecidedConfiguration;
  readonly #registry: ProcessRegistry;
  readonly #signIns: SignIns;
  readonly #surroundings: ServerSurroundings;
  readonly #catalogs = new CatalogTable();
  readonly #requests: HubRequests;
  readonly #servers: ConfiguredServers;
  #issues: readonly ConfigIssue[] = [];
  #watcher: ConfigWatcher | undefined;
  #refreshing: Promise<void> = Promise.resolve();
  /** Ends what an earlier process on this home could not end, beside everything else. */
  #reaping: Promise<void> = Promise.resolve();
  /** Whether somebody has waited for the servers: until then, nothing starts by itself. */
  #isInUse = false;
  #isDisposed = false;

  /** A person's changes of the configuration. */
  readonly edits: ServerEdits;
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly onDidLog: Event<{ readonly server: string; readonly line: string }>;
  /** A resource that was subscribed to may have changed. */
  readonly onDidUpdateResource: Event<{ readonly server: string; readonly uri: string }>;

  /**
   * Makes a hub and reads the configuration. Nothing is started; what another process on this home left running when it
   * was killed is ended meanwhile.
   */
  static async create(options: HubOptions): Promise<Hub> {
    const hub = new Hub(options);
    hub.#reaping = reapProcesses(options.home, options.logger);
    await hub.refreshDefinitions();
    return hub;
  }

  constructor(options: HubOptions) {
    this.#options = options;
    const { home, workspaceFolder, settings, clientInfo, logger, timing = systemTiming } = options;
    const environment = new ProcessEnvironment(options.environment);
    this.#configuration = new DecidedConfiguration({
      ...options,
      workspaceFolder,
      environment,
      userHome: homedir(),
      defaultTimeoutMs: () => settings().requestTimeoutMs,
    });
    const { secrets, askInput } = options;
    const inputs = new InputValues({ secrets, askInput, variable: (name) => environment.variable(name), logger });
    this.edits = new ConfigEditor({
      locations: { ...options, workspaceFolder },
      decided: this.#configuration,
      inputs,
      refresh: () => this.refreshDefinitions(),
      logger,
    });
    this.#registry = new ProcessRegistry(home, logger);
    this.#signIns = this.#owned.add(new SignIns(options));
    this.#surroundings = {
      environment,
      signIns: this.#signIns,
      registry: this.#registry,
      fetch: options.fetch,
      clientInfo,
      inputs,
      hostHandlers: options.hostHandlers,
      queue: new StartQueue(() => settings().maxParallelConnects, timing.schedule),
      verdicts: new EraVerdicts(home, logger, timing.now),
      catalogs: new CatalogCache(home, logger),
      timing,
      connectTimeoutMs: () => settings().connectTimeoutMs,
    };
    this.#servers = new ConfiguredServers(this.#surroundings);
    this.#servers.onDidChange(() => this.#onServersChanged());
    this.onDidLog = this.#servers.onDidLog;
    this.onDidUpdateResource = this.#servers.onDidUpdateResource;
    this.#requests = new HubRequests({
      serverOf: (name) => this.#require(name),
      prepare: (server) => this.#prepare(server),
    });
  }

  servers(): readonly ServerSnapshot[] {
    return this.#servers.all.map((server) => this.#snapshot(server));
  }

  server(name: string): ServerSnapshot | undefined {
    const server = this.#servers.get(name);
    return server && this.#snapshot(server);
  }

  configIssues(): readonly ConfigIssue[] {
    return this.#issues;
  }

  /** Whether a server waits for an answer, or what the answer was. Undefined for an unknown name. */
  approvalOf(name: string): ServerApproval | undefined {
    return this.#servers.get(name)?.approval;
  }

  toolByPublicName(publicName: string): ToolDefinition | undefined {
    return this.#catalogs.toolByPublicName(publicName);
  }

  logTail(name: string): readonly string[] {
    return this.#servers.get(name)?.logTail ?? [];
  }

  ready(signal?: AbortSignal): Promise<void> {
    return this.#use((server) => this.#prepare(server), signal);
  }

  catalogsReady(signal?: AbortSignal): Promise<void> {
    const startsNone = this.#options.settings().autoConnect === 'never';
    return this.#use((server) => (startsNone ? server.revive() : server.prepareCatalog()), signal);
  }

  async connect(name: string): Promise<ConnectionState> {
    return this.#require(name).connect();
  }

  async disconnect(name: string): Promise<void> {
    await this.#require(name).disconnect();
  }

  /** Ends the connection and makes a new one. Resolves to the state it ended in; rejects for an unknown name. */
  async restart(name: string): Promise<ConnectionState> {
    return this.#require(name).restart();
  }

  canSignIn(name: string): boolean {
    const server = this.#servers.get(name);
    return server !== undefined && this.#signIns.canSignIn(server.definition);
  }

  /** Lets the person sign in to a server and connects to it. Resolves to the new state; rejects with a `SignInError`. */
  async signIn(name: string, signal?: AbortSignal): Promise<ConnectionState> {
    return signInTo(this.#require(name), this.#signIns, signal);
  }

  /** Whether the server is reached with tokens of a person's sign-in. */
  isSignedIn(name: string): boolean {
    return this.#signIns.isSignedIn(this.#require(name).definition);
  }

  /** Revokes the sign-in where the server can, and forgets it here. Rejects with a `SignInError`. */
  async signOut(name: string): Promise<void> {
    await signOutOf(this.#require(name), this.#signIns);
  }

  /**
   * Remembers a person's answer about a server of the workspace, as it was defined when the person read it. Connects
   * nothing: that is `connect`, or the next `ready`. Rejects in Restricted Mode, and when the answer cannot be written.
   */
  async setApproval(definition: ServerDefinition, isApproved: boolean): Promise<void> {
    const { name } = definition;
    // All others are the person's own.
    if (!isOfWorkspace(definition)) return;
    if (!this.#options.isTrusted()) {
      throw new McpError(
        'disabled',
        name,
        `"${name}" belongs to a workspace that is not trusted. Trust the workspace first.`,
      );
    }
    await this.#configuration.trust.remember(definition, isApproved ? 'approved' : 'rejected');
    await this.refreshDefinitions();
  }

  /** Reads the configuration and the answers of the person anew. What did not change stays connected. */
  refreshDefinitions(): Promise<void> {
    const refreshed = this.#refreshing.then(() => this.#refresh());
    // One reading that fails must not stop those to come.
    this.#refreshing = refreshed.catch(() => undefined);
    return refreshed;
  }

  /** Picks up changes of the configuration files by itself until disposed. */
  watch(): void {
    this.#watcher ??= this.#owned.add(new ConfigWatcher(() => this.#onFilesChanged(), this.#options.logger));
    this.#watchFiles();
  }

  async callTool(
    server: string,
    tool: string,
    args: JsonObject,
    options: ToolCallOptions = {},
  ): Promise<ToolCallResult> {
    return this.#requests.callTool(server, tool, args, options);
  }

  async readResource(server: string, uri: string, options: ServerRequestOptions = {}): Promise<ResourceReadResult> {
    return this.#requests.readResource(server, uri, options);
  }

  async readSkill(skill: SkillDefinition, options: ServerRequestOptions = {}): Promise<string> {
    return this.#requests.readSkill(skill, options);
  }

  async getPrompt(
    server: string,
    prompt: string,
    args: Readonly<Record<string, string>>,
    options: ServerRequestOptions = {},
  ): Promise<PromptResult> {
    return this.#requests.getPrompt(server, prompt, args, options);
  }

  async complete(
    server: string,
    query: CompletionQuery,
    options: ServerRequestOptions = {},
  ): Promise<CompletionResult> {
    return this.#requests.complete(server, query, options);
  }

  /** Has `onDidUpdateResource` fire for a resource, also after the server was connected anew. Rejects with an `McpError`. */
  async subscribeResource(server: string, uri: string): Promise<void> {
    return this.#requests.subscribeResource(server, uri);
  }

  async unsubscribeResource(server: string, uri: string): Promise<void> {
    return this.#requests.unsubscribeResource(server, uri);
  }

  /** What a server was asked to log for the life of this hub; undefined while that is left to the server. */
  logLevel(name: string): LogLevel | undefined {
    return this.#servers.get(name)?.logLevel;
  }

  /** Asks a server for logs of a level, now and at each connection to come. Rejects with an `McpError`. */
  async setLogLevel(name: string, level: LogLevel): Promise<void> {
    await this.#require(name).setLogLevel(level);
  }

  /** Ends all servers. Resolves when no process is left, after 2 s at most. */
  async dispose(): Promise<void> {
    const patience = AbortSignal.timeout(disposePatienceMs);
    this.#isDisposed = true;
    this.#owned.dispose();
    // A reading under way takes nothing over any more.
    const reading = untilAborted(Promise.all([this.#refreshing, this.#reaping]), patience);
    await Promise.all([this.#servers.dispose(), reading]);
    const { verdicts, catalogs } = this.#surroundings;
    const written = Promise.all([this.#registry.close(), verdicts.settle(), catalogs.settle()]);
    // Another process may hold a lock for long. What is not written then is found out again.
    await untilAborted(written, AbortSignal.timeout(writingMs));
  }

  #snapshot(server: ConfiguredServer): ServerSnapshot {
    const { definition, state, offered } = server;
    const { name } = definition;
    const isCatalogCached = offered?.isCached === true;
    return { definition, state, catalog: this.#catalogs.catalogOf(name), isCatalogCached, identity: offered?.identity };
  }

  #require(name: string): ConfiguredServer {
    const server = this.#servers.get(name);
    if (server) return server;
    const names = this.#servers.all.map(({ definition }) => `"${definition.name}"`);
    const known = names.length === 0 ? 'No server is configured.' : `Configured are ${firstFew(names)}.`;
    throw new McpError('unknown_server', name, `There is no server "${name}". ${known}`);
  }

  /** Waits for the configuration, then for what is done with each server. From now on servers start by themselves. */
  async #use(prepare: (server: ConfiguredServer) => Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    this.#isInUse = true;
    await untilAborted(this.#refreshing, signal);
    if (signal?.aborted || this.#isDisposed) return;
    await untilAborted(Promise.all(this.#servers.all.map(prepare)), signal);
  }

  /** Starts what may start by itself. */
  #prepare(server: ConfiguredServer): Promise<void> {
    return this.#options.settings().autoConnect === 'never' ? server.revive() : server.ensureStarted();
  }

  #onFilesChanged(): void {
    const taken = this.refreshDefinitions().then(() =>
      this.#isInUse && !this.#isDisposed ? this.catalogsReady() : undefined,
    );
    taken.catch((error: unknown) =>
      this.#options.logger.error('A change of the configuration could not be taken over', error),
    );
  }

  #watchFiles(): void {
    this.#watcher?.watch(this.#configuration.files());
  }

  async #refresh(): Promise<void> {
    // A folder that could not be watched so far may be there now. Before reading, so that no change falls between.
    if (!this.#isDisposed) this.#watchFiles();
    const [{ definitions, issues }] = await Promise.all([
      this.#configuration.read(),
      this.#surroundings.verdicts.load(),
    ]);
    if (this.#isDisposed) return;
    // Definitions may have come that take something from other files.
    this.#watchFiles();
    this.#issues = issues;
    this.#servers.update(definitions);
  }

  #onServersChanged(): void {
    const offering = this.#servers.all.flatMap(({ definition, offered }) =>
      offered ? [[definition.name, offered.lists] as const] : [],
    );
    this.#catalogs.rebuild(new Map(offering));
    this.#changed.fire();
  }
}
