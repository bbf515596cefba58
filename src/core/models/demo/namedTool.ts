import type { ServerTool } from './offeredTools.ts';
import { wordsOf } from './words.ts';

/** Other words that may stand between the words of a tool's name: "estimate the cost", "book me a trip". */
const mostBetween = 2;

/** A tool that a text names, and what the text says after the name. */
export interface NamedTool {
  readonly tool: ServerTool;
  /** Whether the name was written as it is, which nobody does by chance unless it is one plain word. */
  readonly isExact: boolean;
}

/** The tool that a text names; of several the one with the longest name, then the one whose server is named too. */
export function namedTool(text: string, tools: readonly ServerTool[]): NamedTool | undefined {
  const words = wordsOf(text);
  const found = tools.flatMap((tool) => {
    const isExact = hasExactName(text, tool);
    return isExact || hasNameInOrder(words, tool.plainName) ? [{ tool, isExact }] : [];
  });
  const weight = ({ tool, isExact }: NamedTool) =>
    tool.plainName.length + (words.includes(tool.server.toLowerCase()) ? 0.5 : 0) + (isExact ? 1000 : 0);
  return found.sort((one, other) => weight(other) - weight(one))[0];
}

function hasExactName(text: string, { name, plainName }: ServerTool): boolean {
  const tokens: string[] = text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
  const isPlainWord = /^[a-z]+$/i.test(plainName);
  if (tokens.includes(name.toLowerCase())) return true;
  return !isPlainWord && tokens.includes(plainName.toLowerCase());
}

/** Whether the words of a name occur in this order with few others between. */
function hasNameInOrder(words: readonly string[], plainName: string): boolean {
  const wanted = wordsOf(plainName.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' '));
  if (wanted.length === 0) return false;
  return words.some((_word, start) => {
    let position = start;
    return wanted.every((word, index) => {
      const end = index === 0 ? start + 1 : position + 1 + mostBetween;
      const at = words.slice(0, end).indexOf(word, position);
      position = at + 1;
      return at !== -1;
    });
  });
}
