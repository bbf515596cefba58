import { firstFew } from '../../../shared/base/firstFew.ts';
import { searchToolsNames } from './builtinNames.ts';

/** Names that are all told; a server can have thousands. */
const mostTold = 64;

/** A sentence for a model that called a tool which is not there, from the names of those that are. */
export function availableTools(names: readonly string[]): string {
  if (names.length === 0) return 'No tools are available.';
  if (names.length <= mostTold) return `Available tools: ${names.join(', ')}.`;
  return `Available tools: ${firstFew(names)}, which ${searchToolsNames[0]} finds by words for what they do.`;
}
