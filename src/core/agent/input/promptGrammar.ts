import type { PromptDefinition } from '../../mcp/catalog/catalog.ts';
import { publicNames } from '../../mcp/catalog/publicNames.ts';
import { findSpelling } from './spelling.ts';

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
 * (contract §5). Names are compared whole and never taken apart: they may contain anything.
 */
export function findPromptCommand(text: string, prompts: readonly PromptDefinition[]): PromptCommand | undefined {
  const names = publicNames(prompts);
  const called = findSpelling(
    text,
    prompts.flatMap((prompt, index) => [
      { item: prompt, spelling: promptLabel(prompt) },
      { item: prompt, spelling: `/${names[index]}` },
    ]),
  );
  if (!called) return undefined;
  const after = called.after.replace(/^\s*\(MCP\)(?=\s|$)/i, '');
  return { prompt: called.item, argumentText: after.trim() };
}

/** Whether text that is no known command looks like one. `/usr/bin is a path` does not. */
export function looksLikeCommand(text: string): boolean {
  return /^\/[\p{L}\p{N}_][^\s/]*(?:\s|$)/u.test(text);
}
