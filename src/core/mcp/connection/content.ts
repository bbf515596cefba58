import type { JsonValue } from '../../../shared/base/json.ts';

/** Contents of a resource: one item of a `resources/read` answer, or what an embedded resource carries. */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text?: string | undefined;
  /** Base64, as received; not checked. */
  readonly blob?: string | undefined;
}

/** A content block as a server sent it, in plain types; `unknown` for what the specification does not name. */
export type McpContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource'; readonly resource: ResourceContents }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name?: string | undefined;
      readonly mimeType?: string | undefined;
    }
  | { readonly type: 'unknown'; readonly typeName: string };

/** The answer of `tools/call`. */
export interface ToolCallResult {
  readonly content: readonly McpContent[];
  readonly structuredContent?: JsonValue | undefined;
  readonly isError: boolean;
  /** The result as received, for the command line. */
  readonly raw: JsonValue;
}

/** The answer of `resources/read`. */
export interface ResourceReadResult {
  readonly contents: readonly ResourceContents[];
  readonly raw: JsonValue;
}

/** The answer of `prompts/get`, with roles kept. */
export interface PromptResult {
  readonly description?: string | undefined;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: McpContent }[];
  readonly raw: JsonValue;
}

/** The answer of `completion/complete`. */
export interface CompletionResult {
  readonly values: readonly string[];
  readonly hasMore: boolean;
  readonly raw: JsonValue;
}
