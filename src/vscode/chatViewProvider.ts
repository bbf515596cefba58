import * as vscode from 'vscode';
import type { Logger } from '../core/base/logger.ts';
import { DisposableStore, toDisposable } from '../shared/base/disposable.ts';
import { Emitter } from '../shared/base/emitter.ts';
import type { Intent } from '../shared/protocol/intents.ts';
import { dispatchIntent } from '../shared/protocol/intents.ts';
import type { Port } from '../shared/rpc/port.ts';
import type { Chat } from './chat.ts';
import { performIntent } from './chatIntents.ts';
import { registerChatRequests } from './chatRequests.ts';
import type { FailureReporter } from './failureReporter.ts';
import type { ServerLogs } from './serverLogs.ts';
import { ViewConnection } from './viewConnection.ts';
import { webviewHtml } from './webviewHtml.ts';

/** Puts the chat into the side bar. The document is made anew whenever the view is shown again. */
export class ChatViewProvider implements vscode.WebviewViewProvider {
  static readonly viewId = 'patchbay.chat';

  readonly #extensionUri: vscode.Uri;
  readonly #chat: Chat;
  readonly #logs: ServerLogs;
  readonly #logger: Logger;
  readonly #failures: FailureReporter;
  #connection: ViewConnection | undefined;
  #pendingPlace: 'composer' | 'servers' | undefined;

  constructor(extensionUri: vscode.Uri, chat: Chat, logs: ServerLogs, logger: Logger, failures: FailureReporter) {
    this.#extensionUri = extensionUri;
    this.#chat = chat;
    this.#logs = logs;
    this.#logger = logger;
    this.#failures = failures;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const owned = new DisposableStore();
    const messages = owned.add(new Emitter<unknown>());
    const visibility = owned.add(new Emitter<void>());
    owned.add(view.webview.onDidReceiveMessage((message: unknown) => messages.fire(message)));
    owned.add(view.onDidChangeVisibility(() => visibility.fire()));
    const port: Port = {
      onMessage: messages.event,
      post: (message) => this.#failures.logFailureOf(view.webview.postMessage(message), 'The view got no message'),
    };
    const connection = new ViewConnection(port, this.#chat.store, {
      isVisible: () => view.visible,
      onDidChange: visibility.event,
    });
    owned.add(connection);
    owned.add(
      connection.peer.onDidReject((why) => this.#logger.warn(`A message of the view was not understood. ${why}`)),
    );
    owned.add(registerChatRequests(connection.peer, this.#chat));
    owned.add(connection.peer.onNotification(dispatchIntent, ({ intent }) => this.#perform(intent)));
    owned.add(
      toDisposable(() => {
        if (this.#connection === connection) this.#connection = undefined;
      }),
    );
    view.onDidDispose(() => owned.dispose());
    this.#connection = connection;
    if (this.#pendingPlace) connection.reveal(this.#pendingPlace);
    this.#pendingPlace = undefined;
    view.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(this.#extensionUri, 'dist', 'webview')],
    };
    view.webview.html = webviewHtml(view.webview, this.#extensionUri);
    void this.startChat();
  }

  /** Shows the view and puts the keyboard into a part of it. */
  async reveal(place: 'composer' | 'servers'): Promise<void> {
    if (!this.#connection) this.#pendingPlace = place;
    await vscode.commands.executeCommand(`${ChatViewProvider.viewId}.focus`);
    this.#connection?.reveal(place);
  }

  /** Starts the chat and the servers that may start. Opening the view is a demand for both; errors are shown. */
  async startChat(): Promise<void> {
    try {
      const { hub } = await this.#chat.start();
      await hub.catalogsReady();
    } catch (error) {
      this.#failures.report(error);
    }
  }

  #perform(intent: Intent): void {
    this.#failures.reportFailureOf(performIntent(intent, this.#chat, this.#logs));
  }
}
