import type { JsonObject, JsonValue } from '../../shared/base/json.ts';
import type { Usage } from '../../shared/thread/threadEvent.ts';
import type { SchemaDialect } from './schema/schemaDialect.ts';

/** Text or image of a message. Image bytes are read only when the message is sent. */
export type ModelContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mimeType: string; readonly data: Uint8Array };

/** A call the model made in an earlier round. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue;
  /** What the provider gave with the call and wants back. */
  readonly providerMetadata?: JsonObject | undefined;
}

/** Reasoning of an earlier round, which some providers want back. Only the model that wrote it is given it. */
export interface ModelReasoning {
  readonly text: string;
  readonly providerMetadata?: JsonObject | undefined;
}

export interface ModelToolResult {
  readonly toolCallId: string;
  readonly name: string;
  readonly content: readonly ModelContent[];
  readonly isError: boolean;
}

/** One message of a transcript. `isMeta` marks what the host put in (material, prompts), not the person's own words. */
export type ModelMessage =
  | { readonly role: 'user'; readonly content: readonly ModelContent[]; readonly isMeta?: boolean | undefined }
  | {
      readonly role: 'assistant';
      readonly reasoning?: readonly ModelReasoning[] | undefined;
      readonly text: string;
      readonly toolCalls: readonly ModelToolCall[];
    }
  | { readonly role: 'tool'; readonly results: readonly ModelToolResult[] };

/** A tool as offered to the model, its schema in the model's dialect. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** Tokens of the answer, where it is to be shorter than the model's own limit. */
  readonly maxOutputTokens?: number | undefined;
}

/**
 * What a model streams in one round. `toolCall` comes once per call, after its optional `toolCallStart`; `input` is
 * the parsed JSON, or the raw string when the model wrote something that is not JSON.
 */
export type ModelEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }
  /** A block of reasoning is complete; only when its provider wants something back with it. */
  | { readonly type: 'reasoningEnd'; readonly providerMetadata: JsonObject }
  | { readonly type: 'toolCallStart'; readonly id: string; readonly name: string }
  | {
      readonly type: 'toolCall';
      readonly id: string;
      readonly name: string;
      readonly input: JsonValue;
      readonly providerMetadata?: JsonObject | undefined;
    }
  /** `filtered`: the provider or the model itself withheld the rest. */
  | {
      readonly type: 'finish';
      readonly reason: 'stop' | 'toolCalls' | 'length' | 'filtered' | 'other';
      readonly usage?: Usage;
    };

/** The one interface between the turn loop and any model. */
export interface LanguageModel {
  /** `<provider>/<model>`. */
  readonly id: string;
  readonly label: string;
  readonly isDemo: boolean;
  readonly takesImages: boolean;
  /** Whether it can call tools by its provider's own means; else calls are written in its text (`core/models/text`). */
  readonly takesTools: boolean;
  /** What it takes as the schema of a tool. */
  readonly schemaDialect: SchemaDialect;
  /** Tokens, when known. */
  readonly contextWindow?: number | undefined;
  /** Tokens of an answer, when limited. */
  readonly maxOutputTokens?: number | undefined;
  /**
   * Streams one round: one request to the model. Rejects with a `ModelError`, also when the signal aborts. Ends with
   * exactly one `finish`.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
