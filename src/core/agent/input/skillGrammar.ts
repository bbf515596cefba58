import { nameCommands } from '../../mcp/catalog/commandNames.ts';
import type { NamedSkill } from '../../mcp/catalog/commandNames.ts';
import type { SkillDefinition } from '../../mcp/catalog/catalog.ts';
import { publicPart } from '../../mcp/catalog/publicNames.ts';
import type { ServerSnapshot } from '../../mcp/hubPort.ts';
import { findSpelling } from './spelling.ts';

/** A skill that text begins with, and what follows it. */
export interface SkillUse {
  readonly skill: SkillDefinition;
  readonly rest: string;
}

/** The skills of all servers by the names that call them. */
export function namedSkills(servers: readonly ServerSnapshot[]): readonly NamedSkill[] {
  return nameCommands(servers.map(({ catalog }) => catalog)).skills;
}

/** How a person calls a skill: by its short name, where it has it. */
export function skillLabel({ alias, publicName }: NamedSkill): string {
  return `$${alias ?? publicName}`;
}

/**
 * Finds the skill that text begins with, by one of its names after `prefix`: `$<server>:<skill>` or
 * `$mcp__<server>__<skill>` (contract §5). As with prompts, names are compared whole and never taken apart.
 */
export function findSkill(text: string, skills: readonly NamedSkill[], prefix: '$' | '/'): SkillUse | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const spellings = skills.flatMap(({ skill, alias, publicName }) =>
    [alias, publicName].flatMap((name) => (name === undefined ? [] : [{ item: skill, spelling: `${prefix}${name}` }])),
  );
  const called = findSpelling(text, spellings);
  return called && { skill: called.item, rest: called.after };
}

/**
 * The server whose skill text beginning with `$` asks for, where it is one of `servers`. Anything else that begins so
 * is ordinary text, such as `$HOME` or `$5`.
 */
export function skillServer(text: string, servers: readonly ServerSnapshot[]): ServerSnapshot | undefined {
  const short = /^\$([\w.-]+):\S/.exec(text)?.[1];
  const long = /^\$mcp__\S+/.exec(text)?.[0];
  return servers.find(
    ({ definition: { name } }) => name === short || long?.startsWith(`$mcp__${publicPart(name)}__`) === true,
  );
}
