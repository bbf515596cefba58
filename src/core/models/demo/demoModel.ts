import { setTimeout as delay } from 'node:timers/promises';
import type { LanguageModel, ModelEvent, ModelRequest } from '../languageModel.ts';
import { abortedFailure } from '../modelFailure.ts';
import { providerDialects } from '../schema/schemaDialect.ts';
import { demoAnswer } from './demoAnswer.ts';
import { demoLabel, demoModelId } from './demoIdentity.ts';
import { signed } from './signature.ts';

/** Looks alive and is over soon. */
const defaultPaceMs = 12;

/** A few words at a time, with the white space that follows them. */
const fewWords = /(?:\S+\s*){1,3}|\s+/g;

/**
 * The model that is used when none is set up: no AI, no network, no key. It looks at the request alone and gives the
 * same answer to the same request.
 */
export class DemoModel implements LanguageModel {
  readonly id = demoModelId;
  readonly label = demoLabel;
  readonly isDemo = true;
  readonly takesImages = false;
  readonly takesTools = true;
  readonly schemaDialect = providerDialects.demo;
  readonly #paceMs: number;

  /** `paceMs` is the time between a few words and the next; 0 says everything at once. */
  constructor(paceMs = defaultPaceMs) {
    this.#paceMs = paceMs;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    if (signal.aborted) throw abortedFailure();
    const answer = demoAnswer(request);
    if (answer.kind === 'call') {
      const { name, input } = answer;
      const id = nextCallId(request);
      yield { type: 'toolCallStart', id, name };
      yield { type: 'toolCall', id, name, input };
      yield { type: 'finish', reason: 'toolCalls' };
      return;
    }
    for (const delta of signed(answer.text).match(fewWords) ?? []) {
      await this.#pause(signal);
      yield { type: 'text', delta };
    }
    yield { type: 'finish', reason: 'stop' };
  }

  async #pause(signal: AbortSignal): Promise<void> {
    try {
      if (this.#paceMs > 0) await delay(this.#paceMs, undefined, { signal });
    } catch {
      // The timer rejects for one reason only, which is looked at below.
    }
    if (signal.aborted) throw abortedFailure();
  }
}

/** Counts the calls of the conversation, so that ids differ and are the same each time. */
function nextCallId({ messages }: ModelRequest): string {
  const earlier = messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
  return `demo_call_${earlier.length + 1}`;
}
