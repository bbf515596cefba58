import type { LanguageModel, ModelEvent, ModelRequest, ModelTool } from '../languageModel.ts';
import type { Piece } from './callScanner.ts';
import { CallScanner } from './callScanner.ts';
import { readCall, readResourceTag, useToolTag } from './writtenCall.ts';
import { toolGuide, writtenMessages } from './writtenTools.ts';

/** What is kept of a call that is not run. */
const maxBegunChars = 2_000;

/**
 * A model that takes tools in either way: one that cannot call them by its provider's means is told of them in its system
 * prompt and writes its calls as XML, which become the same events. A model that can is given back as it is: what it
 * writes as text is text.
 */
export function withTextTools(model: LanguageModel): LanguageModel {
  return model.takesTools ? model : new TextToolsModel(model);
}

class TextToolsModel implements LanguageModel {
  readonly #model: LanguageModel;

  constructor(model: LanguageModel) {
    this.#model = model;
  }

  get id(): string {
    return this.#model.id;
  }

  get label(): string {
    return this.#model.label;
  }

  get isDemo(): boolean {
    return this.#model.isDemo;
  }

  get takesImages(): boolean {
    return this.#model.takesImages;
  }

  /** Still: the calls are text. */
  get takesTools(): boolean {
    return false;
  }

  get schemaDialect(): LanguageModel['schemaDialect'] {
    return this.#model.schemaDialect;
  }

  get contextWindow(): number | undefined {
    return this.#model.contextWindow;
  }

  get maxOutputTokens(): number | undefined {
    return this.#model.maxOutputTokens;
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const { tools, system } = request;
    const messages = writtenMessages(request.messages);
    if (tools.length === 0) return this.#model.stream({ ...request, messages }, signal);
    const guide = toolGuide(tools);
    const written = { ...request, messages, tools: [], system: system === '' ? guide : `${system}\n\n${guide}` };
    return withCalls(this.#model.stream(written, signal), tools);
  }
}

/** The events of a model with what it wrote as calls turned into calls. */
async function* withCalls(events: AsyncIterable<ModelEvent>, tools: readonly ModelTool[]): AsyncGenerator<ModelEvent> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const scanner = new CallScanner([...byName.keys(), useToolTag, readResourceTag]);
  const writer = new CallEvents(byName);
  for await (const event of events) {
    if (event.type === 'text') {
      for (const piece of scanner.take(event.delta)) yield* writer.of(piece);
    } else if (event.type === 'finish') {
      for (const piece of scanner.end()) yield* writer.of(piece, event.reason === 'length');
      yield writer.hasCalls && event.reason === 'stop' ? { ...event, reason: 'toolCalls' } : event;
    } else yield event;
  }
}

class CallEvents {
  readonly #tools: ReadonlyMap<string, ModelTool>;
  #count = 0;

  constructor(tools: ReadonlyMap<string, ModelTool>) {
    this.#tools = tools;
  }

  get hasCalls(): boolean {
    return this.#count > 0;
  }

  /** `isOver`: the answer was cut, so an unfinished call stays without its end. */
  *of(piece: Piece, isOver = false): Generator<ModelEvent> {
    switch (piece.type) {
      case 'text':
        yield { type: 'text', delta: piece.text };
        return;
      case 'start':
        this.#count += 1;
        // Which tool it is, `use_mcp_tool` says only inside.
        if (piece.name !== useToolTag) yield { type: 'toolCallStart', id: this.#id, name: piece.name };
        return;
      case 'call': {
        if (!piece.isWhole && isOver) return;
        const { name, input } = readCall(piece.name, piece.body, this.#tools);
        // An unfinished call is not run: its arguments are no JSON object, which the model is told.
        const begun = `<${piece.name}>${piece.body.slice(0, maxBegunChars)}`;
        yield { type: 'toolCall', id: this.#id, name, input: piece.isWhole ? input : begun };
      }
    }
  }

  get #id(): string {
    return `text-${this.#count}`;
  }
}
