import type { ThreadState } from '../thread/threadState.ts';
import type { ConfigIssueView, ServerView } from './serverView.ts';

/** The model in use. `isDemo` marks the offline demo, which the view labels as no AI. */
export interface ModelView {
  readonly id: string;
  readonly label: string;
  readonly isDemo: boolean;
}

/** A resource chosen by hand, waiting in the composer. */
export interface Attachment {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
}

/** What the person has not sent yet. `revision` grows when the host changes the text, so that an echo never overwrites typing. */
export interface Draft {
  readonly text: string;
  readonly revision: number;
  readonly attachments: readonly Attachment[];
}

/** Everything the chat view shows. The extension host owns it; a view holds a replica. */
export interface ViewState {
  readonly model: ModelView;
  readonly servers: readonly ServerView[];
  readonly configIssues: readonly ConfigIssueView[];
  readonly thread: ThreadState;
  readonly draft: Draft;
  readonly sendOn: 'enter' | 'ctrlEnter';
}
