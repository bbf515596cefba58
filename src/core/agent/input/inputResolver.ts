import type { PromptMessage, ThreadEvent } from '../../../shared/thread/threadEvent.ts';
import type { PromptResult } from '../../mcp/connection/content.ts';
import type { HubPort } from '../../mcp/hubPort.ts';
import { McpError } from '../../mcp/mcpError.ts';
import type { Settings } from '../../settings.ts';
import type { ServerCalls } from '../elicitation/serverCalls.ts';
import type { ResultConverter } from '../results/resultConverter.ts';
import type { AttachedResource } from '../threadRunnerPort.ts';
import { InputError } from './inputError.ts';
import type { InputPlan, ResolvablePlan } from './inputPlan.ts';
import { planChosenPrompt, planInput } from './inputPlanner.ts';
import { SkillReader } from '../skills/skillReader.ts';
import { MaterialReader } from './materialReader.ts';
import type { MaterialRequest } from './materialReader.ts';
import { promptLabel } from './promptGrammar.ts';
import { foreignWarning, promptMentions } from './promptMentions.ts';
import type { ForeignMention } from './promptMentions.ts';
import type { ResolveContext } from './resolveContext.ts';

type PromptPlan = Extract<InputPlan, { kind: 'prompt' }>;

export interface InputResolverOptions {
  readonly hub: HubPort;
  /** Sends the requests to the servers of that hub. */
  readonly calls: ServerCalls;
  readonly converter: ResultConverter;
  readonly settings: () => Settings;
}

/**
 * The one way from what a person gives to what a turn starts with, for every surface (contract §5). Planning looks at
 * what the hub knows at that moment, so servers should be ready before; only resolving makes requests.
 */
export class InputResolver {
  readonly #hub: HubPort;
  readonly #calls: ServerCalls;
  readonly #converter: ResultConverter;
  readonly #materials: MaterialReader;
  readonly #skills: SkillReader;

  constructor({ hub, calls, converter, settings }: InputResolverOptions) {
    this.#hub = hub;
    this.#calls = calls;
    this.#converter = converter;
    this.#materials = new MaterialReader({ hub, calls, converter, maxChars: () => settings().mentionMaxChars });
    this.#skills = new SkillReader(hub);
  }

  /** What typed text asks for. */
  plan(text: string, attachments: readonly AttachedResource[] = []): InputPlan {
    return planInput(this.#hub.servers(), text, attachments);
  }

  /** What a prompt asks for that was chosen instead of typed. */
  planPrompt(server: string, prompt: string, values: Readonly<Record<string, string>>): InputPlan {
    return planChosenPrompt(this.#hub.servers(), server, prompt, values);
  }

  /**
   * Gives the events that open the turn: `materialAttached` and `warning` for resources, then `skillInserted` or
   * `promptInserted`. A resource that cannot be had is a warning; a skill or prompt that cannot be had throws an
   * `InputError`. Where nothing is named, no request is made. Ends early, without an error, when the signal aborts.
   */
  async *resolve(plan: ResolvablePlan, context: ResolveContext): AsyncGenerator<ThreadEvent> {
    const attachments = plan.attachments.map(({ server, uri }) => asRequest(server, uri, 'attachment'));
    if (plan.kind === 'message') {
      const mentions = plan.mentions.map(({ server, uri }) => asRequest(server, uri, 'mention'));
      yield* this.#materials.attach([...attachments, ...mentions], context);
      if (!context.signal.aborted) yield* this.#skills.insert(plan.skills, context);
      return;
    }
    const result = await this.#fetch(plan, context);
    if (!result) return;
    const messages = await this.#messages(result, plan.server, context.threadId);
    const names = this.#hub.servers().map(({ definition }) => definition.name);
    const { own, foreign } = promptMentions(result, plan.server, names);
    yield* this.#materials.attach([...attachments, ...own], context);
    for (const mention of foreign) {
      if (context.signal.aborted) return;
      yield* this.#askFor(mention, plan, context);
    }
    if (context.signal.aborted) return;
    const { server, prompt, arguments: values } = plan;
    const { now, turnId } = context;
    yield { type: 'promptInserted', at: now(), turnId, server, prompt, arguments: { ...values }, messages };
  }

  /** Asks for a resource of another server than the prompt's. A denial is a warning, too: the text goes on without it. */
  async *#askFor(mention: ForeignMention, plan: PromptPlan, context: ResolveContext): AsyncGenerator<ThreadEvent> {
    const { server, uri, isConfigured } = mention;
    const outcome = isConfigured ? await context.request({ server, uri }) : undefined;
    if (context.signal.aborted) return;
    if (outcome?.status === 'completed') {
      const { blocks } = outcome;
      yield this.#materials.attached({ server, uri, origin: 'prompt' }, { blocks, mimeType: undefined }, context);
      return;
    }
    const [block] = outcome?.status === 'failed' ? outcome.blocks : [];
    yield foreignWarning(mention, plan, context, block?.type === 'text' ? block.text : undefined);
  }

  /** Undefined when the signal aborted. */
  async #fetch(plan: PromptPlan, context: ResolveContext): Promise<PromptResult | undefined> {
    const { signal } = context;
    const { server, prompt } = plan;
    let result: PromptResult;
    try {
      result = await this.#calls.getPrompt(server, prompt, plan.arguments, context);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof McpError)) throw error;
      const label = promptLabel({ server, name: prompt });
      throw new InputError(`The prompt "${label}" could not be fetched. ${error.message}`, { cause: error });
    }
    if (signal.aborted) return undefined;
    if (result.messages.length > 0) return result;
    const label = promptLabel({ server, name: prompt });
    throw new InputError(`The prompt "${label}" came back without messages. Check its arguments and its server.`);
  }

  async #messages(result: PromptResult, server: string, threadId: string): Promise<PromptMessage[]> {
    const messages: PromptMessage[] = [];
    for (const { role, content } of result.messages) {
      const blocks = await this.#converter.content([content], { threadId, server, tool: 'get_prompt' });
      messages.push({ role, blocks });
    }
    return messages;
  }
}

function asRequest(server: string, uri: string, origin: MaterialRequest['origin']): MaterialRequest {
  return { server, uri, origin };
}
