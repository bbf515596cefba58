import { LOG_LEVEL_META_KEY, ProtocolError } from '@modelcontextprotocol/client';
import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import type { Timing } from '../../base/timing.ts';
import { asObject } from '../../../shared/base/json.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { SkillDefinition } from '../catalog/catalog.ts';
import type { UnnamedTool } from '../catalog/catalogItems.ts';
import { anyResultSchema } from '../catalog/lenientSchemas.ts';
import type { Redactor } from '../config/secretNames.ts';
import { isConnectionLost, SessionLostError } from '../http/connectionLoss.ts';
import type { CompletionQuery, ServerRequestOptions, ToolCallOptions } from '../hubPort.ts';
import { RequestUnderWay, sendTraced } from '../host/askingRequest.ts';
import type { OpenQuestions } from '../host/openQuestions.ts';
import type { CompletionResult, PromptResult, ResourceReadResult, ToolCallResult } from './content.ts';
import { readCompletionResult, readPromptResult, readResourceResult, readToolResult } from './contentReader.ts';
import { McpError } from '../mcpError.ts';
import { untilDeadline } from './lateAnswer.ts';
import type { LogLevel } from './logLevel.ts';
import { headerDeclarations, parameterHeaders } from './parameterHeaders.ts';
import { RequestDeadline } from './requestDeadline.ts';
import { toMcpError } from './requestError.ts';
import type { ResourceSubscriptions } from './resourceSubscriptions.ts';

/** A request with the time limit of the server it goes to. */
type Timed<T> = T & { readonly timeoutMs: number };

/** What a request needs besides its method and parameters. */
interface RequestDetails {
  /** For messages, such as `the tool "search"`. */
  readonly what: string;
  /** What -32602 and -32002 mean here. */
  readonly notFound?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Takes the answer that comes after the time limit has passed. */
  readonly onLate?: ((late: JsonObject | McpError) => void) | undefined;
}

export interface ServerRequestsOptions {
  readonly client: Client;
  readonly server: string;
  /** For messages of errors, which quote the server; results are not redacted. */
  readonly redact: Redactor;
  readonly subscriptions: ResourceSubscriptions;
  /**
   * The modern era over HTTP: parameters of tools are mirrored into headers, and to cancel a request is to close the
   * stream of its answer.
   */
  readonly isModernHttp: boolean;
  /** What the server is to log while it works on a request, where the era says it with each (S26 utilities/logging). */
  readonly logLevel: () => LogLevel | undefined;
  readonly timing: Timing;
  /** What the server waits for: the time limits of requests stand still meanwhile. */
  readonly questions: OpenQuestions;
  /** Why the connection ended by itself, once it has. */
  readonly whyLost: () => string | undefined;
  /** A request or its answer was not carried. */
  readonly onNotCarried: () => void;
}

/** What a request whose time limit has passed leaves behind. */
interface LateWish<T> {
  readonly take: (late: T | McpError) => void;
  readonly traced: RequestUnderWay;
}

type Progress = Parameters<NonNullable<ToolCallOptions['onProgress']>>[0];

/** The limits are ours: the SDK's go on while a person is asked, and when its maximum passes, the server is not told. */
const noTimeout = 2 ** 31 - 1;

/** The requests of one connection. All reject with an `McpError` and nothing else. */
export class ServerRequests {
  readonly #options: ServerRequestsOptions;
  readonly #server: string;
  #isSessionLost = false;
  #open = 0;
  #lastHeardAt: number;

  constructor(options: ServerRequestsOptions) {
    this.#options = options;
    this.#server = options.server;
    this.#lastHeardAt = options.timing.now();
  }

  /** Whether an answer is waited for. */
  get isBusy(): boolean {
    return this.#open > 0;
  }

  /** When the last answer came, in milliseconds since the epoch. */
  get lastHeardAt(): number {
    return this.#lastHeardAt;
  }

  /** `listed` is the tool's definition, where it is known. */
  async callTool(
    tool: string,
    args: JsonObject,
    options: Timed<ToolCallOptions>,
    listed: UnnamedTool | undefined,
  ): Promise<ToolCallResult> {
    const params = { name: tool, arguments: args };
    const notFound = `"${this.#server}" has no tool "${tool}", or does not accept these arguments.`;
    const details = { what: `the tool "${tool}"`, notFound, headers: this.#headersFor(listed, args) };
    const { onLateResult } = options;
    const onLate = onLateResult && ((late: JsonObject | McpError) => onLateResult(toolAnswer(late)));
    return readToolResult(await this.#request('tools/call', params, options, { ...details, onLate }));
  }

  async readResource(uri: string, options: Timed<ServerRequestOptions>): Promise<ResourceReadResult> {
    const notFound = `Resource not found: "${this.#server}" has no "${uri}".`;
    const details = { what: `reading "${uri}"`, notFound };
    return readResourceResult(await this.#request('resources/read', { uri }, options, details), uri);
  }

  /** The text of a skill after its frontmatter, verified where the server says what it must be. */
  async readSkill(skill: SkillDefinition, options: Timed<ServerRequestOptions>): Promise<string> {
    // Loaded with the first skill that is used.
    const { plainSkillText, verifiedSkillText } = await import('../skills/skillText.ts');
    if (skill.source === 'resource') return plainSkillText(skill, await this.readResource(skill.uri, options));
    const details = {
      what: `the skill "${skill.name}"`,
      notFound: `Skill not found: "${this.#server}" has no "${skill.uri}".`,
    };
    return this.#timed(options, details, (timing) => verifiedSkillText(this.#options.client, skill, timing));
  }

  async getPrompt(
    prompt: string,
    args: Readonly<Record<string, string>>,
    options: Timed<ServerRequestOptions>,
  ): Promise<PromptResult> {
    const params = { name: prompt, arguments: { ...args } };
    return readPromptResult(await this.#request('prompts/get', params, options, { what: `the prompt "${prompt}"` }));
  }

  async complete(query: CompletionQuery, options: Timed<ServerRequestOptions>): Promise<CompletionResult> {
    const { ref, argument, value, context } = query;
    const params = {
      ref: ref.type === 'prompt' ? { type: 'ref/prompt', name: ref.name } : { type: 'ref/resource', uri: ref.uri },
      argument: { name: argument, value },
      ...(Object.keys(context).length > 0 ? { context: { arguments: { ...context } } } : {}),
    };
    const details = { what: `completing "${argument}"` };
    return readCompletionResult(await this.#request('completion/complete', params, options, details));
  }

  async subscribe(uri: string, timeoutMs: number): Promise<void> {
    const { subscriptions } = this.#options;
    await this.#guarded(`subscribing to "${uri}"`, { timeoutMs }, () => subscriptions.subscribe(uri, timeoutMs));
  }

  async unsubscribe(uri: string, timeoutMs: number): Promise<void> {
    const { subscriptions } = this.#options;
    await this.#guarded(`unsubscribing from "${uri}"`, { timeoutMs }, () => subscriptions.unsubscribe(uri, timeoutMs));
  }

  /** Tells a server of the legacy era what to log; later ones learn it with each request. */
  async setLogLevel(level: LogLevel, timeoutMs: number): Promise<void> {
    await this.#request('logging/setLevel', { level }, { timeoutMs }, { what: 'setting the log level' });
  }

  async #request(
    method: string,
    params: JsonObject,
    options: Timed<ToolCallOptions>,
    details: RequestDetails,
  ): Promise<JsonObject> {
    const { headers, onLate } = details;
    const traced = new RequestUnderWay(method, options.origin);
    const send = (timing: RequestOptions): Promise<JsonObject> => {
      const request = { method, params: this.#withLogLevel(params) };
      const headed = { ...timing, ...(headers && { headers }) };
      return sendTraced(traced, async () => {
        const result = await this.#options.client.request(request, anyResultSchema, headed);
        return result as JsonObject;
      });
    };
    // The word of the client itself on the rounds of the modern era, which is no progress of the server's.
    const isOwnWord = ({ progress, message }: Progress): boolean =>
      message === `Fulfilling input required by '${method}' (round ${progress})`;
    const onProgress = (progress: Progress): void => {
      if (!isOwnWord(progress)) options.onProgress?.(progress);
    };
    const late = onLate && !this.#options.isModernHttp ? { take: onLate, traced } : undefined;
    return this.#timed({ ...options, onProgress }, { ...details, late }, send);
  }

  /** Sends within the server's time limit, which begins anew with each sign of progress. */
  async #timed<T>(
    { signal, timeoutMs, onProgress }: Timed<ToolCallOptions>,
    { what, notFound, late }: RequestDetails & { readonly late?: LateWish<T> | undefined },
    send: (timing: RequestOptions) => Promise<T>,
  ): Promise<T> {
    const deadline = new RequestDeadline(timeoutMs, this.#options.questions);
    const given = new AbortController();
    const subject = { timeoutMs, signal, notFound, missed: () => deadline.missed };
    const end = late ? given.signal : deadline.signal;
    const timing: RequestOptions = {
      timeout: noTimeout,
      signal: signal ? AbortSignal.any([signal, end]) : end,
      // Always: without it the server gets no token, sends no progress, and a long tool runs into the time limit.
      onprogress: ({ progress, total, message }) => {
        deadline.touch();
        onProgress?.({ progress, total, message });
      },
    };
    try {
      return await this.#guarded(what, subject, () => {
        const answer = send(timing);
        if (!late) return answer;
        return untilDeadline({
          answer,
          deadline: deadline.signal,
          onMissed: () => this.#cancel(late.traced),
          giveUp: () => given.abort(),
          onLate: (came) => this.#takeLate(came, late, { what, timeoutMs, notFound }),
          schedule: this.#options.timing.schedule,
        });
      });
    } finally {
      deadline.dispose();
    }
  }

  /** Tells the server that its answer is no longer waited for, though it is still taken. */
  #cancel({ id }: RequestUnderWay): void {
    if (id === undefined) return;
    const params = { requestId: id, reason: 'The time limit has passed' };
    // A server that cannot be told is lost, of which the channel learns by itself.
    this.#options.client.notification({ method: 'notifications/cancelled', params }).catch(() => undefined);
  }

  /** That the connection ended, or nothing came in all that time, is no answer. */
  #takeLate<T>(
    came: { readonly answer: T } | { readonly error: unknown },
    { take }: LateWish<T>,
    subject: { readonly what: string; readonly timeoutMs: number; readonly notFound?: string | undefined },
  ): void {
    if ('answer' in came) return take(came.answer);
    if (!(came.error instanceof ProtocolError)) return;
    const { redact } = this.#options;
    take(
      toMcpError(came.error, {
        ...subject,
        server: this.#server,
        isAborted: false,
        missed: undefined,
        whyLost: undefined,
        redact,
      }),
    );
  }

  /** Turns what goes wrong into an `McpError`, and keeps account of what is open. */
  async #guarded<T>(
    what: string,
    subject: {
      readonly timeoutMs: number;
      readonly signal?: AbortSignal | undefined;
      readonly notFound?: string | undefined;
      readonly missed?: () => RequestDeadline['missed'];
    },
    send: () => Promise<T>,
  ): Promise<T> {
    this.#open++;
    try {
      const result = await send();
      this.#lastHeardAt = this.#options.timing.now();
      return result;
    } catch (error) {
      if (isConnectionLost(error)) this.#options.onNotCarried();
      const isAborted = subject.signal?.aborted === true;
      const failure = toMcpError(this.#sessionLossOr(error), {
        server: this.#server,
        what,
        timeoutMs: subject.timeoutMs,
        isAborted,
        missed: subject.missed?.(),
        notFound: subject.notFound,
        whyLost: this.#options.whyLost(),
        redact: this.#options.redact,
      });
      if (failure.code === 'session_lost') this.#isSessionLost = true;
      throw failure;
    } finally {
      this.#open--;
    }
  }

  /**
   * Of several requests under way when the session is lost, the first to hear of it makes the hub close this connection
   * for a new one, and the others hear only of that. They were lost in the same way.
   */
  #sessionLossOr(error: unknown): unknown {
    const isSameLoss = this.#isSessionLost && isConnectionLost(error);
    return isSameLoss ? new SessionLostError('the session was lost', { cause: error }) : error;
  }

  #withLogLevel(params: JsonObject): JsonObject {
    const level = this.#options.client.getProtocolEra() === 'modern' ? this.#options.logLevel() : undefined;
    return level === undefined
      ? params
      : { ...params, _meta: { ...asObject(params['_meta']), [LOG_LEVEL_META_KEY]: level } };
  }

  #headersFor(tool: UnnamedTool | undefined, args: JsonObject): Readonly<Record<string, string>> | undefined {
    if (!tool || !this.#options.isModernHttp) return undefined;
    const declared = headerDeclarations(tool.inputSchema);
    return 'fault' in declared ? undefined : parameterHeaders(declared.declarations, args);
  }
}

function toolAnswer(late: JsonObject | McpError): ToolCallResult | McpError {
  return late instanceof McpError ? late : readToolResult(late);
}
