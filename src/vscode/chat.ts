import type { Disposable } from '../shared/base/disposable.ts';
import { DisposableStore } from '../shared/base/disposable.ts';
import type { SubmitResult } from '../shared/protocol/turnRequests.ts';
import { StateStore } from '../shared/state/stateStore.ts';
import type { Attachment, Draft } from '../shared/state/viewState.ts';
import type { ApprovalAnswer } from '../shared/thread/approval.ts';
import { emptyThread } from '../shared/thread/threadState.ts';
import type { SubmitOutcome, ThreadRunnerPort } from '../core/agent/threadRunnerPort.ts';
import type { RuntimePort } from '../core/runtimePort.ts';
import { projectEvent, projectThread } from './viewProjection.ts';

/** What the chat needs from the editor. */
export interface ChatOptions {
  readonly runtime: () => Promise<RuntimePort>;
  readonly workspaceFolder: string | undefined;
  readonly sendOn: () => 'enter' | 'ctrlEnter';
  /** Id of the thread that was open when the window closed. */
  readonly lastThreadId: () => string | undefined;
  readonly rememberThread: (id: string) => void;
  /** An error that no message of the conversation can show. */
  readonly reportError: (message: string) => void;
}

/**
 * The one chat of a window: owns the state that every view shows and the thread that runs. Views come and go; the
 * turn goes on.
 */
export class Chat implements Disposable {
  readonly store: StateStore;
  readonly #options: ChatOptions;
  readonly #owned = new DisposableStore();
  #runner: ThreadRunnerPort | undefined;
  #runnerSubscription: Disposable | undefined;
  #started: Promise<RuntimePort> | undefined;

  constructor(options: ChatOptions) {
    this.#options = options;
    this.store = new StateStore({
      model: { id: '', label: '', isDemo: false },
      servers: [],
      configIssues: [],
      thread: emptyThread('', 0),
      draft: { text: '', revision: 0, attachments: [] },
      sendOn: options.sendOn(),
    });
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
    await this.start();
    const runner = await this.#currentRunner();
    const { attachments } = this.store.state.draft;
    return this.#settle(await runner.submit(text, attachments), { text: '', attachments: [] });
  }

  async runPrompt(server: string, prompt: string, values: Readonly<Record<string, string>>): Promise<SubmitResult> {
    await this.start();
    const runner = await this.#currentRunner();
    const { text, attachments } = this.store.state.draft;
    // A typed command opened the form and is done with; anything else waits to be sent.
    const rest = { text: text.trimStart().startsWith('/') ? '' : text, attachments };
    return this.#settle(await runner.runPrompt(server, prompt, values), rest);
  }

  answerApproval(answer: ApprovalAnswer): void {
    this.#runner?.answerApproval(answer);
  }

  stop(): void {
    this.#runner?.stop();
  }

  /** Ends the running turn and starts an empty conversation; the old one stays on disk. */
  async newThread(): Promise<void> {
    const runtime = await this.start();
    await this.#open(await runtime.newThread());
  }

  editDraft(text: string, revision: number): void {
    const { draft } = this.store.state;
    // The host changed the text meanwhile (it was sent, for instance): what was typed before that is stale.
    if (revision !== draft.revision || text === draft.text) return;
    this.store.dispatch({ type: 'draft/changed', draft: { ...draft, attachments: [...draft.attachments], text } });
  }

  addAttachment(attachment: Attachment): void {
    const { draft } = this.store.state;
    const others = draft.attachments.filter((item) => !isSameResource(item, attachment));
    this.store.dispatch({ type: 'draft/changed', draft: { ...draft, attachments: [...others, attachment] } });
  }

  removeAttachment(server: string, uri: string): void {
    const { draft } = this.store.state;
    const attachments = draft.attachments.filter((item) => !isSameResource(item, { server, uri }));
    this.store.dispatch({ type: 'draft/changed', draft: { ...draft, attachments } });
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
    const runner = this.#runner;
    this.#runner = undefined;
    this.dispose();
    await runner?.dispose();
  }

  dispose(): void {
    this.#runnerSubscription?.dispose();
    this.#owned.dispose();
  }

  async #start(): Promise<RuntimePort> {
    const runtime = await this.#options.runtime();
    const { toConfigIssueView, toServerView } = await import('../core/mcp/serverView.ts');
    const { workspaceFolder } = this.#options;
    const showServers = (): void => {
      this.store.dispatch({
        type: 'servers/changed',
        servers: runtime.hub.servers().map((server) => toServerView(server, workspaceFolder)),
        configIssues: runtime.hub.configIssues().map((issue) => toConfigIssueView(issue, workspaceFolder)),
      });
    };
    this.#owned.add(runtime.hub.onDidChange(showServers));
    showServers();
    await this.#showModel(runtime);
    await this.#reopenLastThread(runtime);
    return runtime;
  }

  async #reopenLastThread(runtime: RuntimePort): Promise<void> {
    const id = this.#options.lastThreadId();
    if (id === undefined) return;
    try {
      await this.#open(await runtime.openThread(id));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#options.reportError(`The last conversation could not be opened, so a new one begins. ${why}`);
    }
  }

  /** The thread is created with its first message, so that opening the view leaves no empty folders. */
  async #currentRunner(): Promise<ThreadRunnerPort> {
    if (!this.#runner) await this.newThread();
    if (!this.#runner) throw new Error('No conversation could be created');
    return this.#runner;
  }

  async #open(runner: ThreadRunnerPort): Promise<void> {
    const previous = this.#runner;
    this.#runnerSubscription?.dispose();
    this.#runner = runner;
    this.store.dispatch({ type: 'thread/opened', thread: projectThread(runner.state) });
    this.#runnerSubscription = runner.onDidAppend((event) => {
      this.store.dispatch({ type: 'thread/advanced', event: projectEvent(runner.id, event) });
    });
    this.#options.rememberThread(runner.id);
    await previous?.dispose();
  }

  async #showModel(runtime: RuntimePort): Promise<void> {
    try {
      const { id, label, isDemo } = await runtime.model();
      this.store.dispatch({ type: 'model/changed', model: { id, label, isDemo } });
    } catch (error) {
      // A setting that names no usable model: shown as such, and said in full when a turn needs the model.
      const label = error instanceof Error ? error.message : String(error);
      this.store.dispatch({ type: 'model/changed', model: { id: '', label, isDemo: false } });
    }
  }

  /** Leaves in the composer what was not sent: all of it when no turn started. */
  async #settle(outcome: SubmitOutcome, rest: Pick<Draft, 'text' | 'attachments'>): Promise<SubmitResult> {
    switch (outcome.status) {
      case 'started': {
        const { draft } = this.store.state;
        const revision = draft.revision + 1;
        const { text, attachments } = rest;
        this.store.dispatch({ type: 'draft/changed', draft: { text, revision, attachments: [...attachments] } });
        return { status: 'started' };
      }
      case 'needsArguments': {
        const { toPromptEntry } = await import('../core/mcp/pickerEntries.ts');
        return {
          status: 'needsArguments',
          prompt: toPromptEntry(outcome.prompt),
          values: { ...outcome.values },
          missing: [...outcome.missing],
        };
      }
      case 'rejected':
        return outcome;
    }
  }
}

function isSameResource(a: { server: string; uri: string }, b: { server: string; uri: string }): boolean {
  return a.server === b.server && a.uri === b.uri;
}
