import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../src/core/base/logger.ts';
import { scheduleTimeout } from '../../src/core/base/schedule.ts';
import { createRuntime } from '../../src/core/runtime.ts';
import type { RuntimePort } from '../../src/core/runtimePort.ts';
import { noHostHandlers } from '../../src/core/mcp/host/hostHandlers.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import { Emitter } from '../../src/shared/base/emitter.ts';
import { initialize, viewProtocolVersion } from '../../src/shared/protocol/lifecycle.ts';
import { Peer } from '../../src/shared/rpc/peer.ts';
import type { Port } from '../../src/shared/rpc/port.ts';
import type { Turn } from '../../src/shared/thread/threadState.ts';
import { Chat } from '../../src/vscode/chat.ts';
import { ViewConnection } from '../../src/vscode/viewConnection.ts';
import type { Entries } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';

const turnTimeoutMs = 120_000;

export interface ExtensionHostOptions {
  /** Of the scripted model. */
  readonly baseUrl: string;
  readonly servers: Entries;
}

/**
 * What the extension is in the extension host, without the editor: the chat, everything behind it, and the connection
 * to a view whose messages are counted.
 */
export class ExtensionHost {
  readonly #folder: string;
  readonly #runtime: RuntimePort;
  readonly #chat: Chat;
  readonly #connection: ViewConnection;
  readonly #view: Peer;
  /** Messages that went to the view, and their bytes as the JSON in which the editor carries them. */
  readonly posted = { messages: 0, bytes: 0 };

  /** Starts the servers and shows the view. */
  static async start({ baseUrl, servers }: ExtensionHostOptions): Promise<ExtensionHost> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
    const home = join(folder, 'home');
    await mkdir(home);
    await writeFile(join(home, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
    const settings = {
      ...defaultSettings,
      model: 'scripted/model',
      providers: { scripted: { type: 'openai-compatible' as const, baseUrl, models: [{ id: 'model' }] } },
      permissionMode: 'bypass' as const,
    };
    const runtime = await createRuntime({
      home,
      storage: join(folder, 'storage'),
      cwd: folder,
      isTrusted: () => true,
      sessionConfigFiles: [],
      isStrictConfig: false,
      canAsk: true,
      environment: process.env,
      settings: () => settings,
      secrets: { get: () => Promise.resolve(undefined), set: () => Promise.resolve(), delete: () => Promise.resolve() },
      hostHandlers: noHostHandlers,
      version: '0.0.0',
      logger: silentLogger,
    });
    const host = new ExtensionHost(folder, runtime);
    await host.#chat.start();
    await runtime.hub.ready();
    await host.#view.request(initialize, { protocolVersion: viewProtocolVersion }).result;
    return host;
  }

  private constructor(folder: string, runtime: RuntimePort) {
    this.#folder = folder;
    this.#runtime = runtime;
    this.#chat = new Chat({
      runtime: () => Promise.resolve(runtime),
      workspaceFolder: undefined,
      remoteName: undefined,
      isTrusted: () => true,
      sendOn: () => 'enter',
      lastThreadId: () => undefined,
      rememberThread: () => {},
      performCommand: () => undefined,
      reportError: (message) => {
        throw new Error(message);
      },
    });
    const toHost = new Emitter<unknown>();
    const toView = new Emitter<unknown>();
    const hostPort: Port = {
      onMessage: toHost.event,
      post: (message) => {
        const json = JSON.stringify(message);
        this.posted.messages += 1;
        this.posted.bytes += Buffer.byteLength(json);
        toView.fire(JSON.parse(json));
      },
    };
    this.#connection = new ViewConnection(hostPort, this.#chat.store, {
      isVisible: () => true,
      onDidChange: new Emitter<void>().event,
    });
    this.#view = new Peer({ onMessage: toView.event, post: (message) => toHost.fire(message) }, scheduleTimeout);
  }

  /** Says something to the model and gives the turn when it is over. Throws unless it was completed. */
  async say(text: string): Promise<Turn> {
    const outcome = await this.#chat.submit(text);
    if (outcome.status !== 'started') throw new Error(`The turn did not start: ${JSON.stringify(outcome)}`);
    const { store } = this.#chat;
    const isOver = (): boolean => store.state.thread.current === undefined;
    await until(store.onDidDispatch, isOver, turnTimeoutMs);
    const turn = store.state.thread.turns.at(-1);
    if (turn?.status !== 'completed') throw new Error(`The turn ended otherwise: ${JSON.stringify(turn)}`);
    return turn;
  }

  /** Ends the servers and deletes what was stored. */
  async dispose(): Promise<void> {
    this.#view.dispose();
    this.#connection.dispose();
    await this.#chat.close();
    await this.#runtime.dispose();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
