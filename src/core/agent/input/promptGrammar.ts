import type { PromptDefinition } from '../../mcp/catalog/catalog.ts';
import { publicNames } from '../../mcp/catalog/publicNames.ts';

/** A prompt that text calls, and what is typed after its name. */
export interface PromptCommand {
  readonly prompt: PromptDefinition;
  readonly argumentText: string;
}

/** How a person calls a prompt. */
export function promptLabel({ server, name }: { readonly server: string; readonly name: string }): string {
  return `/${server}:${name}`;
}

/**
 * Finds the prompt that text calls by one of its two names, `/<server>:<prompt>` and `/mcp__<server>__<prompt>`
 * (contract §5). Names are compared whole, longest first, and never taken apart: they may contain anything. The exact
 * name wins over one in other letter case.
 */
export function findPromptCommand(text: string, prompts: readonly PromptDefinition[]): PromptCommand | undefined {
  const names = publicNames(prompts);
  const spellings = prompts
    .flatMap((prompt, index) => [
      { prompt, spelling: promptLabel(prompt) },
      { prompt, spelling: `/${names[index]}` },
    ])
    .sort((a, b) => b.spelling.length - a.spelling.length);
  const called =
    spellings.find(({ spelling }) => isCalled(text, spelling, exact)) ??
    spellings.find(({ spelling }) => isCalled(text, spelling, lowerCase));
  if (!called) return undefined;
  const after = text.slice(called.spelling.length).replace(/^\s*\(MCP\)(?=\s|$)/i, '');
  return { prompt: called.prompt, argumentText: after.trim() };
}

/** Whether text that is no known command looks like one. `/usr/bin is a path` does not. */
export function looksLikeCommand(text: string): boolean {
  return /^\/[\p{L}\p{N}_][^\s/]*(?:\s|$)/u.test(text);
}

function isCalled(text: string, spelling: string, fold: (text: string) => string): boolean {
  if (fold(text.slice(0, spelling.length)) !== fold(spelling)) return false;
  return /^(?:\s|$)/.test(text.slice(spelling.length, spelling.length + 1));
}

function exact(text: string): string {
  return text;
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}
