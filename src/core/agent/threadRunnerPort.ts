import type { Event } from '../../shared/base/emitter.ts';
import type { ApprovalAnswer } from '../../shared/thread/approval.ts';
import type { ElicitationReply } from '../../shared/thread/elicitation.ts';
import type { ThreadEvent, TurnStatus } from '../../shared/thread/threadEvent.ts';
import type { QueuedMessage } from '../../shared/thread/queuedMessage.ts';
import type { ThreadState } from '../../shared/thread/threadState.ts';
import type { PromptDefinition } from '../mcp/catalog/catalog.ts';
import type { ReplyOutcome } from './elicitation/elicitationGate.ts';
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
  /** A turn runs; this one follows. It answers nothing that the running turn asks. */
  | { readonly status: 'queued'; readonly messageId: string }
  /** A built-in command that only the surface can carry out. Nothing was sent. */
  | { readonly status: 'command'; readonly command: SurfaceCommand }
  | {
      readonly status: 'needsArguments';
      readonly prompt: PromptDefinition;
      readonly values: Readonly<Record<string, string>>;
      readonly missing: readonly string[];
    }
  | { readonly status: 'rejected'; readonly code: SubmitRejection; readonly message: string };

/** `/clear`, `/model` and `/export` with what was written after them. */
export type SurfaceCommand =
  | { readonly name: 'clear' }
  | { readonly name: 'model'; readonly argument: string }
  | { readonly name: 'export'; readonly format: 'markdown' | 'json' };

/** How a compaction ended; `skipped`: there is nothing that a summary would shorten. */
export type CompactionOutcome =
  | { readonly status: 'completed'; readonly tokensBefore: number; readonly tokensAfter: number }
  | { readonly status: 'skipped' | 'failed' | 'cancelled'; readonly message: string };

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

  /** Starts a turn from typed text, or queues it while one runs. When it is rejected, the caller keeps the text. */
  submit(text: string, attachments?: readonly AttachedResource[]): Promise<SubmitOutcome>;
  /** Starts a turn from a prompt whose arguments were filled in a form. */
  runPrompt(server: string, prompt: string, values: Readonly<Record<string, string>>): Promise<SubmitOutcome>;
  /**
   * Sends an earlier turn's message again, with another text or the same, as a branch beside it: nothing is lost.
   * Rejected while a turn runs. What was attached by hand is attached again.
   */
  resend(turnId: string, text?: string): Promise<SubmitOutcome>;
  /**
   * Lets the model go on where the last turn used all its rounds, as a turn of its own without a text. Rejected while a
   * turn runs, and when the last one ended otherwise.
   */
  continueTurn(): Promise<SubmitOutcome>;
  /** Shows the branch that has this turn. False while a turn runs, and for an unknown turn. */
  selectBranch(turnId: string): boolean;
  /** Takes a queued message back. Undefined when it has been sent already. */
  takeQueued(messageId: string): QueuedMessage | undefined;
  /** Sends what waits in the queue: it is held after a turn that was stopped or failed, and in a thread opened again. */
  sendQueued(): void;
  /** Summarizes the older part of the conversation for the model. Never rejects. */
  compact(): Promise<CompactionOutcome>;
  rename(title: string): void;
  /**
   * Answers one open elicitation. A late or repeated click changes nothing, and values that do not fit the form leave
   * it open. To accept an address that is open says that the surface has opened it in the person's browser; to accept
   * it again, while they are away, that they are done there.
   */
  answerElicitation(reply: ElicitationReply): ReplyOutcome;
  /** Answers one pending approval. False when no such call is waiting: a late or repeated click changes nothing. */
  answerApproval(answer: ApprovalAnswer): boolean;
  /** Stops the running turn; open calls become cancelled. */
  stop(): void;
  /** Stops the turn and waits until everything is written. */
  dispose(): Promise<void>;
}
