import { DisposableStore } from '../../shared/base/disposable.ts';
import { Emitter } from '../../shared/base/emitter.ts';
import { messageOf } from '../../shared/base/messageOf.ts';
import type { Schedule } from '../../shared/rpc/port.ts';
import type { ApprovalAnswer } from '../../shared/thread/approval.ts';
import type { ElicitationReply } from '../../shared/thread/elicitation.ts';
import type { QueuedMessage } from '../../shared/thread/queuedMessage.ts';
import type { ThreadEvent, TurnError, TurnStatus, Warning } from '../../shared/thread/threadEvent.ts';
import { reduceThread } from '../../shared/thread/threadReducer.ts';
import type { ThreadState } from '../../shared/thread/threadState.ts';
import { isToolCallEnded } from '../../shared/thread/toolCall.ts';
import { abortable, abortableIterable } from '../base/abortable.ts';
import type { Logger } from '../base/logger.ts';
import type { HubPort } from '../mcp/hubPort.ts';
import type { LanguageModel } from '../models/languageModel.ts';
import { ModelError } from '../models/modelError.ts';
import type { OpenThread } from '../threads/openThread.ts';
import type { ThreadLog } from '../threads/threadLog.ts';
import type { ApprovalGate } from './approval/approvalGate.ts';
import { compactAnswer } from './commands/compactAnswer.ts';
import type { ElicitationGate, ReplyOutcome } from './elicitation/elicitationGate.ts';
import { InputError } from './input/inputError.ts';
import type { InputPlan, Mention, ResolvablePlan } from './input/inputPlan.ts';
import { needsCatalogs } from './input/inputPlanner.ts';
import type { InputResolver } from './input/inputResolver.ts';
import { requestForPrompt } from './input/promptRequest.ts';
import type {
  AttachedResource,
  CompactionOutcome,
  SubmitOutcome,
  SubmitRejection,
  ThreadRunnerPort,
} from './threadRunnerPort.ts';
import type { ToolCallOutcome } from './tools/toolCallContext.ts';
import { DeltaBuffer } from './turn/deltaBuffer.ts';
import { serverNotices } from './turn/serverNotices.ts';
import { hasInput } from './turn/inputMessages.ts';
import type { TurnLoopOptions } from './turn/turnLoop.ts';
import { TurnLoop } from './turn/turnLoop.ts';

export interface ThreadRunnerOptions extends TurnLoopOptions {
  readonly thread: OpenThread;
  readonly hub: HubPort;
  /** The model of the settings; rejects with a `ModelError`. Asked in each turn. */
  readonly model: () => Promise<LanguageModel>;
  readonly input: Pick<InputResolver, 'plan' | 'planPrompt' | 'resolve'>;
  /** The gate that the dispatcher's approver asks at. */
  readonly gate: ApprovalGate;
  /** The gate that the dispatcher's elicitor asks at. */
  readonly elicitations: ElicitationGate;
  readonly schedule: Schedule;
  readonly logger: Logger;
}

/** How a turn ended. */
interface TurnEnd {
  readonly status: TurnStatus;
  readonly error?: TurnError | undefined;
}

/** Runs the turns of one thread, one at a time. Whatever happens in a turn is an event of it; nothing is thrown. */
export class ThreadRunner implements ThreadRunnerPort {
  readonly #options: ThreadRunnerOptions;
  readonly #log: ThreadLog;
  readonly #owned = new DisposableStore();
  readonly #loop: TurnLoop;
  readonly #buffer: DeltaBuffer;
  readonly #appended = new Emitter<ThreadEvent>();
  readonly onDidAppend = this.#appended.event;
  readonly #disposed = new Emitter<void>();
  /** Fires once, when everything is written. */
  readonly onDidDispose = this.#disposed.event;
  #state: ThreadState;
  /** What the person is told with the next turn. */
  #notices: Warning[] = [];
  #isLogFailing = false;
  #stopCurrent: AbortController | undefined;
  /** Resolves when the turn that was begun last is over and written. */
  #settled: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  constructor(options: ThreadRunnerOptions) {
    const { thread, schedule } = options;
    this.#options = options;
    this.#state = thread.state;
    this.#log = thread.log;
    this.#loop = new TurnLoop(options);
    this.#buffer = new DeltaBuffer({ append: (event) => this.#append(event), schedule });
    this.#owned.add(this.#appended);
    this.#owned.add(this.#log.onDidFail((error) => this.#reportLogFailure(error)));
    if (thread.damage.length > 0) this.#notices.push(damageWarning(thread.damage.length));
  }

  get id(): string {
    return this.#state.id;
  }

  get state(): ThreadState {
    return this.#state;
  }

  submit(text: string, attachments: readonly AttachedResource[] = []): Promise<SubmitOutcome> {
    return this.#begin(text, () => this.#options.input.plan(text, attachments));
  }

  runPrompt(server: string, prompt: string, values: Readonly<Record<string, string>>): Promise<SubmitOutcome> {
    // Shown as the command that does the same.
    const text = `/${server}:${prompt} ${JSON.stringify(values)}`;
    return this.#begin(text, () => this.#options.input.planPrompt(server, prompt, values));
  }

  resend(turnId: string, text?: string): Promise<SubmitOutcome> {
    void turnId;
    void text;
    return Promise.resolve(rejected('busy', 'Wait.'));
  }

  selectBranch(turnId: string): boolean {
    if (this.#state.current) return false;
    this.#emit({ type: 'branchSelected', at: this.#options.now(), turnId });
    return true;
  }

  takeQueued(messageId: string): QueuedMessage | undefined {
    const message = this.#state.queue.find(({ id }) => id === messageId);
    if (message) this.#emit({ type: 'queuedMessageRemoved', at: this.#options.now(), messageId });
    return message;
  }

  sendQueued(): void {}

  compact(): Promise<CompactionOutcome> {
    return Promise.resolve({ status: 'skipped', message: 'There is nothing to summarize.' });
  }

  rename(title: string): void {
    this.#emit({ type: 'threadRenamed', at: this.#options.now(), title });
  }

  answerElicitation(reply: ElicitationReply): ReplyOutcome {
    return this.#options.elicitations.answer(reply);
  }

  answerApproval(answer: ApprovalAnswer): boolean {
    return this.#options.gate.answer(answer);
  }

  stop(): void {
    this.#stopCurrent?.abort();
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.stop();
    await this.#settled;
    this.#buffer.dispose();
    await this.#save();
    await this.#options.thread.release();
    this.#owned.dispose();
    this.#disposed.fire();
    this.#disposed.dispose();
  }

  /** Plans and starts a turn. Never rejects. */
  async #begin(text: string, plan: () => InputPlan): Promise<SubmitOutcome> {
    if (this.#isDisposed) return rejected('closed', 'This conversation is closed. Open it again.');
    if (this.#stopCurrent) {
      return rejected('busy', 'A turn is running. Wait for its end or stop it, then send again.');
    }
    const stop = new AbortController();
    this.#stopCurrent = stop;
    const outcome = this.#planAndStart(text, plan, stop.signal);
    this.#settled = outcome.then((begun) => (begun.status === 'started' ? begun.done : undefined));
    return outcome;
  }

  async #planAndStart(text: string, makePlan: () => InputPlan, signal: AbortSignal): Promise<SubmitOutcome> {
    let plan: InputPlan;
    try {
      // Which commands there are is known when the servers are there. Other text starts at once.
      if (needsCatalogs(text)) await abortable(this.#options.hub.catalogsReady(signal), signal);
      plan = makePlan();
    } catch (error) {
      this.#stopCurrent = undefined;
      if (signal.aborted) return rejected('stopped', 'Stopped before anything was sent.');
      return rejected('internal', this.#internalError(error).message);
    }
    switch (plan.kind) {
      case 'message':
      case 'prompt':
        return this.#start(text, plan, signal);
      case 'needsArguments': {
        this.#stopCurrent = undefined;
        const { prompt, values, missing } = plan;
        return { status: 'needsArguments', prompt, values, missing };
      }
      case 'command':
        return this.#answer(text, plan.answer);
      case 'compact':
        this.#stopCurrent = undefined;
        return this.#answer(text, compactAnswer(await this.compact()));
      case 'surfaceCommand':
        this.#stopCurrent = undefined;
        return { status: 'command', command: plan.command };
      case 'rejected':
        this.#stopCurrent = undefined;
        return rejected(plan.code, plan.message);
    }
  }

  #start(text: string, plan: ResolvablePlan, signal: AbortSignal): SubmitOutcome {
    const { now, newId } = this.#options;
    const turnId = newId();
    const isCommand = plan.kind === 'prompt' ? true : undefined;
    this.#emit({ type: 'turnStarted', at: now(), turnId, text, isCommand });
    return { status: 'started', turnId, done: this.#end(turnId, this.#carryOut(turnId, plan, signal)) };
  }

  /** A turn that the host answers: no model is asked. */
  #answer(text: string, answer: string): SubmitOutcome {
    const { now, newId } = this.#options;
    const turnId = newId();
    this.#emit({ type: 'turnStarted', at: now(), turnId, text, isCommand: true });
    this.#emit({ type: 'commandAnswered', at: now(), turnId, text: answer });
    return { status: 'started', turnId, done: this.#end(turnId, Promise.resolve({ status: 'completed' })) };
  }

  async #end(turnId: string, work: Promise<TurnEnd>): Promise<TurnStatus> {
    const { now } = this.#options;
    const { status, error } = await work;
    this.#endOpenCalls(turnId);
    // Before the end, so that a failure to write can still be a warning of this turn.
    await this.#save();
    // Whoever hears that the turn ended may start the next one at once.
    this.#stopCurrent = undefined;
    this.#emit({ type: 'turnEnded', at: now(), turnId, status, error });
    await this.#save();
    return status;
  }

  async #carryOut(turnId: string, plan: ResolvablePlan, signal: AbortSignal): Promise<TurnEnd> {
    const { hub, input, model, dispatcher, now, newId } = this.#options;
    const { id: threadId } = this;
    const emit = (event: ThreadEvent): void => this.#emit(event);
    try {
      for (const warning of this.#notices.splice(0)) emit({ type: 'warning', at: now(), turnId, warning });
      await abortable(hub.catalogsReady(signal), signal);
      for (const warning of serverNotices(plan, hub)) emit({ type: 'warning', at: now(), turnId, warning });
      const context = { threadId, turnId, signal, emit, now, newId };
      const request = (resource: Mention): Promise<ToolCallOutcome> => requestForPrompt(dispatcher, resource, context);
      const opening = input.resolve(plan, { ...context, request });
      for await (const event of abortableIterable(opening, signal)) emit(event);
      if (this.#state.current && !hasInput(this.#state.current)) return nothingToSend;
      const chosen = await abortable(model(), signal);
      return { status: await this.#loop.run(chosen, { threadId, turnId, signal, emit, state: () => this.#state }) };
    } catch (error) {
      if (signal.aborted) return { status: 'cancelled' };
      return { status: 'failed', error: this.#toTurnError(error) };
    }
  }

  #toTurnError(error: unknown): TurnError {
    if (error instanceof ModelError) return { code: error.code, message: error.message };
    if (error instanceof InputError) return { code: 'input_failed', message: error.message };
    return this.#internalError(error);
  }

  #internalError(error: unknown): TurnError {
    this.#options.logger.error('A turn failed inside Patchbay', error);
    const why = messageOf(error);
    return { code: 'internal', message: `Something went wrong inside Patchbay: ${why} Its log says more.` };
  }

  /** Gives each call that is still open its result, so that whoever follows the events sees pairs, too. */
  #endOpenCalls(turnId: string): void {
    this.#buffer.flush();
    for (const part of this.#state.current?.parts ?? []) {
      if (part.kind !== 'toolCall' || part.call.status === 'streaming' || isToolCallEnded(part.call)) continue;
      const end = { status: 'cancelled', reason: 'aborted', blocks: [] } as const;
      const { id: toolCallId } = part.call;
      this.#emit({ type: 'toolCallEnded', at: this.#options.now(), turnId, toolCallId, ...end, blocks: [] });
    }
  }

  #emit(event: ThreadEvent): void {
    this.#buffer.append(event);
  }

  #append(event: ThreadEvent): void {
    const next = reduceThread(this.#state, event);
    // What comes too late, such as progress of a call that was stopped, is no part of the conversation.
    if (next === this.#state) return;
    this.#state = next;
    this.#log.append(event);
    try {
      this.#appended.fire(event);
    } catch (error) {
      // A surface that cannot show an event must not end the turn.
      this.#options.logger.error(`A listener failed at '${event.type}'`, error);
    }
  }

  async #save(): Promise<void> {
    try {
      await this.#log.flush();
      this.#isLogFailing = false;
    } catch {
      // Reported through onDidFail; the lines stay queued.
    }
  }

  #reportLogFailure(error: unknown): void {
    if (this.#isLogFailing) return;
    this.#isLogFailing = true;
    this.#options.logger.error(`Conversation ${this.id} cannot be written`, error);
    const why = messageOf(error);
    const message = `This conversation cannot be saved at the moment: ${why} It goes on, and saving is tried again.`;
    const warning = { code: 'conversation_not_saved', message };
    const turnId = this.#state.current?.id;
    if (turnId === undefined) this.#notices.push(warning);
    else this.#emit({ type: 'warning', at: this.#options.now(), turnId, warning });
  }
}

function rejected(code: SubmitRejection, message: string): SubmitOutcome {
  return { status: 'rejected', code, message };
}

const nothingToSend: TurnEnd = {
  status: 'failed',
  error: {
    code: 'nothing_to_send',
    message: 'Nothing of what was attached could be read, so there is nothing to send. The warnings say why.',
  },
};

function damageWarning(count: number): Warning {
  const lines = count === 1 ? 'One line' : `${count} lines`;
  const message = `${lines} of this conversation's log could not be read and are left out. The rest is complete.`;
  return { code: 'conversation_damaged', message };
}
