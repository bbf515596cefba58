import { messageOf } from '../../../shared/base/messageOf.ts';
import type { TurnError, TurnStatus } from '../../../shared/thread/threadEvent.ts';
import { isToolCallEnded } from '../../../shared/thread/toolCall.ts';
import { abortable, abortableIterable } from '../../base/abortable.ts';
import type { Logger } from '../../base/logger.ts';
import type { HubPort } from '../../mcp/hubPort.ts';
import type { LanguageModel } from '../../models/languageModel.ts';
import { ModelError } from '../../models/modelError.ts';
import { InputError } from '../input/inputError.ts';
import type { Mention, ResolvablePlan } from '../input/inputPlan.ts';
import type { InputResolver } from '../input/inputResolver.ts';
import { requestForPrompt } from '../input/promptRequest.ts';
import type { ThreadJournal } from '../threadJournal.ts';
import type { ToolCallOutcome } from '../tools/toolCallContext.ts';
import { hasInput } from './inputMessages.ts';
import { serverNotices } from './serverNotices.ts';
import type { TurnLoopOptions } from './turnLoop.ts';
import { TurnLoop } from './turnLoop.ts';

export interface TurnCourseOptions extends TurnLoopOptions {
  readonly journal: ThreadJournal;
  readonly hub: HubPort;
  /** The model of the settings; rejects with a `ModelError`. Asked in each turn. */
  readonly model: () => Promise<LanguageModel>;
  readonly input: Pick<InputResolver, 'resolve'>;
  readonly logger: Logger;
}

/** How a turn ended. */
export interface TurnEnd {
  readonly status: TurnStatus;
  readonly error?: TurnError | undefined;
}

/** What happens between the start and the end of a turn. */
export class TurnCourse {
  readonly #options: TurnCourseOptions;
  readonly #loop: TurnLoop;

  constructor(options: TurnCourseOptions) {
    this.#options = options;
    this.#loop = new TurnLoop(options);
  }

  /** Attaches what the input names, then lets the model answer. Never rejects: how a turn ends is a value. */
  async run(turnId: string, plan: ResolvablePlan, signal: AbortSignal): Promise<TurnEnd> {
    const { journal, hub, input, model, dispatcher, now, newId } = this.#options;
    const { emit, save } = journal;
    const { id: threadId } = journal.state;
    try {
      for (const warning of journal.takeNotices()) emit({ type: 'warning', at: now(), turnId, warning });
      await abortable(hub.catalogsReady(signal), signal);
      for (const warning of serverNotices(plan, hub)) emit({ type: 'warning', at: now(), turnId, warning });
      const context = { threadId, turnId, signal, emit, save, now, newId };
      const request = (resource: Mention): Promise<ToolCallOutcome> => requestForPrompt(dispatcher, resource, context);
      const opening = input.resolve(plan, { ...context, request });
      for await (const event of abortableIterable(opening, signal)) emit(event);
      if (journal.state.current && !hasInput(journal.state.current)) return nothingToSend;
      const chosen = await abortable(model(), signal);
      const turn = { threadId, turnId, signal, emit, save, state: () => journal.state };
      return { status: await this.#loop.run(chosen, turn) };
    } catch (error) {
      if (signal.aborted) return { status: 'cancelled' };
      return { status: 'failed', error: this.toError(error) };
    }
  }

  /** Gives each call that is still open its result, so that whoever follows the events sees pairs, too. */
  endOpenCalls(turnId: string): void {
    const { journal, now } = this.#options;
    journal.flush();
    for (const part of journal.state.current?.parts ?? []) {
      if (part.kind !== 'toolCall' || part.call.status === 'streaming' || isToolCallEnded(part.call)) continue;
      const { id: toolCallId } = part.call;
      const end = { status: 'cancelled', reason: 'aborted', blocks: [] as never[] } as const;
      journal.emit({ type: 'toolCallEnded', at: now(), turnId, toolCallId, ...end });
    }
  }

  /** What a person is told of whatever was thrown. */
  toError(error: unknown): TurnError {
    if (error instanceof ModelError) return { code: error.code, message: error.message };
    if (error instanceof InputError) return { code: 'input_failed', message: error.message };
    this.#options.logger.error('A turn failed inside Patchbay', error);
    const why = messageOf(error);
    return { code: 'internal', message: `Something went wrong inside Patchbay: ${why} Its log says more.` };
  }
}

const nothingToSend: TurnEnd = {
  status: 'failed',
  error: {
    code: 'nothing_to_send',
    message: 'Nothing of what was attached could be read, so there is nothing to send. The warnings say why.',
  },
};
