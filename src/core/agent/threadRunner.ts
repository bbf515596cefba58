import { Emitter } from '../../shared/base/emitter.ts';
import type { ApprovalAnswer } from '../../shared/thread/approval.ts';
import type { ElicitationReply } from '../../shared/thread/elicitation.ts';
import type { QueuedMessage } from '../../shared/thread/queuedMessage.ts';
import type { TurnStatus } from '../../shared/thread/threadEvent.ts';
import type { ThreadState } from '../../shared/thread/threadState.ts';
import { abortable } from '../base/abortable.ts';
import type { ApprovalGate } from './approval/approvalGate.ts';
import { compactAnswer } from './commands/compactAnswer.ts';
import type { ElicitationGate, ReplyOutcome } from './elicitation/elicitationGate.ts';
import type { InputPlan } from './input/inputPlan.ts';
import { needsCatalogs } from './input/inputPlanner.ts';
import type { InputResolver } from './input/inputResolver.ts';
import { Activity } from './activity.ts';
import { notSent, outcomeWithoutTurn, rejected } from './submitOutcome.ts';
import type { ThreadJournal } from './threadJournal.ts';
import type { AttachedResource, CompactionOutcome, SubmitOutcome, ThreadRunnerPort } from './threadRunnerPort.ts';
import type { TurnCourseOptions, TurnEnd } from './turn/turnCourse.ts';
import { TurnCourse } from './turn/turnCourse.ts';

export interface ThreadRunnerOptions extends TurnCourseOptions {
  readonly input: Pick<InputResolver, 'plan' | 'planPrompt' | 'resolve'>;
  /** The gate that the dispatcher's approver asks at. */
  readonly gate: ApprovalGate;
  /** The gate that the dispatcher's elicitor asks at. */
  readonly elicitations: ElicitationGate;
}

/** A message on its way to become a turn. */
interface Submission {
  readonly text: string;
  readonly plan: () => InputPlan;
  /** The turn it follows, when that is not the last one shown; null for the beginning. */
  readonly parentId?: string | null | undefined;
  /** There is no text: the model goes on where it was held. */
  readonly isContinuation?: boolean | undefined;
  /** Where it has waited. */
  readonly queued?: QueuedMessage | undefined;
}

/** What a turn starts from in which the model goes on. */
const nothingTyped: InputPlan = { kind: 'message', text: '', skills: [], mentions: [], attachments: [] };

/** Runs the turns of one thread, one at a time. Whatever happens in a turn is an event of it; nothing is thrown. */
export class ThreadRunner implements ThreadRunnerPort {
  readonly #options: ThreadRunnerOptions;
  readonly #journal: ThreadJournal;
  readonly #course: TurnCourse;
  readonly onDidAppend: ThreadJournal['onDidAppend'];
  readonly #disposed = new Emitter<void>();
  /** Fires once, when everything is written. */
  readonly onDidDispose = this.#disposed.event;
  /** The turn that is planned or runs, or a summary on request. */
  #activity: Activity | undefined;
  /** Whether the queue waits for a person: nobody expects an old message to be sent by itself. */
  #isQueueHeld: boolean;
  #isDisposed = false;

  constructor(options: ThreadRunnerOptions) {
    this.#options = options;
    this.#journal = options.journal;
    this.#course = new TurnCourse(options);
    this.onDidAppend = options.journal.onDidAppend;
    this.#isQueueHeld = options.journal.state.queue.length > 0;
  }

  get id(): string {
    return this.state.id;
  }

  get state(): ThreadState {
    return this.#journal.state;
  }

  async submit(text: string, attachments: readonly AttachedResource[] = []): Promise<SubmitOutcome> {
    const plan = (): InputPlan => this.#options.input.plan(text, attachments);
    return this.#mustWait() ? this.#enqueue({ text, plan }, attachments) : this.#begin({ text, plan });
  }

  async runPrompt(server: string, prompt: string, values: Readonly<Record<string, string>>): Promise<SubmitOutcome> {
    // Shown as the command that does the same.
    const text = `/${server}:${prompt} ${JSON.stringify(values)}`;
    const plan = (): InputPlan => this.#options.input.planPrompt(server, prompt, values);
    return this.#mustWait() ? this.#enqueue({ text, plan }, []) : this.#begin({ text, plan });
  }

  async resend(turnId: string, text?: string): Promise<SubmitOutcome> {
    if (this.#activity) return rejected('busy', 'A turn is running. Wait for its end or stop it, then send again.');
    const turn = [...this.state.turns, ...this.state.otherTurns].find(({ id }) => id === turnId);
    if (!turn) return rejected('invalid_input', 'This message is no part of the conversation, so nothing was sent.');
    const parentId = turn.parentId ?? null;
    if (turn.isContinuation && text === undefined) return this.#goOn(parentId);
    const words = text ?? turn.text;
    const attachments = turn.materials.filter(({ origin }) => origin === 'attachment');
    const plan = (): InputPlan => this.#options.input.plan(words, attachments);
    return this.#begin({ text: words, plan, parentId });
  }

  async continueTurn(): Promise<SubmitOutcome> {
    if (this.#activity) return rejected('busy', 'A turn is running. Wait for its end, or stop it.');
    if (this.state.turns.at(-1)?.status === 'maxRounds') return this.#goOn();
    return rejected('invalid_input', 'The last answer was not held at the highest number of rounds. Send a message.');
  }

  selectBranch(turnId: string): boolean {
    const isKnown = [...this.state.turns, ...this.state.otherTurns].some(({ id }) => id === turnId);
    if (this.#activity || !isKnown) return false;
    this.#journal.emit({ type: 'branchSelected', at: this.#options.now(), turnId });
    return true;
  }

  takeQueued(messageId: string): QueuedMessage | undefined {
    const message = this.state.queue.find(({ id }) => id === messageId);
    if (message) this.#journal.emit({ type: 'queuedMessageRemoved', at: this.#options.now(), messageId });
    return message;
  }

  sendQueued(): void {
    this.#isQueueHeld = false;
    this.#sendNext();
  }

  async compact(): Promise<CompactionOutcome> {
    if (this.#isDisposed) return { status: 'skipped', message: 'This conversation is closed. Open it again.' };
    if (this.#activity) {
      return { status: 'skipped', message: 'A turn is running. Wait for its end or stop it, then summarize.' };
    }
    const activity = this.#beginActivity();
    const outcome = await this.#compactNow(activity.signal);
    await this.#journal.save();
    this.#endActivity(activity);
    this.#sendNext();
    return outcome;
  }

  rename(title: string): void {
    this.#journal.emit({ type: 'threadRenamed', at: this.#options.now(), title });
  }

  answerElicitation(reply: ElicitationReply): ReplyOutcome {
    return this.#options.elicitations.answer(reply);
  }

  answerApproval(answer: ApprovalAnswer): boolean {
    return this.#options.gate.answer(answer);
  }

  stop(): void {
    this.#activity?.stop();
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.stop();
    await this.#activity?.ended;
    await this.#journal.dispose();
    this.#disposed.fire();
    this.#disposed.dispose();
  }

  /** Whether a message has to wait: something runs, or others wait already and go first. */
  #mustWait(): boolean {
    return !this.#isDisposed && (this.#activity !== undefined || (!this.#isQueueHeld && this.state.queue.length > 0));
  }

  /** Queues a message, unless it can be said already that it will be no turn. */
  #enqueue({ text, plan }: Submission, attachments: readonly AttachedResource[]): SubmitOutcome {
    const { now, newId } = this.#options;
    try {
      const refusal = outcomeWithoutTurn(plan());
      if (refusal) return refusal;
    } catch (error) {
      return rejected('internal', this.#course.toError(error).message);
    }
    const id = newId();
    const kept = attachments.map(({ server, uri }) => ({ server, uri }));
    this.#journal.emit({ type: 'messageQueued', at: now(), message: { id, text, attachments: kept } });
    return { status: 'queued', messageId: id };
  }

  /** Begins what waits longest, when nothing else is done and the queue is not held. */
  #sendNext(): void {
    const [queued] = this.state.queue;
    if (!queued || this.#isQueueHeld || this.#activity || this.#isDisposed) return;
    const { text, attachments } = queued;
    void this.#begin({ text, queued, plan: () => this.#options.input.plan(text, attachments) });
  }

  /** Starts a turn in which the model goes on where it was held. */
  #goOn(parentId?: string | null): Promise<SubmitOutcome> {
    return this.#begin({ text: '', plan: () => nothingTyped, parentId, isContinuation: true });
  }

  /** Plans and starts a turn. Never rejects. */
  async #begin(submission: Submission): Promise<SubmitOutcome> {
    if (this.#isDisposed) return rejected('closed', 'This conversation is closed. Open it again.');
    const activity = this.#beginActivity();
    const outcome = await this.#planAndStart(submission, activity);
    if (outcome.status !== 'started') {
      if (submission.queued) this.#isQueueHeld = true;
      this.#endActivity(activity);
      this.#sendNext();
    }
    return outcome;
  }

  async #planAndStart(submission: Submission, activity: Activity): Promise<SubmitOutcome> {
    const { text, queued } = submission;
    const { signal } = activity;
    let plan: InputPlan;
    try {
      // Which commands there are is known when the servers are there. Other text starts at once.
      if (needsCatalogs(text)) await abortable(this.#options.hub.catalogsReady(signal), signal);
      plan = submission.plan();
    } catch (error) {
      if (signal.aborted) return rejected('stopped', 'Stopped before anything was sent.');
      return rejected('internal', this.#course.toError(error).message);
    }
    if (queued && !this.takeQueued(queued.id)) return rejected('stopped', 'Taken back before it was sent.');
    switch (plan.kind) {
      case 'message':
      case 'prompt': {
        const isCommand = plan.kind === 'prompt' ? true : undefined;
        const turnId = this.#startTurn(submission, isCommand);
        return this.#started(turnId, this.#course.run(turnId, plan, signal), activity);
      }
      case 'command':
        return this.#answer(submission, plan.answer, activity);
      case 'compact':
        return this.#answer(submission, compactAnswer(await this.#compactNow(signal)), activity);
      default: {
        const outcome = outcomeWithoutTurn(plan) ?? rejected('internal', 'Nothing was sent.');
        // Nobody waits for the answer to what was queued: it stays in the conversation, with why it was not sent.
        return queued ? this.#answer(submission, notSent(outcome), activity) : outcome;
      }
    }
  }

  #startTurn({ text, parentId, isContinuation }: Submission, isCommand: boolean | undefined): string {
    const { now, newId } = this.#options;
    const turnId = newId();
    this.#journal.emit({ type: 'turnStarted', at: now(), turnId, text, isCommand, isContinuation, parentId });
    return turnId;
  }

  /** A turn that the host answers: no model is asked. */
  #answer(submission: Submission, text: string, activity: Activity): SubmitOutcome {
    const turnId = this.#startTurn(submission, true);
    this.#journal.emit({ type: 'commandAnswered', at: this.#options.now(), turnId, text });
    return this.#started(turnId, Promise.resolve({ status: 'completed' }), activity);
  }

  #started(turnId: string, work: Promise<TurnEnd>, activity: Activity): SubmitOutcome {
    return { status: 'started', turnId, done: this.#end(turnId, work, activity) };
  }

  async #end(turnId: string, work: Promise<TurnEnd>, activity: Activity): Promise<TurnStatus> {
    const { status, error } = await work;
    this.#course.endOpenCalls(turnId);
    // Before the end, so that a failure to write can still be a warning of this turn.
    await this.#journal.save();
    this.#isQueueHeld = status !== 'completed' && this.state.queue.length > 0;
    // Whoever hears that the turn ended may start the next one at once.
    this.#endActivity(activity);
    this.#journal.emit({ type: 'turnEnded', at: this.#options.now(), turnId, status, error });
    this.#sendNext();
    await this.#journal.save();
    return status;
  }

  async #compactNow(signal: AbortSignal): Promise<CompactionOutcome> {
    const { compactor } = this.#options;
    try {
      const model = await abortable(this.#options.model(), signal);
      const thread = { threadId: this.id, state: () => this.state, emit: this.#journal.emit, model };
      return await compactor.compact(thread, 'asked', signal);
    } catch (error) {
      if (signal.aborted) return { status: 'cancelled', message: 'Stopped: the conversation is as it was.' };
      return { status: 'failed', message: this.#course.toError(error).message };
    }
  }

  #beginActivity(): Activity {
    return (this.#activity = new Activity());
  }

  #endActivity(activity: Activity): void {
    if (this.#activity === activity) this.#activity = undefined;
    activity.end();
  }
}
