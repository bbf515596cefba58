import type { JsonObject } from '../../../shared/base/json.ts';
import type { PromptResult, ResourceReadResult, ToolCallResult } from '../../mcp/connection/content.ts';
import type { HubPort, ToolCallOptions } from '../../mcp/hubPort.ts';
import type { ToolCallContext } from '../tools/toolCallContext.ts';
import type { CallInFlight } from './callsInFlight.ts';
import type { Elicitor } from './elicitor.ts';
import type { HostQuestions } from './hostQuestions.ts';
import { withRequiredVisits } from './requiredVisits.ts';
import { ServerWatch } from './serverWatch.ts';

export interface ServerCallsOptions {
  readonly hub: Pick<HubPort, 'callTool' | 'readResource' | 'getPrompt' | 'onDidChange' | 'server'>;
  /** What the servers of this hub ask. */
  readonly questions: HostQuestions;
  readonly elicitor: Elicitor;
}

/** What a turn sends a request for: a call of the model, or, without one, what the person named in their message. */
export type AskingContext = Pick<ToolCallContext, 'turnId' | 'emit' | 'now' | 'signal'> & {
  readonly toolCallId?: string | undefined;
};

/**
 * The requests that turns of one thread make to servers. What a server asks meanwhile is asked at this thread, and what
 * it wants done first is done before the request is sent again. All reject as the hub does.
 */
export class ServerCalls {
  readonly #options: ServerCallsOptions;

  constructor(options: ServerCallsOptions) {
    this.#options = options;
  }

  callTool(
    { server, name }: { readonly server: string; readonly name: string },
    args: JsonObject,
    context: ToolCallContext,
    options: Omit<ToolCallOptions, 'signal' | 'origin'>,
  ): Promise<ToolCallResult> {
    const { signal } = context;
    return this.#during(server, context, (origin) =>
      this.#options.hub.callTool(server, name, args, { ...options, signal, origin }),
    );
  }

  readResource(server: string, uri: string, context: AskingContext): Promise<ResourceReadResult> {
    const { signal } = context;
    return this.#during(server, context, (origin) => this.#options.hub.readResource(server, uri, { signal, origin }));
  }

  getPrompt(
    server: string,
    prompt: string,
    args: Readonly<Record<string, string>>,
    context: AskingContext,
  ): Promise<PromptResult> {
    const { signal } = context;
    return this.#during(server, context, (origin) =>
      this.#options.hub.getPrompt(server, prompt, args, { signal, origin }),
    );
  }

  async #during<T>(server: string, context: AskingContext, send: (origin: CallInFlight) => Promise<T>): Promise<T> {
    const { elicitor, questions } = this.#options;
    const { calls, completions } = questions;
    const ended = new AbortController();
    const { turnId, toolCallId, emit, now, signal } = context;
    const asking = { turnId, toolCallId, emit, now, over: AbortSignal.any([ended.signal, signal]) };
    const call: CallInFlight = {
      server,
      over: asking.over,
      ask: (elicitation, wanted, about) => elicitor.ask(elicitation, asking, wanted, about),
    };
    const inFlight = calls.begin(call);
    try {
      return await withRequiredVisits(() => send(call), {
        elicitor,
        completions,
        call: asking,
        watch: () => new ServerWatch(this.#options.hub, server),
      });
    } finally {
      inFlight.dispose();
      ended.abort();
    }
  }
}
