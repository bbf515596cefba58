import type { Disposable } from '../shared/base/disposable.ts';
import { DisposableStore } from '../shared/base/disposable.ts';
import { messageOf } from '../shared/base/messageOf.ts';
import type { SubmitResult } from '../shared/protocol/turnRequests.ts';
import { StateStore } from '../shared/state/stateStore.ts';
import type { Draft, ModelView } from '../shared/state/viewState.ts';
import type { ApprovalAnswer } from '../shared/thread/approval.ts';
import { emptyThread } from '../shared/thread/threadState.ts';
import type { SubmitOutcome, SurfaceCommand, ThreadRunnerPort } from '../core/agent/threadRunnerPort.ts';
import type { RuntimePort } from '../core/runtimePort.ts';
import { ComposerDraft } from './composerDraft.ts';
import { showServers } from './serverRows.ts';
import { projectEvent, projectThread } from './viewProjection.ts';

/** How long a window that is reloaded waits for its former self to close the conversation. */
const closingPatienceMs = 5_000;

/** What the chat needs from the editor. */
export interface ChatOptions {
  readonly runtime: () => Promise<RuntimePort>;
  readonly workspaceFolder: string | undefined;
  /** Name of the remote machine that the extension runs on, if it does. */
  readonly remoteName: string | undefined;
  /** False in Restricted Mode. Asked at each change of the servers, which a grant of trust is. */
  readonly isTrusted: () => boolean;
  readonly sendOn: () => 'enter' | 'ctrlEnter';
  /** Id of the thread that was open when the window closed. */
  readonly lastThreadId: () => string | undefined;
  /** Undefined: none is open any more. */
  readonly rememberThread: (id: string | undefined) => void;
  /** Carries out what was typed as `/model` or `/export`; what it asks for, it asks by itself. */
  readonly performCommand: (command: Exclude<SurfaceCommand, { name: 'clear' }>) => void;
  /** An error that no message of the conversation can show. */
  readonly reportError: (message: string) => void;
}

/**
 * The one chat of a window: owns the state that every view shows and the thread that runs. Views come and go; the
 * turn goes on.
 */
export class Chat implements Disposable {
  readonly store: StateStore;
  readonly draft: ComposerDraft;
  readonly #options: ChatOptions;
  readonly #owned = new DisposableStore();
  #runner: ThreadRunnerPort | undefined;
  #runnerSubscription: Disposable | undefined;
  #started: Promise<RuntimePort> | undefined;
  #beginning: Promise<ThreadRunnerPort> | undefined;

  constructor(options: ChatOptions) {
    this.#options = options;
    this.store = new StateStore({
      model: { id: '', label: '', isDemo: false },
      servers: [],
      configIssues: [],
      remoteName: options.remoteName,
      thread: emptyThread('', 0),
      draft: { text: '', revision: 0, attachments: [] },
      sendOn: options.sendOn(),
    });
    this.draft = new ComposerDraft(this.store);
  }

  /** Composes the core on first use, opens the last thread, and shows servers and model. */
  start(): Promise<RuntimePort> {
    this.#started ??= this.#start().catch((error: unknown) => {
      // The next use tries again: what was missing may have been mended.
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  async submit(text: string): Promise<SubmitResult> {
    const sent = { text, attachments: this.draft.attachments };
    const runner = await this.#currentRunner();
    return this.#settle(await runner.submit(text, sent.attachments), sent);
  }

  /** Runs a prompt with what was filled in. `command` is the typed text that opened the form: it is sent with the turn. */
  async runPrompt(
    server: string,
    prompt: string,
    values: Readonly<Record<string, string>>,
    command = '',
  ): Promise<SubmitResult> {
    const runner = await this.#currentRunner();
    return this.#settle(await runner.runPrompt(server, prompt, values), { text: command, attachments: [] });
  }

  /** Sends an earlier message again, as a branch beside it. */
  async resend(turnId: string, text?: string): Promise<SubmitResult> {
    const runner = await this.#currentRunner();
    return this.#settle(await runner.resend(turnId, text), nothingSent);
  }

  /** Lets the model go on where it was held at the highest number of rounds. */
  async continueTurn(): Promise<SubmitResult> {
    const runner = await this.#currentRunner();
    return this.#settle(await runner.continueTurn(), nothingSent);
  }

  /** Takes a message that waits back into the composer, behind what is there. */
  editQueued(messageId: string): void {
    const message = this.#runner?.takeQueued(messageId);
    if (!message) return;
    for (const { server, uri } of message.attachments) this.draft.attach({ server, uri, name: uri });
    this.draft.append(message.text);
  }

  answerApproval(answer: ApprovalAnswer): void {
    this.#runner?.answerApproval(answer);
  }

  stop(): void {
    this.#runner?.stop();
  }

  /** Ends the running turn and starts an empty conversation; the old one stays on disk. */
  async newThread(): Promise<void> {
    await this.#beginThread(await this.start());
  }

  /** Shows an earlier conversation. The one that was open is put away, which stops its turn. */
  async openThread(id: string): Promise<void> {
    const runtime = await this.start();
    if (this.#runner?.id !== id) await this.#open(await runtime.openThread(id));
  }

  /** Puts the open conversation away if it is this one, and shows an empty one. Nothing is created before it is needed. */
  async closeThread(id: string): Promise<void> {
    const runner = this.#runner;
    if (runner?.id !== id) return;
    this.#runnerSubscription?.dispose();
    this.#runner = undefined;
    this.store.dispatch({ type: 'thread/opened', thread: emptyThread('', 0) });
    this.#options.rememberThread(undefined);
    await runner.dispose();
  }

  /** Reads the settings again after they changed. */
  async refreshSettings(): Promise<void> {
    const sendOn = this.#options.sendOn();
    if (sendOn !== this.store.state.sendOn) this.store.dispatch({ type: 'sendOn/changed', sendOn });
    if (this.#started) await this.#showModel(await this.#started);
  }

  /** Full state of the open thread, before it is cut for the view. */
  get thread(): ThreadRunnerPort | undefined {
    return this.#runner;
  }

  /** Stops the running turn and waits until the conversation is written. */
  async close(): Promise<void> {
    this.dispose();
    // A thread that is on its way is put away when it arrives; that it fails, whoever asked for it hears.
    await Promise.allSettled([this.#started, this.#beginning]);
    const runner = this.#runner;
    this.#runner = undefined;
    await runner?.dispose();
  }

  dispose(): void {
    this.#runnerSubscription?.dispose();
    this.#owned.dispose();
  }

  async #start(): Promise<RuntimePort> {
    this.#throwIfClosed();
    const runtime = await this.#options.runtime();
    const { toConfigIssueView, toServerView } = await import('../core/mcp/serverView.ts');
    this.#throwIfClosed();
    const { workspaceFolder } = this.#options;
    const show = (): void => {
      showServers(
        this.store,
        runtime.hub.servers().map((server) => {
          const { name } = server.definition;
          const isSignedIn = runtime.hub.isSignedIn(name);
          const isRejected = runtime.hub.approvalOf(name) === 'rejected';
          const modelWarnings = runtime.modelWarnings(server);
          const isTrusted = this.#options.isTrusted();
          return toServerView(server, { workspaceFolder, isSignedIn, isRejected, isTrusted, modelWarnings });
        }),
        runtime.hub.configIssues().map((issue) => toConfigIssueView(issue, workspaceFolder)),
      );
    };
    this.#owned.add(runtime.hub.onDidChange(show));
    show();
    await this.#showModel(runtime);
    await this.#reopenLastThread(runtime);
    return runtime;
  }

  async #reopenLastThread(runtime: RuntimePort): Promise<void> {
    const id = this.#options.lastThreadId();
    if (id === undefined) return;
    try {
      await this.#open(await runtime.openThread(id, closingPatienceMs));
    } catch (error) {
      if (this.#owned.isDisposed) return;
      const why = messageOf(error);
      this.#options.reportError(`The last conversation could not be opened, so a new one begins. ${why}`);
    }
  }

  /** The thread is created with its first message, so that opening the view leaves no empty folders. */
  async #currentRunner(): Promise<ThreadRunnerPort> {
    const runtime = await this.start();
    if (this.#runner && !this.#beginning) return this.#runner;
    return this.#beginThread(runtime);
  }

  /** One new thread, however many ask for it at once. */
  #beginThread(runtime: RuntimePort): Promise<ThreadRunnerPort> {
    this.#beginning ??= this.#createThread(runtime).finally(() => (this.#beginning = undefined));
    return this.#beginning;
  }

  async #createThread(runtime: RuntimePort): Promise<ThreadRunnerPort> {
    this.#throwIfClosed();
    const runner = await runtime.newThread();
    await this.#open(runner);
    return runner;
  }

  /** Shows a thread from now on. Rejects, with the thread put away again, when the window was closed meanwhile. */
  async #open(runner: ThreadRunnerPort): Promise<void> {
    if (this.#owned.isDisposed) {
      await runner.dispose();
      throw windowClosed();
    }
    const previous = this.#runner;
    this.#runnerSubscription?.dispose();
    this.#runner = runner;
    this.store.dispatch({ type: 'thread/opened', thread: projectThread(runner.state) });
    this.#runnerSubscription = runner.onDidAppend((event) => {
      this.store.dispatch({ type: 'thread/advanced', event: projectEvent(runner.state, event) });
    });
    this.#options.rememberThread(runner.id);
    await previous?.dispose();
  }

  async #showModel(runtime: RuntimePort): Promise<void> {
    let model: ModelView;
    try {
      const { id, label, isDemo } = await runtime.model();
      model = { id, label, isDemo };
    } catch (error) {
      // A setting that names no usable model: shown as such, and said in full when a turn needs the model.
      model = { id: '', label: messageOf(error), isDemo: false };
    }
    if (!this.#owned.isDisposed) this.store.dispatch({ type: 'model/changed', model });
  }

  #throwIfClosed(): void {
    if (this.#owned.isDisposed) throw windowClosed();
  }

  /** Leaves in the composer what was not sent: all of it when no turn started. */
  async #settle(outcome: SubmitOutcome, sent: Pick<Draft, 'text' | 'attachments'>): Promise<SubmitResult> {
    switch (outcome.status) {
      case 'started':
      case 'queued':
        this.draft.removeSent(sent);
        return { status: outcome.status };
      case 'command':
        this.draft.removeSent(sent);
        if (outcome.command.name === 'clear') await this.newThread();
        else this.#options.performCommand(outcome.command);
        return { status: 'done' };
      case 'needsArguments': {
        const { toPromptEntry } = await import('../core/mcp/catalog/pickerEntries.ts');
        return {
          status: 'needsArguments',
          prompt: toPromptEntry(outcome.prompt),
          values: { ...outcome.values },
          missing: [...outcome.missing],
        };
      }
      case 'rejected':
        return { status: 'rejected', message: outcome.message };
    }
  }
}

/** What is sent again leaves the composer as it is. */
const nothingSent = { text: '', attachments: [] };

function windowClosed(): Error {
  return new Error('The window was closed meanwhile. Open it again and repeat what you did.');
}
