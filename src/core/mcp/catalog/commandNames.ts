import type { Catalog, CatalogWarning, PromptDefinition, SkillDefinition } from './catalog.ts';
import { publicNames } from './publicNames.ts';

/** A skill by the names that call it (contract §5). */
export interface NamedSkill {
  readonly skill: SkillDefinition;
  /** `mcp__<server>__<skill>`; no prompt and no other skill has it. */
  readonly publicName: string;
  /** `<server>:<skill>`, unless an earlier skill has it. */
  readonly alias?: string | undefined;
}

/** What prompts and skills are called by, and which of them did not get the name they would have. */
export interface CommandNames {
  /** In the order of the catalogs. */
  readonly prompts: readonly { readonly prompt: PromptDefinition; readonly publicName: string }[];
  readonly skills: readonly NamedSkill[];
  readonly conflicts: readonly CatalogWarning[];
}

/**
 * Names the prompts and skills of all servers, which share one space of names. A prompt keeps its name against a skill;
 * of two skills with the same names the first one keeps the short one.
 */
export function nameCommands(catalogs: readonly Pick<Catalog, 'prompts' | 'skills'>[]): CommandNames {
  const prompts = catalogs.flatMap((catalog) => catalog.prompts);
  const skills = catalogs.flatMap((catalog) => catalog.skills);
  const promptNames = publicNames(prompts);
  const items = skills.map(({ server, name, uri }) => ({
    server,
    name,
    identity: ['skill', server, name, uri].join('\0'),
  }));
  const promptsByName = new Set(promptNames);
  const names = publicNames(items, promptNames);
  const conflicts: CatalogWarning[] = [];
  const aliases = new Set<string>();
  const named = skills.map((skill, index): NamedSkill => {
    const publicName = names[index] as string;
    const alias = `${skill.server}:${skill.name}`;
    const isFree = !aliases.has(alias);
    aliases.add(alias);
    const result = isFree ? { skill, publicName, alias } : { skill, publicName };
    const [wanted = publicName] = publicNames(items.slice(index, index + 1));
    if (!isFree) conflicts.push(aliasConflict(skill, publicName));
    else if (promptsByName.has(wanted)) conflicts.push(promptConflict(skill, publicName, wanted));
    return result;
  });
  return {
    prompts: prompts.map((prompt, index) => ({ prompt, publicName: promptNames[index] as string })),
    skills: named,
    conflicts,
  };
}

function aliasConflict({ server, name, uri }: SkillDefinition, publicName: string): CatalogWarning {
  const message = `"${server}" has several skills called "${name}": $${server}:${name} is the first of them. Use $${publicName} for the one at ${uri}.`;
  return { code: 'alias_conflict', server, message };
}

function promptConflict({ server, name }: SkillDefinition, publicName: string, wanted: string): CatalogWarning {
  const message = `A prompt is called ${wanted}, too, and keeps the name. Use $${server}:${name} or $${publicName} for the skill "${name}" of "${server}".`;
  return { code: 'command_conflict', server, message };
}
