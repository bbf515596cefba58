import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '../../../shared/base/json.ts';
import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';
import type { McpContent } from '../../mcp/connection/content.ts';
import type { BlockContext } from './blockContext.ts';
import { storedText } from './storedBlock.ts';
import { fitsInline } from './textLimits.ts';

/** Converts `structuredContent` to pretty JSON, which obeys the same limits as text. */
export async function structuredBlock(value: JsonValue, context: BlockContext): Promise<ResultBlock> {
  const text = JSON.stringify(value, null, 2);
  if (fitsInline(text, context.limits)) return { type: 'json', text };
  return storedText(text, { mimeType: 'application/json' }, context);
}

/** Whether a text block already says the same JSON, however it is written. */
export function isSaidAsText(value: JsonValue, content: readonly McpContent[]): boolean {
  return content.some((item) => {
    if (item.type !== 'text') return false;
    try {
      return isDeepStrictEqual(JSON.parse(item.text), value);
    } catch {
      return false;
    }
  });
}
