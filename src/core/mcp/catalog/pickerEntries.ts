import type { PromptEntry, ResourceEntry, SkillEntry } from '../../../shared/protocol/catalogRequests.ts';
import type { PromptDefinition } from './catalog.ts';
import { nameCommands } from './commandNames.ts';
import type { HubPort } from '../hubPort.ts';
import { templateVariables } from './resourceTemplate.ts';

/** Every resource and template of the connected servers, for a picker. */
export function resourceEntries(hub: HubPort): ResourceEntry[] {
  return hub.servers().flatMap(({ catalog }) => [
    ...catalog.resources.map(({ server, uri, name, title, description, mimeType }): ResourceEntry => ({
      kind: 'resource',
      server,
      uri,
      name,
      title,
      description,
      mimeType,
      variables: [],
    })),
    ...catalog.resourceTemplates.map(({ server, uriTemplate, name, title, description, mimeType }): ResourceEntry => ({
      kind: 'template',
      server,
      uri: uriTemplate,
      name,
      title,
      description,
      mimeType,
      variables: [...templateVariables(uriTemplate)],
    })),
  ]);
}

/** Every prompt of the connected servers. */
export function promptEntries(hub: HubPort): PromptEntry[] {
  return hub.servers().flatMap(({ catalog }) => catalog.prompts.map(toPromptEntry));
}

/** Every skill of the connected servers. Nothing of them has been read but the listing. */
export function skillEntries(hub: HubPort): SkillEntry[] {
  const { skills } = nameCommands(hub.servers().map(({ catalog }) => catalog));
  return skills.map(({ skill: { server, name, description }, alias, publicName }) => ({
    server,
    name,
    command: `$${alias ?? publicName}`,
    description,
  }));
}

/** A prompt as pickers and argument forms take it. */
export function toPromptEntry(prompt: PromptDefinition): PromptEntry {
  const { server, name, title, description } = prompt;
  return { server, name, title, description, arguments: prompt.arguments.map((argument) => ({ ...argument })) };
}
