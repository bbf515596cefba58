import { abortableIterable } from '../../base/abortable.ts';
import type { LanguageModel } from '../../models/languageModel.ts';
import type { SamplingInput } from './samplingInput.ts';

/** As the specification names it ("client/sampling", `stopReason`). */
type StopReason = 'endTurn' | 'stopSequence' | 'maxTokens';

export interface SampledAnswer {
  readonly text: string;
  readonly stopReason: StopReason;
}

/** No model writes tokens that are longer on average. */
const maxCharsPerToken = 8;

/**
 * Has the model answer once, without tools. Rejects with a `ModelError`, or an `AbortError` when the signal aborts. The
 * limits hold also for models that cannot be told of them.
 */
export async function sampledAnswer(
  model: LanguageModel,
  input: SamplingInput,
  signal: AbortSignal,
): Promise<SampledAnswer> {
  const { system, messages, maxOutputTokens, stopSequences } = input;
  const maxChars = maxOutputTokens * maxCharsPerToken;
  let text = '';
  const stream = model.stream({ system, messages, tools: [], maxOutputTokens }, signal);
  for await (const event of abortableIterable(stream, signal)) {
    if (event.type === 'text') {
      text += event.delta;
      const stop = firstOf(stopSequences, text);
      if (stop !== undefined) return { text: text.slice(0, stop), stopReason: 'stopSequence' };
      if (text.length > maxChars) return { text: text.slice(0, maxChars), stopReason: 'maxTokens' };
    } else if (event.type === 'finish') {
      return { text, stopReason: event.reason === 'length' ? 'maxTokens' : 'endTurn' };
    }
  }
  return { text, stopReason: 'endTurn' };
}

function firstOf(sequences: readonly string[], text: string): number | undefined {
  const found = sequences.map((sequence) => text.indexOf(sequence)).filter((index) => index >= 0);
  return found.length === 0 ? undefined : Math.min(...found);
}
