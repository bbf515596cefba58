import type { ThreadEvent } from '../../../shared/thread/threadEvent.ts';
import { headOf } from '../../base/headOf.ts';
import type { SkillDefinition } from '../../mcp/catalog/catalog.ts';
import type { HubPort } from '../../mcp/hubPort.ts';
import { McpError } from '../../mcp/mcpError.ts';
import { InputError } from '../input/inputError.ts';
import type { ResolveContext } from '../input/resolveContext.ts';

/** Contract §5. */
const skillChars = 20_000;

/** The text of a skill as it goes to the model: inert, nothing in it is expanded or run. */
export interface SkillText {
  readonly text: string;
  readonly isCut: boolean;
}

/** Reads the skills that a person named. */
export class SkillReader {
  readonly #hub: Pick<HubPort, 'readSkill'>;

  constructor(hub: Pick<HubPort, 'readSkill'>) {
    this.#hub = hub;
  }

  /** Reads one skill, bounded. Rejects with an `McpError`. */
  async read(skill: SkillDefinition, signal: AbortSignal): Promise<SkillText> {
    const whole = (await this.#hub.readSkill(skill, { signal })).trim();
    if (whole === '')
      throw new McpError(
        'protocol',
        skill.server,
        `"${skill.server}" gave a skill that cannot be used: it has no text.`,
      );
    const text = headOf(whole, skillChars);
    return { text, isCut: text.length < whole.length };
  }

  /**
   * Gives `skillInserted` for each skill, with the warning `skill_truncated` where it is cut. What is asked for with a
   * skill makes no sense without it: one that cannot be read is the warning `skill_read_failed` and, after all of them,
   * an `InputError`. Ends early when the signal aborts.
   */
  async *insert(skills: readonly SkillDefinition[], context: ResolveContext): AsyncGenerator<ThreadEvent> {
    const failed: SkillDefinition[] = [];
    for (const skill of skills) {
      try {
        const read = await this.read(skill, context.signal);
        if (context.signal.aborted) return;
        yield* insertedSkill(skill, read, context);
      } catch (error) {
        if (context.signal.aborted) return;
        if (!(error instanceof McpError)) throw error;
        failed.push(skill);
        yield warning('skill_read_failed', skill, `The skill "${skill.name}" was not used: ${error.message}`, context);
      }
    }
    const names = failed.map(({ name }) => `"${name}"`).join(', ');
    if (names !== '') throw new InputError(`Nothing was sent, because a skill could not be read: ${names}.`);
  }
}

function* insertedSkill(
  skill: SkillDefinition,
  { text, isCut }: SkillText,
  context: ResolveContext,
): Generator<ThreadEvent> {
  const { server, name, uri } = skill;
  if (isCut) {
    const message = `The skill "${name}" of "${server}" is cut at ${skillChars} characters. The rest is left out.`;
    yield warning('skill_truncated', skill, message, context);
  }
  yield { type: 'skillInserted', at: context.now(), turnId: context.turnId, server, skill: name, uri, text };
}

function warning(
  code: 'skill_read_failed' | 'skill_truncated',
  { server }: SkillDefinition,
  message: string,
  { now, turnId }: ResolveContext,
): ThreadEvent {
  return { type: 'warning', at: now(), turnId, warning: { code, server, message } };
}
