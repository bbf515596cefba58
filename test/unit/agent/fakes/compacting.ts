import { Compactor } from '../../../../src/core/agent/context/compactor.ts';
import { RequestBuilder } from '../../../../src/core/agent/context/requestBuilder.ts';
import type { CompactionOutcome } from '../../../../src/core/agent/threadRunnerPort.ts';
import { messagesOf } from '../../../../src/core/agent/turn/transcript.ts';
import { silentLogger } from '../../../../src/core/base/logger.ts';
import type { LanguageModel, ModelMessage } from '../../../../src/core/models/languageModel.ts';
import { defaultSettings } from '../../../../src/core/settings.ts';
import type { CompactionCause } from '../../../../src/shared/thread/compaction.ts';
import type { ThreadEvent } from '../../../../src/shared/thread/threadEvent.ts';
import { reduceThread } from '../../../../src/shared/thread/threadReducer.ts';
import type { ThreadState } from '../../../../src/shared/thread/threadState.ts';
import { FakeHub } from '../../../support/fakeHub.ts';
import { stateOf } from './aConversation.ts';

/** A conversation with a compactor, and what the model reads of it. */
export class Compacting {
  readonly emitted: ThreadEvent[] = [];
  readonly requests = new RequestBuilder({
    hub: new FakeHub(),
    artifacts: { read: () => Promise.reject(new Error('Nothing is stored')) },
    settings: () => defaultSettings,
  });
  readonly compactor: Compactor;
  state: ThreadState;
  readonly #model: LanguageModel;
  #time = 1_000;

  constructor(model: LanguageModel, ...events: readonly ThreadEvent[]) {
    this.#model = model;
    this.state = stateOf(...events);
    const now = (): number => (this.#time += 1);
    const newId = (): string => `summary-${(this.#time += 1)}`;
    this.compactor = new Compactor({ requests: this.requests, now, newId, logger: silentLogger });
  }

  append(...events: readonly ThreadEvent[]): void {
    this.state = events.reduce(reduceThread, this.state);
  }

  compact(
    cause: CompactionCause = 'asked',
    signal: AbortSignal = new AbortController().signal,
  ): Promise<CompactionOutcome> {
    const emit = (event: ThreadEvent): void => {
      this.emitted.push(event);
      this.append(event);
    };
    const thread = { threadId: 'thread-1', state: () => this.state, emit, model: this.#model };
    return this.compactor.compact(thread, cause, signal);
  }

  async messages(): Promise<ModelMessage[]> {
    return messagesOf(await this.requests.segments(this.#model, { threadId: 'thread-1', state: this.state }));
  }
}
