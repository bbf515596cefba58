import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { SurfaceCommand } from '../core/agent/threadRunnerPort.ts';
import type { Logger } from '../core/base/logger.ts';
import { homeFolder } from '../core/homeFolder.ts';
import type { EditorModels } from '../core/models/editorModels.ts';
import type { RuntimePort } from '../core/runtimePort.ts';
import { Chat } from './chat.ts';
import { ChatViewProvider } from './chatViewProvider.ts';
import { registerCommands } from './commands/registerCommands.ts';
import { EditorSecretStore } from './editorSecretStore.ts';
import { offerEditorModel } from './editorModelOffer.ts';
import { FailureReporter } from './failureReporter.ts';
import { askInput } from './inputPrompt.ts';
import { followServers } from './contextKeys.ts';
import { ResourceFiles } from './resourceFiles.ts';
import { ToolResults } from './toolResults.ts';
import { ServerLogs } from './serverLogs.ts';
import { editorSignInSurface } from './signInSurface.ts';
import { onDidChangeSettings, readSendOn, readSettings } from './settingsReader.ts';

const lastThreadKey = 'lastThreadId';

/** Everything of the extension that lives as long as the window, composed in one place. */
export class Container {
  readonly #context: vscode.ExtensionContext;
  readonly #log: vscode.LogOutputChannel;
  readonly #logger: Logger;
  readonly #failures: FailureReporter;
  readonly #logs = new ServerLogs();
  readonly #secrets: EditorSecretStore;
  readonly #chat: Chat;
  #runtime: Promise<RuntimePort> | undefined;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
    this.#log = vscode.window.createOutputChannel('Patchbay', { log: true });
    this.#logger = toLogger(this.#log);
    this.#failures = new FailureReporter(this.#logger, (message) => void vscode.window.showErrorMessage(message));
    this.#secrets = new EditorSecretStore(context.secrets);
    this.#chat = new Chat({
      runtime: () => this.#startRuntime(),
      workspaceFolder: workspaceFolder(),
      remoteName: vscode.env.remoteName,
      isTrusted: () => vscode.workspace.isTrusted,
      sendOn: readSendOn,
      lastThreadId: () => context.workspaceState.get<string>(lastThreadKey),
      rememberThread: (id) => this.#rememberThread(id),
      reportError: (message) => this.#failures.report(message),
      performCommand: (command) => this.#perform(command),
    });
    const resources = new ResourceFiles(async () => (await this.#chat.start()).hub, this.#failures);
    const results = new ToolResults();
    const view = new ChatViewProvider(context.extensionUri, this.#chat, this.#logs, this.#logger, this.#failures);
    context.subscriptions.push(
      this.#log,
      this.#logs,
      this.#chat,
      vscode.window.registerWebviewViewProvider(ChatViewProvider.viewId, view),
      resources,
      results,
      followServers(this.#chat.store),
      registerCommands(
        {
          chat: this.#chat,
          view,
          logs: this.#logs,
          secrets: this.#secrets,
          resources,
          results,
          folders: { home: home(), workspaceFolder: workspaceFolder() },
        },
        this.#failures,
      ),
      onDidChangeSettings(() => this.#applySettings()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#applyTrust()),
    );
    // Not waited for: activation only registers.
    if (readSettings().autoConnect === 'onStartup') void view.startChat();
  }

  /** Stops turns and closes every server. */
  async dispose(): Promise<void> {
    const runtime = await this.#runtime?.catch(() => undefined);
    await this.#chat.close();
    await runtime?.dispose();
  }

  async #startRuntime(): Promise<RuntimePort> {
    this.#runtime ??= this.#createRuntime();
    try {
      return await this.#runtime;
    } catch (error) {
      this.#runtime = undefined;
      throw error;
    }
  }

  async #createRuntime(): Promise<RuntimePort> {
    const { createRuntime } = await import('../core/runtime.ts');
    const folder = workspaceFolder();
    const runtime = await createRuntime({
      home: home(),
      // One place for all workspaces, so that each conversation can be found from any of them.
      storage: this.#context.globalStorageUri.fsPath,
      workspaceFolder: folder,
      cwd: folder ?? homedir(),
      isTrusted: () => vscode.workspace.isTrusted,
      sessionConfigFiles: [],
      isStrictConfig: false,
      canAsk: true,
      environment: process.env,
      // The editor's, which goes by its own settings for proxies and certificates.
      fetch: (target, init) => globalThis.fetch(target, init),
      settings: readSettings,
      secrets: this.#secrets,
      signInSurface: editorSignInSurface,
      askInput,
      editorModels: lazyEditorModels,
      hostHandlers: {},
      version: String((this.#context.extension.packageJSON as { version?: unknown }).version),
      logger: this.#logger,
    });
    runtime.hub.watch();
    this.#failures.logFailureOf(
      offerEditorModel(lazyEditorModels, this.#context.globalState),
      'The models of the editor could not be offered',
    );
    this.#context.subscriptions.push(runtime.hub.onDidLog(({ server, line }) => this.#logs.append(server, line)));
    return runtime;
  }

  #perform(command: Exclude<SurfaceCommand, { name: 'clear' }>): void {
    const [id, target] =
      command.name === 'model'
        ? ['patchbay.selectModel', { model: command.argument }]
        : ['patchbay.exportChat', { format: command.format }];
    this.#failures.reportFailureOf(vscode.commands.executeCommand(id, target));
  }

  #rememberThread(id: string | undefined): void {
    const update = this.#context.workspaceState.update(lastThreadKey, id);
    this.#failures.logFailureOf(update, 'The open conversation could not be remembered for the next window');
  }

  #applySettings(): void {
    const advice = vscode.l10n.t('The changed settings could not be applied. Reload the window to apply them.');
    this.#failures.reportFailureOf(this.#chat.refreshSettings(), advice);
  }

  #applyTrust(): void {
    const advice = vscode.l10n.t('The servers of this workspace could not be read. Reload the window to try again.');
    this.#failures.reportFailureOf(this.#refreshDefinitions(), advice);
  }

  async #refreshDefinitions(): Promise<void> {
    const runtime = await this.#runtime;
    if (!runtime) return;
    await runtime.hub.refreshDefinitions();
    await runtime.hub.catalogsReady();
  }
}

/** The editor's models; their code is loaded with the first question for them. */
const lazyEditorModels: EditorModels = {
  list: async () => (await import('./languageModels.ts')).languageModels.list(),
  resolve: async (provider, id) => (await import('./languageModels.ts')).languageModels.resolve(provider, id),
};

/** `$PATCHBAY_HOME` or `~/.patchbay`. */
function home(): string {
  return homeFolder(process.env, workspaceFolder() ?? homedir());
}

/** The first folder of the window, when it is on disk. */
function workspaceFolder(): string | undefined {
  const folder = vscode.workspace.workspaceFolders?.[0];
  return folder?.uri.scheme === 'file' ? folder.uri.fsPath : undefined;
}

function toLogger(log: vscode.LogOutputChannel): Logger {
  return {
    info: (message) => log.info(message),
    warn: (message) => log.warn(message),
    error: (message, error) => log.error(message, ...(error === undefined ? [] : [error])),
  };
}
