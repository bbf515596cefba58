import type { InputDefinition, InputPrompt } from '../core/mcp/config/inputPrompt.ts';
import type { Terminal } from './terminal.ts';
import { visibleLine } from './visibleText.ts';

/** Asks for the values of a configuration at the terminal: a choice by its number or itself, a password unseen. */
export function terminalInputPrompt(terminal: Terminal, signal: AbortSignal): InputPrompt {
  return async (input, server) => {
    for (const line of questionLines(input, server)) terminal.note(visibleLine(line));
    const typed = await terminal.ask(`${visibleLine(input.id)}: `, { isHidden: input.isPassword, signal });
    return typed === undefined ? undefined : answerOf(typed, input);
  };
}

function questionLines({ id, description, options = [], default: preset }: InputDefinition, server: string): string[] {
  const otherwise = preset === undefined ? '' : ` Nothing stands for "${preset}".`;
  return [
    `Server "${server}" asks for "${id}"${description === '' ? '' : ` – ${description}`}.${otherwise}`,
    ...options.map((option, at) => `  ${at + 1}) ${option}`),
  ];
}

function answerOf(typed: string, { options, default: preset }: InputDefinition): string | undefined {
  if (typed === '') return preset;
  if (!options || options.includes(typed)) return typed;
  return /^\d+$/u.test(typed) ? options[Number(typed) - 1] : undefined;
}
