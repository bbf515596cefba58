import { setTimeout as delay } from 'node:timers/promises';
import { Emitter } from '../../src/shared/base/emitter.ts';
import type {
  Elicitation,
  ElicitationAnswer,
  HostHandlers,
  Root,
  SamplingRequest,
} from '../../src/core/mcp/host/hostHandlers.ts';

/** A surface that serves everything, answers as it was told, and keeps what it was asked. */
export class FakeHost {
  readonly elicitations: Elicitation[] = [];
  readonly samplings: SamplingRequest[] = [];
  readonly #rootsChanged = new Emitter<void>();
  readonly #answers: ElicitationAnswer[] = [];
  #roots: readonly Root[] = [];
  readonly #takesMs: number;

  readonly handlers: HostHandlers = {
    elicitation: {
      modes: ['form', 'url'],
      elicit: async (request) => {
        this.elicitations.push(request);
        if (this.#takesMs > 0) await delay(this.#takesMs);
        return this.#answers.shift() ?? { action: 'decline' };
      },
    },
    sampling: {
      sample: (request) => {
        this.samplings.push(request);
        return Promise.resolve({
          role: 'assistant',
          model: 'fake-model',
          content: { type: 'text', text: 'A short answer.' },
          stopReason: 'endTurn',
        });
      },
    },
    roots: { list: () => this.#roots, onDidChange: this.#rootsChanged.event },
  };

  /** `takesMs` is what a person takes to fill in a form. */
  constructor(takesMs = 0) {
    this.#takesMs = takesMs;
  }

  /** What the next elicitations are answered with, in order; after them, they are declined. */
  willAnswer(...answers: readonly ElicitationAnswer[]): void {
    this.#answers.push(...answers);
  }

  setRoots(roots: readonly Root[]): void {
    this.#roots = roots;
    this.#rootsChanged.fire();
  }
}
