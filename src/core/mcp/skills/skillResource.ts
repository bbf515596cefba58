import type { ResourceDefinition, SkillDefinition } from '../catalog/catalog.ts';
import { headOf } from '../../base/headOf.ts';
import { bounded, nameChars } from './skillEntry.ts';

const scheme = /^skill:\/\//i;
/** The file that a skill's folder is known by. */
const manifest = /\/SKILL\.md$/i;
const textTypes = /^(?:text\/(?:x-)?markdown|text\/plain)(?:;|$)/i;

/**
 * The skills among the resources of a server that does not have the skills extension: those whose URI begins with
 * `skill://`, unless their type is that of another file, such as the list of a skill's files.
 */
export function skillResources(resources: readonly ResourceDefinition[]): SkillDefinition[] {
  return resources
    .filter(({ uri, mimeType }) => scheme.test(uri) && (mimeType === undefined || textTypes.test(mimeType)))
    .map(toSkill);
}

function toSkill(resource: ResourceDefinition): SkillDefinition {
  const { server, uri, title, description, raw } = resource;
  return { server, name: nameOf(resource), uri, source: 'resource', raw, ...bounded(description ?? title) };
}

/** The resource's name, or its URI's path where it has none; without the file that every skill has. */
function nameOf({ name, uri }: ResourceDefinition): string {
  const written = name === uri ? uri.replace(scheme, '') : name;
  return headOf(written.replace(manifest, '').trim(), nameChars) || 'skill';
}
