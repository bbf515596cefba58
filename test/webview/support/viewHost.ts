import { setTimeout as schedule } from 'node:timers';
import type { Disposable } from '../../../src/shared/base/disposable.ts';
import { DisposableStore, toDisposable } from '../../../src/shared/base/disposable.ts';
import { Emitter } from '../../../src/shared/base/emitter.ts';
import type { PromptEntry, ResourceEntry, ToolEntry } from '../../../src/shared/protocol/catalogRequests.ts';
import {
  completeArgument,
  expandTemplate,
  listPrompts,
  listResources,
  listTools,
} from '../../../src/shared/protocol/catalogRequests.ts';
import type { Intent } from '../../../src/shared/protocol/intents.ts';
import { dispatchIntent } from '../../../src/shared/protocol/intents.ts';
import {
  initialize,
  readSnapshot,
  revealPlace,
  stateActions,
  viewProtocolVersion,
} from '../../../src/shared/protocol/lifecycle.ts';
import type { AnswerOutcome, SubmitResult } from '../../../src/shared/protocol/turnRequests.ts';
import {
  answerElicitation,
  continueTurn,
  readContent,
  readImage,
  resendTurn,
  runPrompt,
  submitTurn,
} from '../../../src/shared/protocol/turnRequests.ts';
import type { ElicitationReply } from '../../../src/shared/thread/elicitation.ts';
import { Peer } from '../../../src/shared/rpc/peer.ts';
import type { Port } from '../../../src/shared/rpc/port.ts';
import { StateStore } from '../../../src/shared/state/stateStore.ts';
import type { ViewAction } from '../../../src/shared/state/viewAction.ts';
import type { ViewState } from '../../../src/shared/state/viewState.ts';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { ComposerDraft } from '../../../src/vscode/composerDraft.ts';

/** What the host answers to the view's requests; a test replaces what it is about. */
export interface HostAnswers {
  resources: readonly ResourceEntry[];
  prompts: readonly PromptEntry[];
  tools: (server: string) => readonly ToolEntry[];
  completions: (argument: string, value: string) => readonly string[];
  submit: (text: string) => SubmitResult | Promise<SubmitResult>;
  resend: (turnId: string, text: string | undefined) => SubmitResult;
  goOn: () => SubmitResult;
  elicitation: (reply: ElicitationReply) => AnswerOutcome | Promise<AnswerOutcome>;
  runPrompt: (server: string, name: string, values: Readonly<Record<string, string>>) => SubmitResult;
  content: (ownerId: string) => string;
  image: (artifactId: string) => string;
}

/** A request of the view that changes something, as it arrived. */
export type Submitted =
  | { readonly type: 'submit'; readonly text: string }
  | { readonly type: 'resend'; readonly turnId: string; readonly text: string | undefined }
  | { readonly type: 'continue' }
  | { readonly type: 'runPrompt'; readonly name: string; readonly values: Readonly<Record<string, string>> };

/** The extension host's side of the view protocol, on the real peer and the real state, without an editor. */
export class ViewHost implements Disposable {
  readonly store: StateStore;
  readonly intents: Intent[] = [];
  readonly submitted: Submitted[] = [];
  /** Answers to questions of servers, as they arrived. */
  readonly replies: ElicitationReply[] = [];
  readonly rejected: string[] = [];
  readonly answers: HostAnswers;
  /** Snapshots given out: the first, and one more after each reload or gap. */
  snapshots = 0;
  /** Actions are dropped on their way while set, as if the view had missed them. */
  isDropping = false;
  /** Answers requests for a snapshot with an error while set. */
  refuseSnapshots = false;

  readonly #peer: Peer;
  readonly #draft: ComposerDraft;
  readonly #owned = new DisposableStore();
  readonly #changed = new Emitter<void>();
  #isVisible = false;

  constructor(port: Port, initial: ViewState, answers: HostAnswers) {
    this.store = new StateStore(initial);
    this.#draft = new ComposerDraft(this.store);
    this.answers = answers;
    this.#peer = this.#owned.add(
      new Peer(port, (run, delayMs) => {
        const timer = schedule(run, delayMs);
        return toDisposable(() => clearTimeout(timer));
      }),
    );
    this.#owned.add(this.#changed);
    this.#owned.add(this.#peer.onDidReject((reason) => this.rejected.push(reason)));
    this.#owned.add(
      this.store.onDidDispatch(({ seq, action }) => {
        if (this.#isVisible && !this.isDropping) this.#peer.notify(stateActions, { seq, actions: [action] });
      }),
    );
    this.#answerLifecycle();
    this.#answerCatalog();
    this.#answerTurns();
    this.#peer.onNotification(dispatchIntent, ({ intent }) => this.#take(intent));
  }

  dispatch(...actions: readonly ViewAction[]): void {
    for (const action of actions) this.store.dispatch(action);
  }

  /** Adds events to the thread. */
  advance(...events: readonly ThreadEvent[]): void {
    this.dispatch(...events.map((event) => ({ type: 'thread/advanced', event }) as const));
  }

  reveal(place: 'composer' | 'servers'): void {
    this.#peer.notify(revealPlace, { place });
  }

  /** The editor hides the view: nothing reaches it until it asks again. */
  hide(): void {
    this.#isVisible = false;
  }

  /** Intents of a type, waiting until there are as many as wanted. */
  async intentsOf<T extends Intent['type']>(type: T, atLeast = 1): Promise<readonly Extract<Intent, { type: T }>[]> {
    const found = (): readonly Extract<Intent, { type: T }>[] =>
      this.intents.filter((intent): intent is Extract<Intent, { type: T }> => intent.type === type);
    await this.until(() => found().length >= atLeast);
    return found();
  }

  /** Waits until what the view sent makes the condition true. */
  async until(condition: () => boolean): Promise<void> {
    if (condition()) return;
    await new Promise<void>((resolve) => {
      const subscription = this.#changed.event(() => {
        if (!condition()) return;
        subscription.dispose();
        resolve();
      });
    });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #take(intent: Intent): void {
    this.intents.push(intent);
    if (intent.type === 'draft/edit') this.#draft.edit(intent.text, intent.revision);
    if (intent.type === 'attachment/add') this.#draft.attach(intent.attachment);
    if (intent.type === 'attachment/remove') this.#draft.detach(intent.server, intent.uri);
    this.#changed.fire();
  }

  #answerLifecycle(): void {
    this.#peer.onRequest(initialize, () => {
      this.#isVisible = true;
      this.snapshots += 1;
      return { protocolVersion: viewProtocolVersion, snapshot: this.store.snapshot() };
    });
    this.#peer.onRequest(readSnapshot, () => {
      if (this.refuseSnapshots) throw new Error('The host is out of order');
      this.snapshots += 1;
      return this.store.snapshot();
    });
  }

  #answerCatalog(): void {
    const { answers } = this;
    this.#peer.onRequest(listResources, () => ({ entries: [...answers.resources] }));
    this.#peer.onRequest(listPrompts, () => ({ entries: [...answers.prompts] }));
    this.#peer.onRequest(listTools, ({ server }) => ({ entries: [...answers.tools(server)] }));
    this.#peer.onRequest(completeArgument, ({ argument, value }) => ({
      values: [...answers.completions(argument, value)],
      hasMore: false,
    }));
    this.#peer.onRequest(expandTemplate, ({ template, values }) => ({
      uri: template.replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? ''),
    }));
  }

  #answerTurns(): void {
    const { answers } = this;
    this.#peer.onRequest(submitTurn, async ({ text }) => {
      this.submitted.push({ type: 'submit', text });
      this.#changed.fire();
      const sent = { text, attachments: this.#draft.attachments };
      const result = await answers.submit(text);
      if (isTaken(result)) this.#draft.removeSent(sent);
      return result;
    });
    this.#peer.onRequest(runPrompt, ({ server, name, values, command = '' }) => {
      this.submitted.push({ type: 'runPrompt', name, values });
      this.#changed.fire();
      const result = answers.runPrompt(server, name, values);
      if (isTaken(result)) this.#draft.removeSent({ text: command, attachments: [] });
      return result;
    });
    this.#peer.onRequest(resendTurn, ({ turnId, text }) => {
      this.submitted.push({ type: 'resend', turnId, text });
      this.#changed.fire();
      return answers.resend(turnId, text);
    });
    this.#peer.onRequest(continueTurn, () => {
      this.submitted.push({ type: 'continue' });
      this.#changed.fire();
      return answers.goOn();
    });
    this.#peer.onRequest(answerElicitation, async (reply) => {
      this.replies.push(reply);
      this.#changed.fire();
      return answers.elicitation(reply);
    });
    this.#peer.onRequest(readContent, ({ ref }) => ({ text: answers.content(ref.ownerId) }));
    this.#peer.onRequest(readImage, ({ artifactId }) => ({ dataUrl: answers.image(artifactId) }));
  }
}

function isTaken({ status }: SubmitResult): boolean {
  return status === 'started' || status === 'queued' || status === 'done';
}
