import { asObject } from '../../../shared/base/json.ts';
import { headOf } from '../../base/headOf.ts';
import type { SkillDefinition } from '../catalog/catalog.ts';
import type { Judged } from '../catalog/catalogItems.ts';
import { asText } from '../catalog/lenientSchemas.ts';

/** What a server declares among its extensions that has skills (SEP-2640). */
export const skillsExtension = 'io.modelcontextprotocol/skills';

/** As of tools. */
export const nameChars = 128;

/** Contract §5. */
const descriptionChars = 256;

/**
 * Judges an entry of `skills/list` as far as listing needs it. What is to be verified of it is judged when the skill is
 * read: until then it is a name and a description.
 */
export function judgeSkill(server: string, value: unknown): Judged<SkillDefinition> {
  const raw = asObject(value);
  const uri = asText(raw?.['uri']);
  if (!raw || !uri) return { fault: 'a skill has no URI' };
  const frontmatter = asObject(raw['frontmatter']);
  const name = asText(frontmatter?.['name'])?.trim();
  if (!name) return { fault: `the skill "${uri}" has no name` };
  if (name.length > nameChars)
    return { fault: `the name of the skill "${uri}" is longer than ${nameChars} characters` };
  const description = asText(frontmatter?.['description']);
  return {
    item: { server, name, uri, source: 'extension', raw, ...bounded(description) },
    cut: cutOf(name, description),
  };
}

/** A description on one line, as far as a list shows it; nothing for a blank one. */
export function bounded(description: string | undefined): Pick<SkillDefinition, 'description'> {
  const line = oneLine(description);
  return line === '' ? {} : { description: headOf(line, descriptionChars) };
}

function cutOf(name: string, description: string | undefined): string | undefined {
  const isCut = oneLine(description).length > descriptionChars;
  return isCut ? `The description of the skill "${name}"` : undefined;
}

function oneLine(text = ''): string {
  return text.replace(/\s+/g, ' ').trim();
}
