import type { ThreadState, Turn } from '../../../shared/thread/threadState.ts';
import { isToolCallEnded } from '../../../shared/thread/toolCall.ts';
import type { LanguageModel, ModelTool } from '../../models/languageModel.ts';
import { searchToolsNames } from './builtinNames.ts';
import { foundNames } from './searchToolsTool.ts';

/** What providers take in one request. */
const mostTools = 128;
/** Part of the context window that definitions of servers' tools may take. */
const windowPart = 0.05;
/** About, of JSON and English. */
const charsPerToken = 4;
/** Where the window is not known: that of small models. */
const charsWithoutWindow = 40_000;
/** Of those that were found; the latest count. */
const mostFound = 64;

/** Which tools of servers are defined in a request. */
export interface ToolOffer {
  readonly tools: readonly ModelTool[];
  /** Whether others exist, which can be searched for. */
  readonly isPartial: boolean;
}

/**
 * All tools of servers while their definitions leave the window to the conversation; else those that this conversation
 * has found or called, in that order, so that the list only ever grows at its end.
 */
export function offerTools(
  tools: readonly ModelTool[],
  others: number,
  { contextWindow }: Pick<LanguageModel, 'contextWindow'>,
  conversation: ThreadState,
): ToolOffer {
  const room = contextWindow === undefined ? charsWithoutWindow : contextWindow * windowPart * charsPerToken;
  const chars = tools.reduce((sum, tool) => sum + charsOf(tool), 0);
  if (chars <= room && tools.length + others <= mostTools) return { tools, isPartial: false };
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const known = [...new Set(knownNames(conversation))].slice(-mostFound);
  return { tools: known.flatMap((name) => byName.get(name) ?? []), isPartial: true };
}

/** Definitions are made once, and asked for in each round. */
const measured = new WeakMap<ModelTool['inputSchema'], number>();

function charsOf({ name, description, inputSchema }: ModelTool): number {
  const chars = measured.get(inputSchema) ?? JSON.stringify(inputSchema).length;
  measured.set(inputSchema, chars);
  return name.length + description.length + chars;
}

const namesOfTurn = new WeakMap<Turn, readonly string[]>();

/** Public names of the tools that were found or called, the first first. */
function knownNames({ turns, current }: ThreadState): string[] {
  const all = current ? [...turns, current] : turns;
  return all.flatMap((turn) => {
    const names = namesOfTurn.get(turn) ?? namesIn(turn);
    namesOfTurn.set(turn, names);
    return names;
  });
}

function namesIn({ parts }: Turn): readonly string[] {
  return parts.flatMap((part) => {
    if (part.kind !== 'toolCall') return [];
    const { call } = part;
    if (call.status === 'streaming') return [];
    if (call.target.kind === 'tool') return [call.name];
    const isSearch = call.target.kind === 'builtin' && call.target.name === searchToolsNames[0];
    if (!isSearch || !isToolCallEnded(call)) return [];
    return call.blocks.flatMap((block) => (block.type === 'text' ? foundNames(block.text) : []));
  });
}
