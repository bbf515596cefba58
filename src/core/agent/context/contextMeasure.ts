import type { ContextUse } from '../../../shared/thread/contextUse.ts';
import { totalTokens } from '../../../shared/thread/contextUse.ts';
import type { ThreadState } from '../../../shared/thread/threadState.ts';
import type { LanguageModel, ModelTool } from '../../models/languageModel.ts';
import type { TranscriptSegment } from '../turn/transcript.ts';
import { shownTurns } from './countingCompaction.ts';
import { messageTokens, sum, textTokens, toolTokens } from './tokenEstimate.ts';

/** A request, as far as its size depends on it. */
export interface MeasuredRequest {
  readonly system: string;
  readonly tools: readonly ModelTool[];
  readonly segments: readonly TranscriptSegment[];
}

/** Estimated tokens of a request by category, not corrected. What was measured before is taken from the cache. */
export function measureContext(request: MeasuredRequest, cache: MeasureCache): Omit<ContextUse, 'window'> {
  const segments = request.segments.map((segment) => cache.ofSegment(segment));
  return {
    system: textTokens(request.system),
    tools: sum(request.tools, (tool) => cache.ofTool(tool)),
    material: sum(segments, ({ material }) => material),
    conversation: sum(segments, ({ conversation }) => conversation),
  };
}

/** Measures of what does not change any more: an ended turn keeps its segment, and a tool its definition. */
export class MeasureCache {
  readonly #segments = new WeakMap<TranscriptSegment, Pick<ContextUse, 'material' | 'conversation'>>();
  readonly #tools = new WeakMap<ModelTool, number>();

  ofSegment(segment: TranscriptSegment): Pick<ContextUse, 'material' | 'conversation'> {
    const known = this.#segments.get(segment);
    if (known) return known;
    const { material, conversation } = segment;
    const tokens = { material: sum(material, messageTokens), conversation: sum(conversation, messageTokens) };
    this.#segments.set(segment, tokens);
    return tokens;
  }

  ofTool(tool: ModelTool): number {
    const tokens = this.#tools.get(tool) ?? toolTokens(tool);
    this.#tools.set(tool, tokens);
    return tokens;
  }
}

/** What a provider reports is taken as a correction within these; beyond, it counts something else. */
const leastRatio = 0.4;
const mostRatio = 3;

/**
 * Measures the requests of one thread. The estimate is corrected, for each model, by what its provider last reported
 * for a request that was estimated before.
 */
export class ContextMeter {
  readonly #cache = new MeasureCache();
  readonly #ratios = new Map<string, number>();
  /** The request measured last; its report comes with the end of its round. */
  #asked:
    | { readonly modelId: string; readonly turnId: string; readonly round: number; readonly estimate: number }
    | undefined;

  /** Measures the request that is sent next for the turn that runs. */
  measure(request: MeasuredRequest, { id, contextWindow }: LanguageModel, state: ThreadState): ContextUse {
    this.#correct(state);
    const estimated = measureContext(request, this.#cache);
    const { current } = state;
    if (current) {
      const estimate = totalTokens(estimated);
      this.#asked = { modelId: id, turnId: current.id, round: endedRounds(current).length, estimate };
    }
    const { system, tools, material, conversation } = estimated;
    return {
      system: this.#corrected(system, id),
      tools: this.#corrected(tools, id),
      material: this.#corrected(material, id),
      conversation: this.#corrected(conversation, id),
      window: contextWindow,
    };
  }

  /** Tokens of a part of a conversation. */
  tokensOf(segments: readonly TranscriptSegment[], modelId: string): number {
    return this.#corrected(
      sum(segments, (segment) => {
        const { material, conversation } = this.#cache.ofSegment(segment);
        return material + conversation;
      }),
      modelId,
    );
  }

  #correct(state: ThreadState): void {
    const asked = this.#asked;
    if (!asked) return;
    const turn = shownTurns(state).findLast(({ id }) => id === asked.turnId);
    const round = turn && endedRounds(turn)[asked.round];
    if (!round) return;
    this.#asked = undefined;
    const ratio = (round.usage?.inputTokens ?? 0) / asked.estimate;
    if (ratio >= leastRatio && ratio <= mostRatio) this.#ratios.set(asked.modelId, ratio);
  }

  #corrected(tokens: number, modelId: string): number {
    return Math.round(tokens * (this.#ratios.get(modelId) ?? 1));
  }
}

function endedRounds({ parts }: NonNullable<ThreadState['current']>) {
  return parts.filter((part) => part.kind === 'roundEnd');
}
