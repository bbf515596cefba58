import { builtinCommands } from '../../../shared/thread/builtinCommand.ts';
import type { BuiltinCommand } from '../../../shared/thread/builtinCommand.ts';
import { nameCommands } from '../../mcp/catalog/commandNames.ts';
import type { ServerSnapshot } from '../../mcp/hubPort.ts';
import { skillLabel } from '../input/skillGrammar.ts';
import { bounded, entry, promptLine } from './listAnswer.ts';
import { plainText } from './markdownText.ts';

const maxItems = 30;
const conflictChars = 300;

/** Answers `/help`: every command, prompt and skill, and the names that did not go to whom they would have. */
export function helpAnswer(servers: readonly ServerSnapshot[]): string {
  const { prompts, skills, conflicts } = nameCommands(servers.map(({ catalog }) => catalog));
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Commands', builtinCommands.map(commandLine)],
    ['Prompts of servers', prompts.map(({ prompt }) => promptLine(prompt))],
    ['Skills of servers', skills.map((named) => entry(skillLabel(named), named.skill.description))],
    ['Names that are taken', conflicts.map(({ message }) => plainText(message, conflictChars))],
  ];
  const listed = sections.filter(([, lines]) => lines.length > 0);
  return [...listed.map(([title, lines]) => `**${title}**\n\n${bounded(lines, maxItems)}`), mentions].join('\n\n');
}

const mentions = 'Write `@server:uri` anywhere in a message to attach a resource.';

function commandLine({ name, argument, description }: BuiltinCommand): string {
  return entry([`/${name}`, ...(argument === undefined ? [] : [argument])].join(' '), description);
}
