import { jsonSchema, streamText, tool, wrapLanguageModel } from 'ai';
import type { LanguageModel as SdkLanguageModel, ToolSet } from 'ai';
import type { JsonObject, JsonValue } from '../../shared/base/json.ts';
import { isDeeperThan } from '../../shared/base/jsonDepth.ts';
import type { Usage } from '../../shared/thread/threadEvent.ts';
import { EventStreamFetch } from './eventStreamFetch.ts';
import type { LanguageModel, ModelEvent, ModelRequest, ModelTool } from './languageModel.ts';
import type { ModelEndpoint } from './modelEndpoint.ts';
import type { ModelError } from './modelError.ts';
import {
  abortedFailure,
  brokenStreamFailure,
  emptyAnswerFailure,
  otherProtocolFailure,
  streamFailure,
  unreadableArgumentsFailure,
} from './modelFailure.ts';
import { isPlainComplaint, readComplaint } from './providerMessage.ts';
import { ReasoningMetadata } from './reasoningMetadata.ts';
import { refusalFailure } from './refusalFailure.ts';
import { providerDialects } from './schema/schemaDialect.ts';
import type { SchemaDialect } from './schema/schemaDialect.ts';
import { toSdkMessages } from './sdkMessages.ts';
import { withoutWarnings } from './withoutWarnings.ts';

type ToolCallEvent = Extract<ModelEvent, { type: 'toolCall' }>;
/** Far more than arguments need; keeping, checking and sending much deeper ones would overflow the stack. */
const maxInputLevels = 200;

type Ending = { readonly reason: string; readonly usage: Usage | undefined };

/** Makes the SDK's model of one protocol. Its requests go through `fetch`. */
export type SdkModelFactory = (
  endpoint: ModelEndpoint,
  fetch: typeof globalThis.fetch,
) => Exclude<SdkLanguageModel, string>;

/**
 * A model behind a chat API that the SDK knows. One `stream` is one request: nothing is retried and no tool is run. Load
 * what makes it with `import()` when a model is first used.
 */
export class SdkModel implements LanguageModel {
  readonly id: string;
  readonly label: string;
  readonly isDemo = false;
  readonly takesImages: boolean;
  readonly takesTools: boolean;
  readonly schemaDialect: SchemaDialect;
  readonly contextWindow: number | undefined;
  readonly maxOutputTokens: number | undefined;
  readonly #endpoint: ModelEndpoint;
  readonly #make: SdkModelFactory;

  constructor(endpoint: ModelEndpoint, make: SdkModelFactory) {
    this.#endpoint = endpoint;
    this.#make = make;
    this.schemaDialect = providerDialects[endpoint.type];
    this.maxOutputTokens = endpoint.maxOutputTokens;
    this.id = `${endpoint.provider}/${endpoint.model}`;
    this.label = endpoint.model;
    this.takesImages = endpoint.takesImages;
    this.takesTools = endpoint.takesTools;
    this.contextWindow = endpoint.contextWindow;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    // Also ends the request when the reader leaves early.
    const ended = new AbortController();
    const http = new EventStreamFetch(this.#endpoint);
    try {
      signal.throwIfAborted();
      yield* this.#events(request, http, AbortSignal.any([signal, ended.signal]));
    } catch (error) {
      if (signal.aborted) throw abortedFailure();
      throw streamFailure(this.#endpoint, error, http.hasAnswered);
    } finally {
      ended.abort();
    }
  }

  async *#events(request: ModelRequest, http: EventStreamFetch, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    // Calls are held back until the answer has ended well: arguments that were cut off can be valid JSON by chance.
    const calls: ToolCallEvent[] = [];
    const reasoning = new ReasoningMetadata();
    let hasText = false;
    let ending: Ending | undefined;
    for await (const part of this.#start(request, http, signal).stream) {
      switch (part.type) {
        case 'text-delta':
          if (part.text !== '') hasText = true;
          yield { type: 'text', delta: part.text };
          break;
        case 'reasoning-start':
          reasoning.add(part.id, part.providerMetadata);
          break;
        case 'reasoning-delta':
          reasoning.add(part.id, part.providerMetadata);
          if (part.text !== '') yield { type: 'reasoning', delta: part.text };
          break;
        case 'reasoning-end': {
          const providerMetadata = reasoning.end(part.id, part.providerMetadata);
          if (providerMetadata) yield { type: 'reasoningEnd', providerMetadata };
          break;
        }
        case 'tool-input-start':
          yield { type: 'toolCallStart', id: part.id, name: part.toolName };
          break;
        case 'tool-call':
          // Also for an unknown tool or for arguments that are no JSON; the SDK then leaves the text as it came.
          if (isDeeperThan(part.input, maxInputLevels)) throw unreadableArgumentsFailure(this.#endpoint);
          calls.push(toToolCall(part));
          break;
        case 'error':
          if (isPlainComplaint(part.error)) {
            throw refusalFailure(this.#endpoint, undefined, readComplaint(part.error));
          }
          if (!isMissingFinishReason(part.error)) throw part.error;
          if (!http.watch.isDone) throw this.#cutShort(http);
          break;
        case 'abort':
          throw abortedFailure();
        case 'finish-step':
          // Some adapters of the SDK make an end of a connection that was lost.
          if (part.rawFinishReason === undefined && !http.watch.isDone) throw this.#cutShort(http);
          ending = { reason: part.finishReason, usage: usageOf(part.usage) };
          break;
        default:
      }
    }
    if (!ending) throw this.#cutShort(http);
    if (!hasText && calls.length === 0) throw emptyAnswerFailure(this.#endpoint, ending.reason);
    yield* calls;
    const usage = ending.usage === undefined ? {} : { usage: ending.usage };
    yield { type: 'finish', reason: calls.length > 0 ? 'toolCalls' : finishReason(ending.reason), ...usage };
  }

  #start(request: ModelRequest, http: EventStreamFetch, signal: AbortSignal) {
    const { type, takesImages, takesTools } = this.#endpoint;
    const limits = [this.#endpoint.maxOutputTokens, request.maxOutputTokens].filter((limit) => limit !== undefined);
    return streamText({
      model: wrapLanguageModel({ model: this.#make(this.#endpoint, http.fetch), middleware: withoutWarnings }),
      ...(request.system === '' ? {} : { instructions: request.system }),
      messages: toSdkMessages(request.messages, takesImages),
      ...(takesTools ? { tools: toSdkTools(request.tools) } : {}),
      ...(limits.length === 0 ? {} : { maxOutputTokens: Math.min(...limits) }),
      // The others cache what they were sent before by themselves.
      ...(type === 'anthropic' ? { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } } : {}),
      maxRetries: 0,
      abortSignal: signal,
      // Errors come as parts of the stream; without this the SDK also prints them.
      onError() {},
    });
  }

  #cutShort(http: EventStreamFetch): ModelError {
    if (http.watch.hasEvents) return brokenStreamFailure(this.#endpoint);
    return otherProtocolFailure(this.#endpoint, 'answered without a single event of a stream');
  }
}

/** Tools without `execute`: the SDK passes calls on and runs nothing. Their schemas are in the model's dialect already. */
function toSdkTools(tools: readonly ModelTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  );
}

interface SdkToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly providerMetadata?: unknown;
}

/** What its provider wants back with a call is JSON, as it came. */
function toToolCall({ toolCallId: id, toolName: name, input, providerMetadata }: SdkToolCall): ToolCallEvent {
  const call: ToolCallEvent = { type: 'toolCall', id, name, input: callInput(input) };
  return providerMetadata === undefined ? call : { ...call, providerMetadata: providerMetadata as JsonObject };
}

/** Models write nothing where a tool takes no arguments. */
function callInput(input: unknown): JsonValue {
  return input === '' ? {} : (input as JsonValue);
}

function isMissingFinishReason(error: unknown): boolean {
  return (
    error instanceof Error && error.name === 'AI_InvalidResponseDataError' && error.message.includes('finish reason')
  );
}

function usageOf(usage: { inputTokens: number | undefined; outputTokens: number | undefined }): Usage | undefined {
  const { inputTokens, outputTokens } = usage;
  return inputTokens === undefined || outputTokens === undefined ? undefined : { inputTokens, outputTokens };
}

function finishReason(reason: string): 'stop' | 'length' | 'filtered' | 'other' {
  if (reason === 'content-filter') return 'filtered';
  return reason === 'stop' || reason === 'length' ? reason : 'other';
}
