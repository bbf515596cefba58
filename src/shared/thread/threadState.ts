import type { MaterialOrigin, PromptMessage, TurnError, TurnStatus, Usage, Warning } from './threadEvent.ts';
import type { ResultBlock } from './resultBlock.ts';
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

/** One part of an answer, in the order in which it arrived. */
export type ResponsePart =
  | { readonly kind: 'markdown'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'toolCall'; readonly call: ToolCall }
  /** Ends a round: the tool results of the calls since the previous one go to the model here. */
  | { readonly kind: 'roundEnd'; readonly usage?: Usage | undefined };

/** A turn: what the person asked and everything until the model stopped. */
export interface Turn {
  readonly id: string;
  readonly startedAt: number;
  /** As typed. */
  readonly text: string;
  /** The text is a command to the host, such as a prompt's slash command: shown, but never given to the model. */
  readonly isCommand?: boolean | undefined;
  readonly materials: readonly Material[];
  readonly prompt?: InsertedPrompt | undefined;
  readonly warnings: readonly Warning[];
  readonly parts: readonly ResponsePart[];
  readonly status: 'running' | TurnStatus;
  readonly error?: TurnError | undefined;
}

/**
 * One conversation. The running turn is held apart from the ended ones, so that a piece of text costs the same
 * however long the conversation is.
 */
export interface ThreadState {
  readonly id: string;
  readonly createdAt: number;
  readonly workspace?: string | undefined;
  readonly turns: readonly Turn[];
  readonly current?: Turn | undefined;
}

/** A thread before its first event. */
export function emptyThread(id: string, createdAt: number, workspace?: string): ThreadState {
  return { id, createdAt, workspace, turns: [] };
}
