import type { ThreadEvent } from '../../../shared/thread/threadEvent.ts';
import type { ToolTarget } from '../../../shared/thread/toolTarget.ts';
import type { JsonValue } from '../../../shared/base/json.ts';
import { abortableIterable } from '../../base/abortable.ts';
import type { LanguageModel, ModelEvent, ModelRequest } from '../../models/languageModel.ts';
import { ModelError } from '../../models/modelError.ts';
import type { RequestedCall } from '../tools/toolCallContext.ts';

/** A complete call of a round, under the id that the thread knows it by. */
export interface RoundCall extends RequestedCall {
  readonly toolCallId: string;
}

export interface ModelRoundContext {
  readonly turnId: string;
  readonly signal: AbortSignal;
  readonly emit: (event: ThreadEvent) => void;
  readonly now: () => number;
  readonly newId: () => string;
  /** What a call acts on. */
  readonly target: (name: string, input: JsonValue) => ToolTarget;
}

/**
 * Streams one answer of the model into the thread and gives its calls. Throws a `ModelError`, or an `AbortError` as
 * soon as the signal aborts; what was streamed stays.
 *
 * Calls get ids of our own: approvals are keyed by them, and some providers number their calls from the start in each
 * answer, so that a late click could otherwise meet another call.
 */
export async function streamModelRound(
  model: LanguageModel,
  request: ModelRequest,
  context: ModelRoundContext,
): Promise<readonly RoundCall[]> {
  const { turnId, signal, emit, now, newId } = context;
  const calls: RoundCall[] = [];
  const begun = new Map<string, { readonly toolCallId: string; readonly name: string }>();
  let finish: Extract<ModelEvent, { type: 'finish' }> | undefined;
  let hasText = false;

  for await (const event of abortableIterable(model.stream(request, signal), signal)) {
    switch (event.type) {
      case 'text':
        hasText ||= event.delta.trim() !== '';
        if (event.delta !== '') emit({ type: 'textDelta', at: now(), turnId, delta: event.delta });
        break;
      case 'reasoning':
        if (event.delta !== '') emit({ type: 'reasoningDelta', at: now(), turnId, delta: event.delta });
        break;
      case 'reasoningEnd':
        emit({ type: 'reasoningEnded', at: now(), turnId, providerMetadata: event.providerMetadata });
        break;
      case 'toolCallStart': {
        const { name } = event;
        const toolCallId = newId();
        begun.set(event.id, { toolCallId, name });
        emit({ type: 'toolCallStarted', at: now(), turnId, toolCallId, name });
        break;
      }
      case 'toolCall': {
        const { name, input, providerMetadata } = event;
        const toolCallId = begun.get(event.id)?.toolCallId ?? newId();
        begun.delete(event.id);
        const target = context.target(name, input);
        emit({ type: 'toolCallReady', at: now(), turnId, toolCallId, name, target, input, providerMetadata });
        calls.push({ toolCallId, name, target, input });
        break;
      }
      case 'finish':
        finish = event;
        break;
    }
  }
  if (!finish)
    throw new ModelError('stream_broken', 'The answer of the model ended before it was complete.', {
      advice: 'Try again.',
    });
  for (const { toolCallId, name } of begun.values()) endUnfinished(toolCallId, name, context);
  emit({ type: 'roundEnded', at: now(), turnId, usage: finish.usage, model: model.id });
  warnOfOddEnd(finish.reason, hasText || calls.length > 0, context);
  return calls;
}

/** A call that the model began and did not complete, because the answer reached its limit, is over. */
function endUnfinished(toolCallId: string, name: string, { turnId, emit, now }: ModelRoundContext): void {
  const call = { turnId, toolCallId };
  emit({ type: 'toolCallReady', at: now(), ...call, name, target: { kind: 'unknown' }, input: null });
  emit({ type: 'toolCallEnded', at: now(), ...call, status: 'cancelled', reason: 'skipped', blocks: [] });
}

function warnOfOddEnd(
  reason: Extract<ModelEvent, { type: 'finish' }>['reason'],
  hasAnswer: boolean,
  { turnId, emit, now }: ModelRoundContext,
): void {
  const warn = (code: string, message: string): void => {
    emit({ type: 'warning', at: now(), turnId, warning: { code, message } });
  };
  if (reason === 'length') {
    warn('answer_cut', 'The answer was cut: the model reached its limit. Ask it to go on, or for less at a time.');
  } else if (reason === 'filtered') {
    warn('answer_filtered', 'A content filter withheld the rest of the answer. Put the question differently.');
  } else if (!hasAnswer) {
    warn('empty_answer', 'The model gave an empty answer. Ask again in other words, or choose another model.');
  }
}
