import * as z from 'zod/mini';
import type { ThreadState } from '../thread/threadState.ts';
import type { ConfigIssueView, ServerView } from './serverView.ts';

/** The model in use. `isDemo` marks the offline demo, which the view labels as no AI. */
export const modelViewSchema = z.readonly(z.object({ id: z.string(), label: z.string(), isDemo: z.boolean() }));
export type ModelView = z.infer<typeof modelViewSchema>;

/** A resource chosen by hand, waiting in the composer. */
export const attachmentSchema = z.readonly(z.object({ server: z.string(), uri: z.string(), name: z.string() }));
export type Attachment = z.infer<typeof attachmentSchema>;

/** What the person has not sent yet. `revision` grows when the host changes the text, so that an echo never overwrites typing. */
export const draftSchema = z.readonly(
  z.object({ text: z.string(), revision: z.number(), attachments: z.readonly(z.array(attachmentSchema)) }),
);
export type Draft = z.infer<typeof draftSchema>;

/** Everything the chat view shows. The extension host owns it; a view holds a replica. */
export interface ViewState {
  readonly model: ModelView;
  readonly servers: readonly ServerView[];
  /** Name of the remote machine on which the extension and its servers run; absent on the person's own. */
  readonly remoteName?: string | undefined;
  readonly configIssues: readonly ConfigIssueView[];
  readonly thread: ThreadState;
  readonly draft: Draft;
  readonly sendOn: 'enter' | 'ctrlEnter';
}
