import { firstFew } from '../../../shared/base/firstFew.ts';
import { isToolEnabled } from '../../mcp/catalog/enabledTools.ts';
import type { PromptDefinition } from '../../mcp/catalog/catalog.ts';
import type { ServerSnapshot } from '../../mcp/hubPort.ts';
import { InputError } from '../input/inputError.ts';
import { promptLabel } from '../input/promptGrammar.ts';
import { codeText, plainText } from './markdownText.ts';

const descriptionChars = 160;
/** Items of each server, and of one that is asked for by name. */
const maxItems = 30;
const maxItemsOfOne = 200;
const maxServers = 20;

/** What of a server is listed. */
export type ListedKind = 'tools' | 'resources' | 'prompts';

/**
 * Answers `/tools`, `/resources` and `/prompts`: what connected servers, or the one that is named, offer. Names and
 * descriptions are the servers': nothing of them is markup. Throws an `InputError` for a name that no server has.
 */
export function listAnswer(kind: ListedKind, server: string, servers: readonly ServerSnapshot[]): string {
  const asked = server === '' ? servers : [serverNamed(server, servers)];
  const limit = server === '' ? maxItems : maxItemsOfOne;
  const sections = asked.flatMap((one) => {
    const entries = linesOf(kind, one);
    return entries.length === 0 ? [] : [`**${plainText(one.definition.name, 100)}**\n\n${bounded(entries, limit)}`];
  });
  const more = sections.length - maxServers;
  const shown = more > 0 ? [...sections.slice(0, maxServers), `and ${more} more servers`] : sections;
  if (shown.length > 0) return shown.join('\n\n');
  if (server === '') return `No connected server offers ${kind}. \`/mcp\` shows their state.`;
  return `${plainText(server, 100)} offers no ${kind}, or is not connected. \`/mcp\` shows its state.`;
}

/** The first lines of a list, and how many there are besides. */
export function bounded(lines: readonly string[], limit: number): string {
  const shown = lines.slice(0, limit);
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `- ${line}`).join('\n');
}

/** A prompt as it is called, its optional arguments in brackets. */
export function promptLine(prompt: PromptDefinition): string {
  const words = prompt.arguments.map(({ name, isRequired }) => (isRequired ? name : `[${name}]`));
  return entry([promptLabel(prompt), ...words].join(' '), prompt.description ?? prompt.title);
}

/** A name as it is written, and what the server says of it. */
export function entry(name: string, description: string | undefined): string {
  const text = plainText(description ?? '', descriptionChars);
  return text === '' ? codeText(name) : `${codeText(name)} — ${text}`;
}

function serverNamed(name: string, servers: readonly ServerSnapshot[]): ServerSnapshot {
  const found = servers.find(({ definition }) => definition.name === name);
  if (found) return found;
  const names = servers.map(({ definition }) => definition.name);
  const known = names.length > 0 ? `Configured servers: ${firstFew(names)}.` : 'No server is configured.';
  throw new InputError(`There is no server "${name}". ${known}`);
}

function linesOf(kind: ListedKind, server: ServerSnapshot): string[] {
  const { tools, resources, resourceTemplates, prompts } = server.catalog;
  switch (kind) {
    case 'tools':
      return tools.map(({ name, title, description }) => {
        const line = entry(name, description ?? title);
        return isToolEnabled(server, name) ? line : `${line} (off)`;
      });
    case 'resources':
      return [
        ...resources.map(({ uri, name, title }) => entry(uri, title ?? (name === uri ? undefined : name))),
        ...resourceTemplates.map(({ uriTemplate, name, title }) => `${entry(uriTemplate, title ?? name)} (template)`),
      ];
    case 'prompts':
      return prompts.map(promptLine);
  }
}
