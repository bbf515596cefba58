import type { Event } from '../../shared/base/emitter.ts';
import type { ApprovalAnswer } from '../../shared/thread/approval.ts';
import type { ThreadEvent, TurnStatus } from '../../shared/thread/threadEvent.ts';
import type { ThreadState } from '../../shared/thread/threadState.ts';
import type { PromptDefinition } from '../mcp/catalog/catalog.ts';
import type { InputRejection } from './input/inputPlan.ts';

/** A resource chosen by hand. */
export interface AttachedResource {
  readonly server: string;
  readonly uri: string;
}

/**
 * What became of a message. `done` resolves when the turn has ended and its events are on disk; it never rejects,
 * since how a turn ends is a value.
 */
export type SubmitOutcome =
  | { readonly status: 'started'; readonly turnId: string; readonly done: Promise<TurnStatus> }
  | {
      readonly status: 'needsArguments';
      readonly prompt: PromptDefinition;
      readonly values: Readonly<Record<string, string>>;
      readonly missing: readonly string[];
    }
  | { readonly status: 'rejected'; readonly code: SubmitRejection; readonly message: string };

/**
 * Why a message did not become a turn: what it asks for cannot be, the thread is closed, another turn runs (`busy`), it
 * was stopped before it began, or something failed inside.
 */
export type SubmitRejection = InputRejection | 'closed' | 'busy' | 'stopped' | 'internal';

/** One thread and its turns, as every surface drives it. */
export interface ThreadRunnerPort {
  readonly id: string;
  readonly state: ThreadState;
  /** Fires for each event after it was applied to `state`. */
  readonly onDidAppend: Event<ThreadEvent>;

  /** Starts a turn from typed text. Rejected while a turn runs; nothing is lost, since the caller keeps the text. */
  submit(text: string, attachments?: readonly AttachedResource[]): Promise<SubmitOutcome>;
  /** Starts a turn from a prompt whose arguments were filled in a form. */
  runPrompt(server: string, prompt: string, values: Readonly<Record<string, string>>): Promise<SubmitOutcome>;
  /** Answers one pending approval. False when no such call is waiting: a late or repeated click changes nothing. */
  answerApproval(answer: ApprovalAnswer): boolean;
  /** Stops the running turn; open calls become cancelled. */
  stop(): void;
  /** Stops the turn and waits until everything is written. */
  dispose(): Promise<void>;
}
