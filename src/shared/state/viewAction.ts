import * as z from 'zod/mini';
import { threadEventSchema } from '../thread/threadEvent.ts';
import type { ThreadState } from '../thread/threadState.ts';
import { configIssueViewSchema, serverViewSchema } from './serverView.ts';
import type { ViewState } from './viewState.ts';
import { draftSchema, modelViewSchema } from './viewState.ts';

/**
 * A whole thread or state, in a snapshot. Its shape is checked at the top only: it was made by the same reducer from
 * events that were each checked, and checking ten thousand messages again would hold up the first paint.
 */
const threadStateSchema = z.custom<ThreadState>((value: unknown) => hasKeys(value, ['id', 'turns']));
export const viewStateSchema = z.custom<ViewState>((value: unknown) => hasKeys(value, ['thread', 'servers', 'draft']));

function hasKeys(value: unknown, keys: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && keys.every((key) => key in value);
}

/** A change of the view's state. `slice/pastTense`. */
export const viewActionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thread/opened'), thread: threadStateSchema }),
  z.object({ type: z.literal('thread/advanced'), event: threadEventSchema }),
  z.object({
    type: z.literal('servers/changed'),
    servers: z.array(serverViewSchema),
    configIssues: z.array(configIssueViewSchema),
  }),
  /** Rows of servers that are in the list already. */
  z.object({ type: z.literal('servers/updated'), servers: z.array(serverViewSchema) }),
  z.object({ type: z.literal('model/changed'), model: modelViewSchema }),
  z.object({ type: z.literal('draft/changed'), draft: draftSchema }),
  z.object({ type: z.literal('sendOn/changed'), sendOn: z.enum(['enter', 'ctrlEnter']) }),
]);
export type ViewAction = z.infer<typeof viewActionSchema>;
