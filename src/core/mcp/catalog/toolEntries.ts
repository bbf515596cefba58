import type { ToolEntry } from '../../../shared/protocol/catalogRequests.ts';
import type { ToolDefinition } from './catalog.ts';

/** Length of a description in the list of a server's tools. */
const descriptionChars = 200;

/** The tools of a server for the list of its switches, with the head of their descriptions. */
export function toolEntries(tools: readonly ToolDefinition[]): ToolEntry[] {
  return tools.map(({ name, title, description, annotations }) => ({
    name,
    title,
    description: description === undefined ? undefined : headOf(description),
    isReadOnly: annotations?.readOnlyHint === true,
    isDestructive: annotations?.destructiveHint === true,
  }));
}

/** The first paragraph, and not all of a long one. */
function headOf(description: string): string {
  const paragraph = description.trim().split(/\n\s*\n/, 1)[0] ?? '';
  return paragraph.length > descriptionChars ? `${paragraph.slice(0, descriptionChars)}…` : paragraph;
}
