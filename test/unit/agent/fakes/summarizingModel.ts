import type { LanguageModel, ModelEvent, ModelRequest } from '../../../../src/core/models/languageModel.ts';
import { ModelError } from '../../../../src/core/models/modelError.ts';

export interface SummarizingModelOptions {
  readonly contextWindow?: number;
  /** Characters of a request beyond which it is refused as too long. */
  readonly takesChars?: number;
  readonly isDemo?: boolean;
  readonly answer?: string | (() => Promise<string>);
}

/** A model that answers every request with a summary, and keeps what it was asked. */
export class SummarizingModel implements LanguageModel {
  readonly id = 'acme/large';
  readonly label = 'Acme Large';
  readonly isDemo: boolean;
  readonly takesImages = true;
  readonly takesTools = true;
  readonly schemaDialect = 'openai';
  readonly contextWindow: number | undefined;
  readonly requests: ModelRequest[] = [];
  readonly #options: SummarizingModelOptions;

  constructor(options: SummarizingModelOptions = {}) {
    this.#options = options;
    this.contextWindow = options.contextWindow;
    this.isDemo = options.isDemo ?? false;
  }

  /** The text of each request. */
  get asked(): string[] {
    return this.requests.map(({ messages }) =>
      messages
        .flatMap((message) => (message.role === 'user' ? message.content : []))
        .map((part) => (part.type === 'text' ? part.text : ''))
        .join(''),
    );
  }

  async *stream(request: ModelRequest): AsyncIterable<ModelEvent> {
    this.requests.push(request);
    const { takesChars = Infinity, answer = `Summary ${this.requests.length}.` } = this.#options;
    if ((this.asked.at(-1)?.length ?? 0) > takesChars) throw new ModelError('context_overflow', 'Too long.');
    yield { type: 'text', delta: typeof answer === 'string' ? answer : await answer() };
    yield { type: 'finish', reason: 'stop' };
  }
}
