import { setImmediate } from 'node:timers/promises';
import type { CompactionCause, CompactionReach } from '../../../shared/thread/compaction.ts';
import type { ThreadEvent } from '../../../shared/thread/threadEvent.ts';
import type { ThreadState, Turn } from '../../../shared/thread/threadState.ts';
import type { LanguageModel, ModelMessage } from '../../models/languageModel.ts';
import { roundsOf } from '../turn/rounds.ts';
import { messagesOf } from '../turn/transcript.ts';
import type { CompactionBudget } from './compactionBudget.ts';
import { compactionBudget } from './compactionBudget.ts';
import { countingCompaction, shownTurns } from './countingCompaction.ts';
import { chooseReach } from './reachChoice.ts';
import type { RequestBuilder } from './requestBuilder.ts';

/** The conversation to shorten. */
export interface CompactedThread {
  readonly threadId: string;
  /** The thread with everything emitted so far. */
  readonly state: () => ThreadState;
  readonly emit: (event: ThreadEvent) => void;
  readonly model: LanguageModel;
}

/** The part of a conversation that a new summary is to stand for. */
export interface SummarizedPart {
  readonly reach: CompactionReach;
  /** What the model reads of it, without the summary that already stands for what came before. */
  readonly messages: readonly ModelMessage[];
  readonly earlier?: string | undefined;
  /** Of the whole conversation as it is read now. */
  readonly tokensBefore: number;
  readonly budget: CompactionBudget;
}

/** Turns that are converted before other work of the process gets its turn. */
const turnsPerSlice = 100;

/** Finds what is to be summarized; undefined when it is too little. */
export async function partToSummarize(
  requests: RequestBuilder,
  { threadId, model, state: stateNow }: CompactedThread,
  cause: CompactionCause,
): Promise<SummarizedPart | undefined> {
  const state = stateNow();
  const turns = shownTurns(state);
  const counting = countingCompaction(state);
  const segments = await requests.segments(model, { threadId, state });
  const tokensBefore = requests.tokensOf(segments, model);
  const budget = compactionBudget(tokensBefore, model, cause);
  const from = { turnIndex: counting?.turnIndex ?? 0, rounds: counting?.compaction.reach.rounds ?? 0 };
  const tokensOf = async (index: number, skippedRounds: number): Promise<number> => {
    const turn = turns[index];
    if (!turn) return 0;
    return requests.tokensOf([await requests.segment(model, threadId, turn, { skippedRounds, isOld: false })], model);
  };
  // A model that refuses the whole may refuse for what the last calls gave.
  const keptRounds = cause === 'overflow' ? 0 : 1;
  const reach = await chooseReach({ turns, from, tokensOf, keep: budget.keep, keptRounds });
  if (!reach) return undefined;

  // Answers that came after the earlier summary stand behind it.
  const messages = messagesOf(counting ? segments.slice(0, 1) : []).slice(1);
  for (const [index, turn] of turns.entries()) {
    if (index < from.turnIndex) continue;
    if (index % turnsPerSlice === turnsPerSlice - 1) await setImmediate();
    const skippedRounds = index === from.turnIndex ? from.rounds : 0;
    messages.push(
      ...(await coveredMessages(requests, { threadId, modelId: model.id }, turn, { skippedRounds, reach })),
    );
    if (turn.id === reach.turnId) break;
  }
  const tokens = requests.tokensOf([{ material: [], conversation: messages }], model);
  if (tokens < budget.leastGain) return undefined;
  return { reach, messages, earlier: counting?.compaction.summary, tokensBefore, budget };
}

/** What a summary stands for of one turn. What the person asked in the turn that it reaches to stays. */
async function coveredMessages(
  requests: RequestBuilder,
  { threadId, modelId }: { readonly threadId: string; readonly modelId: string },
  turn: Turn,
  { skippedRounds, reach }: { readonly skippedRounds: number; readonly reach: CompactionReach },
): Promise<readonly ModelMessage[]> {
  const isLast = turn.id === reach.turnId;
  if (isLast && reach.rounds === 0) return [];
  const endRound = isLast ? reach.rounds : roundsOf(turn).length;
  const extent = { skippedRounds, endRound, isOld: true };
  const segment = await requests.segment({ id: modelId, takesImages: false }, threadId, turn, extent);
  return isLast ? segment.conversation : messagesOf([segment]);
}
