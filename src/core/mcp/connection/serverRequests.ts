import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { CompletionResult, PromptResult, ResourceReadResult, ToolCallResult } from './content.ts';
import { readCompletionResult, readPromptResult, readResourceResult, readToolResult } from './contentReader.ts';
import type { CompletionQuery, ServerRequestOptions, ToolCallOptions } from '../hubPort.ts';
import { anyResultSchema } from '../catalog/lenientSchemas.ts';
import { toMcpError } from './requestError.ts';
import type { Redactor } from '../config/secretNames.ts';

/** A request with the time limit of the server it goes to. */
type Timed<T> = T & { readonly timeoutMs: number };

/** Contract §10: progress starts the time anew, but not for ever. */
const hardMaximum = 10;

/** The requests of one connection. All reject with an `McpError` and nothing else. */
export class ServerRequests {
  readonly #client: Client;
  readonly #server: string;
  readonly #redact: Redactor;

  /** Messages of errors, which quote the server, are redacted; results are not. */
  constructor(client: Client, server: string, redact: Redactor) {
    this.#client = client;
    this.#server = server;
    this.#redact = redact;
  }

  async callTool(tool: string, args: JsonObject, options: Timed<ToolCallOptions>): Promise<ToolCallResult> {
    const params = { name: tool, arguments: args };
    const notFound = `"${this.#server}" has no tool "${tool}", or does not accept these arguments.`;
    return readToolResult(await this.#request('tools/call', params, `the tool "${tool}"`, options, notFound));
  }

  async readResource(uri: string, options: Timed<ServerRequestOptions>): Promise<ResourceReadResult> {
    const notFound = `Resource not found: "${this.#server}" has no "${uri}".`;
    const result = await this.#request('resources/read', { uri }, `reading "${uri}"`, options, notFound);
    return readResourceResult(result, uri);
  }

  async getPrompt(
    prompt: string,
    args: Readonly<Record<string, string>>,
    options: Timed<ServerRequestOptions>,
  ): Promise<PromptResult> {
    const params = { name: prompt, arguments: { ...args } };
    return readPromptResult(await this.#request('prompts/get', params, `the prompt "${prompt}"`, options));
  }

  async complete(query: CompletionQuery, options: Timed<ServerRequestOptions>): Promise<CompletionResult> {
    const { ref, argument, value, context } = query;
    const params = {
      ref: ref.type === 'prompt' ? { type: 'ref/prompt', name: ref.name } : { type: 'ref/resource', uri: ref.uri },
      argument: { name: argument, value },
      ...(Object.keys(context).length > 0 ? { context: { arguments: { ...context } } } : {}),
    };
    return readCompletionResult(
      await this.#request('completion/complete', params, `completing "${argument}"`, options),
    );
  }

  async #request(
    method: string,
    params: JsonObject,
    what: string,
    { signal, timeoutMs, onProgress }: Timed<ToolCallOptions>,
    notFound?: string,
  ): Promise<JsonObject> {
    // Not the SDK's own maximum: when that passes, the server is not told to stop.
    const overdue = new AbortController();
    const timer = setTimeout(() => overdue.abort(), timeoutMs * hardMaximum);
    try {
      const result = await this.#client.request({ method, params }, anyResultSchema, {
        timeout: timeoutMs,
        resetTimeoutOnProgress: true,
        signal: signal ? AbortSignal.any([signal, overdue.signal]) : overdue.signal,
        // Always: without it the server gets no token, sends no progress, and a long tool runs into the time limit.
        onprogress: ({ progress, total, message }) => onProgress?.({ progress, total, message }),
      });
      return result as JsonObject;
    } catch (error) {
      const isAborted = signal?.aborted === true;
      throw toMcpError(error, {
        server: this.#server,
        what,
        timeoutMs,
        isAborted,
        isOverdue: overdue.signal.aborted && !isAborted,
        notFound,
        redact: this.#redact,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}
