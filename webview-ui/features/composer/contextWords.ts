import type { ContextUse } from '../../../src/shared/thread/contextUse.ts';
import { totalTokens } from '../../../src/shared/thread/contextUse.ts';
import { text } from '../../text.ts';

/** One part of what fills the window, by its name. */
export interface ContextCategory {
  readonly name: string;
  readonly tokens: number;
}

export function categoriesOf(use: ContextUse): readonly ContextCategory[] {
  return [
    { name: text('contextSystem'), tokens: use.system },
    { name: text('contextTools'), tokens: use.tools },
    { name: text('contextMaterial'), tokens: use.material },
    { name: text('contextConversation'), tokens: use.conversation },
  ];
}

/** Part of the window that is full, in whole percent; undefined when nobody knows the window. */
export function shareOf(use: ContextUse): number | undefined {
  return use.window === undefined ? undefined : Math.round((100 * totalTokens(use)) / use.window);
}

/** All of it in one sentence. */
export function contextLabel(use: ContextUse): string {
  const categories = categoriesOf(use)
    .map(({ name, tokens }) => text('contextCategory', { name, tokens: text('tokens', { count: tokens }) }))
    .join(', ');
  const share = shareOf(use);
  if (share !== undefined) return text('contextLabel', { share, categories });
  return text('contextLabelOpen', { total: totalTokens(use), categories });
}

/** A few characters of it. */
export function contextShort(use: ContextUse): string {
  const share = shareOf(use);
  if (share !== undefined) return text('contextShort', { share });
  return text('contextShortOpen', { total: Math.round(totalTokens(use) / 100) / 10 });
}
