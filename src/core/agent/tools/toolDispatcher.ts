import type { JsonValue } from '../../../shared/base/json.ts';
import { messageOf } from '../../../shared/base/messageOf.ts';
import type { ThreadState } from '../../../shared/thread/threadState.ts';
import type { ToolTarget } from '../../../shared/thread/toolTarget.ts';
import { AbortError, abortable } from '../../base/abortable.ts';
import { headOf } from '../../base/headOf.ts';
import type { Logger } from '../../base/logger.ts';
import type { HubPort } from '../../mcp/hubPort.ts';
import { McpError } from '../../mcp/mcpError.ts';
import type { LanguageModel, ModelTool } from '../../models/languageModel.ts';
import type { ArtifactStore } from '../../threads/artifactStore.ts';
import type { Settings } from '../../settings.ts';
import type { CallApprover } from '../approval/callApprover.ts';
import type { ServerCalls } from '../elicitation/serverCalls.ts';
import type { ResultConverter } from '../results/resultConverter.ts';
import { SkillTool } from '../skills/skillTool.ts';
import { ArgumentValidator } from './argumentValidator.ts';
import { availableTools } from './availableTools.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { ListResourcesTool } from './listResourcesTool.ts';
import { mcpFailure } from './mcpFailure.ts';
import { ReadArtifactTool } from './readArtifactTool.ts';
import { ResourceTool } from './resourceTool.ts';
import { availableServers, normalized } from './serverCheck.ts';
import { SearchToolsTool } from './searchToolsTool.ts';
import { ServerToolRunner, toolTarget } from './serverTool.ts';
import { SignInTool, signInTarget } from './signInTool.ts';
import type { RequestedCall, ToolCallContext, ToolCallOutcome } from './toolCallContext.ts';
import { aborted, failed } from './toolCallContext.ts';
import { findNamed, findTool } from './toolLookup.ts';
import { callableNames, toolSet } from './toolSet.ts';

export interface ToolDispatcherOptions {
  readonly hub: HubPort;
  /** Sends the requests of calls to the servers of that hub. */
  readonly calls: ServerCalls;
  readonly approver: CallApprover;
  readonly converter: ResultConverter;
  readonly artifacts: ArtifactStore;
  /** The thread as it is at the moment, for results that are read again. */
  readonly conversation: () => ThreadState;
  readonly settings: () => Settings;
  readonly logger: Logger;
}

/** The one way from a call that a model wrote to its result: finds the tool, validates, asks, calls and converts. */
export class ToolDispatcher {
  readonly #hub: HubPort;
  readonly #logger: Logger;
  readonly #builtins: readonly BuiltinTool[];
  readonly #search: SearchToolsTool;
  readonly #conversation: () => ThreadState;
  readonly #signIn: SignInTool;
  readonly #serverTools: ServerToolRunner;

  constructor({ hub, calls, approver, converter, artifacts, conversation, settings, logger }: ToolDispatcherOptions) {
    this.#hub = hub;
    this.#logger = logger;
    this.#builtins = [
      new ListResourcesTool(hub),
      new ResourceTool({ hub, calls, approver, converter }),
      new ReadArtifactTool(artifacts, conversation),
      new SkillTool({ hub, approver, settings }),
    ];
    this.#search = new SearchToolsTool(hub);
    this.#conversation = conversation;
    this.#signIn = new SignInTool({ hub, approver });
    const validator = new ArgumentValidator();
    this.#serverTools = new ServerToolRunner({ hub, calls, approver, converter, validator, logger });
  }

  /** The tools to offer a model in a round, from what the hub knows now. */
  tools(model: Pick<LanguageModel, 'schemaDialect' | 'contextWindow'>): Promise<ModelTool[]> {
    const context = { builtins: this.#builtins, search: this.#search, model, conversation: this.#conversation() };
    return toolSet(this.#hub, context);
  }

  /** What a call acts on, from what the hub knows now. */
  target(name: string, input: JsonValue): ToolTarget {
    const builtin = this.#builtin(name);
    if (builtin) return builtin.target(input);
    const found = findNamed(this.#hub, name);
    if (!found) return { kind: 'unknown' };
    return found.kind === 'tool' ? toolTarget(found) : signInTarget(found);
  }

  /** Carries out one call. Never rejects: whatever happens is the call's result. */
  async run(call: RequestedCall, context: ToolCallContext): Promise<ToolCallOutcome> {
    const { name, target } = call;
    if (context.signal.aborted) return aborted;
    try {
      const builtin = this.#builtin(name);
      if (builtin) return await builtin.run(call, context);
      // Whatever the name stands for meanwhile: the model asked for the sign-in.
      if (target.kind === 'signIn') return await this.#signIn.run(name, target, context);
      const found = findTool(this.#hub, name);
      if (!found || target.kind === 'unknown') return failed(await this.#unknownTool(name, context));
      return await this.#serverTools.run(found, call, context);
    } catch (error) {
      if (error instanceof AbortError) return aborted;
      if (error instanceof McpError) return mcpFailure(error);
      this.#logger.error(`The call of '${name}' failed inside Patchbay`, error);
      const why = messageOf(error);
      return failed(`Patchbay could not carry out this call: ${why} Go on without it and tell the user.`);
    }
  }

  #builtin(name: string): BuiltinTool | undefined {
    const wanted = normalized(name);
    return [...this.#builtins, this.#search].find(({ names }) =>
      names.some((candidate) => normalized(candidate) === wanted),
    );
  }

  async #unknownTool(name: string, { threadId, signal }: ToolCallContext): Promise<string> {
    // Its server may be on its way back.
    await abortable(this.#hub.ready(signal), signal);
    if (findNamed(this.#hub, name))
      return `The tool '${name}' was not available a moment ago, and is now. Call it again.`;
    const names = await callableNames(this.#hub, this.#builtins, threadId);
    return `There is no tool '${headOf(name, 100)}'. ${availableTools(names)} ${availableServers(this.#hub)}`;
  }
}
