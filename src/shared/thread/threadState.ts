import type { JsonObject } from '../base/json.ts';
import type { Compaction, CompactionCause } from './compaction.ts';
import type { ContextUse } from './contextUse.ts';
import type { ElicitationState } from './elicitation.ts';
import type { QueuedMessage } from './queuedMessage.ts';
import type { MaterialOrigin, PromptMessage, TurnError, TurnStatus, Usage, Warning } from './threadEvent.ts';
import type { ContentRef, ResultBlock } from './resultBlock.ts';
import type { ToolCall } from './toolCall.ts';

/** A resource that was put before the user's text. */
export interface Material {
  readonly id: string;
  readonly origin: MaterialOrigin;
  readonly server: string;
  readonly uri: string;
  readonly name?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly chars: number;
  readonly blocks: readonly ResultBlock[];
}

/** A server's prompt that opened the turn. */
export interface InsertedPrompt {
  readonly server: string;
  readonly prompt: string;
  readonly arguments: Readonly<Record<string, string>>;
  readonly messages: readonly PromptMessage[];
}

/** A server's skill that the person named. */
export interface InsertedSkill {
  readonly server: string;
  readonly skill: string;
  readonly uri: string;
  readonly text: string;
  /** In the view's copy alone, when `text` is a head of the whole. */
  readonly cut?: ContentRef | undefined;
}

/** A request to the model is sent again after a failure that passes. */
export interface ModelRetry {
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly retryAt: number;
  readonly message: string;
}

/** One part of an answer, in the order in which it arrived. */
export type ResponsePart =
  | { readonly kind: 'markdown'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string; readonly providerMetadata?: JsonObject | undefined }
  /** The host's own words, in Markdown. */
  | { readonly kind: 'hostAnswer'; readonly text: string; readonly cut?: ContentRef | undefined }
  | { readonly kind: 'toolCall'; readonly call: ToolCall }
  /** Ends a round: the tool results of the calls since the previous one go to the model here. `model` wrote it. */
  | { readonly kind: 'roundEnd'; readonly usage?: Usage | undefined; readonly model?: string | undefined };

/** A turn: what the person asked and everything until the model stopped. */
export interface Turn {
  readonly id: string;
  /** The turn it follows; absent for the first of a conversation. */
  readonly parentId?: string | undefined;
  readonly startedAt: number;
  /** As typed. */
  readonly text: string;
  /** The text is a command to the host, such as a prompt's slash command: shown, but never given to the model. */
  readonly isCommand?: boolean | undefined;
  /** The person let the model go on after a turn that had used all its rounds. `text` is empty. */
  readonly isContinuation?: boolean | undefined;
  readonly materials: readonly Material[];
  readonly prompt?: InsertedPrompt | undefined;
  readonly skills: readonly InsertedSkill[];
  readonly warnings: readonly Warning[];
  readonly elicitations: readonly ElicitationState[];
  /** While the model's next attempt is waited for. */
  readonly retry?: ModelRetry | undefined;
  readonly parts: readonly ResponsePart[];
  readonly status: 'running' | TurnStatus;
  readonly error?: TurnError | undefined;
}

/**
 * One conversation: the branch that is shown, and beside it the turns of the others. The running turn is held apart from the ended ones, so that a piece of text costs the same
 * however long the conversation is.
 */
export interface ThreadState {
  readonly id: string;
  readonly createdAt: number;
  readonly workspace?: string | undefined;
  /** Given by the person. */
  readonly title?: string | undefined;
  readonly turns: readonly Turn[];
  readonly current?: Turn | undefined;
  /** Ended turns of the branches that are not shown, in the order in which they were begun. */
  readonly otherTurns: readonly Turn[];
  /** Messages that wait for their turn. */
  readonly queue: readonly QueuedMessage[];
  readonly compactions: readonly Compaction[];
  /** A summary is being made. */
  readonly compacting?: { readonly id: string; readonly cause: CompactionCause } | undefined;
  readonly contextUse?: ContextUse | undefined;
}

/** A thread before its first event. */
export function emptyThread(id: string, createdAt: number, workspace?: string): ThreadState {
  return { id, createdAt, workspace, turns: [], otherTurns: [], queue: [], compactions: [] };
}
