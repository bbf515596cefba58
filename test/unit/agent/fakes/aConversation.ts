import type { JsonObject } from '../../../../src/shared/base/json.ts';
import type { ResultBlock } from '../../../../src/shared/thread/resultBlock.ts';
import type { ThreadEvent } from '../../../../src/shared/thread/threadEvent.ts';
import { reduceThread } from '../../../../src/shared/thread/threadReducer.ts';
import type { ThreadState } from '../../../../src/shared/thread/threadState.ts';
import { emptyThread } from '../../../../src/shared/thread/threadState.ts';

/** A call of a round, with the text of its result. */
export interface ARound {
  readonly says?: string;
  readonly calls?: readonly (readonly [id: string, result: string | ResultBlock])[];
  readonly model?: string;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
  readonly providerMetadata?: JsonObject;
}

export interface ATurn {
  readonly id: string;
  readonly text?: string;
  readonly parentId?: string | null;
  readonly rounds?: readonly ARound[];
  /** Stays running when false. */
  readonly isEnded?: boolean;
  /** Put in after the turn's beginning. */
  readonly input?: readonly ThreadEvent[];
}

/** The events of a turn; each round says something and makes calls that complete. */
export function aTurn({
  id,
  text = `ask ${id}`,
  parentId,
  rounds = [],
  isEnded = true,
  input = [],
}: ATurn): ThreadEvent[] {
  const of = { at: 1, turnId: id };
  const events: ThreadEvent[] = [{ type: 'turnStarted', ...of, text, ...(parentId !== undefined && { parentId }) }];
  events.push(...input);
  for (const { says, calls = [], model, usage, providerMetadata } of rounds) {
    if (says !== undefined) events.push({ type: 'textDelta', ...of, delta: says });
    for (const [toolCallId] of calls) {
      const target = { kind: 'tool', server: 'tour', tool: 'book' } as const;
      const call = { ...of, toolCallId, name: 'mcp__tour__book', target, input: { of: toolCallId } };
      events.push({ type: 'toolCallReady', ...call, ...(providerMetadata && { providerMetadata }) });
    }
    events.push({ type: 'roundEnded', ...of, model, usage });
    for (const [toolCallId, result] of calls) {
      const block: ResultBlock = typeof result === 'string' ? { type: 'text', text: result } : result;
      events.push({ type: 'toolCallEnded', ...of, toolCallId, status: 'completed', blocks: [block] });
    }
  }
  if (isEnded) events.push({ type: 'turnEnded', ...of, status: 'completed' });
  return events;
}

export function stateOf(...events: readonly ThreadEvent[]): ThreadState {
  return events.reduce(reduceThread, emptyThread('thread-1', 0));
}

/** A summary that reaches to a turn, or into it. */
export function aCompaction(turnId: string, rounds = 0, summary = 'What was said before.', at = 5): ThreadEvent {
  const result = { reach: { turnId, rounds }, summary, tokensBefore: 100, tokensAfter: 10 };
  return { type: 'compactionEnded', at, compactionId: `summary-${turnId}-${rounds}`, cause: 'asked', result };
}
