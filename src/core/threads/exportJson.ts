import type { JsonValue } from '../../shared/base/json.ts';
import { wellFormedJson } from '../../shared/base/wellFormedJson.ts';
import type { ResultBlock } from '../../shared/thread/resultBlock.ts';
import type { TurnError, Usage, Warning } from '../../shared/thread/threadEvent.ts';
import type {
  InsertedPrompt,
  InsertedSkill,
  Material,
  ResponsePart,
  ThreadState,
  Turn,
} from '../../shared/thread/threadState.ts';
import type { ToolCall } from '../../shared/thread/toolCall.ts';
import type { ToolTarget } from '../../shared/thread/toolTarget.ts';
import { shownTurns, titleOfThread } from './exportTurns.ts';
import type { ExportOptions } from './threadsPort.ts';

/**
 * The JSON of an exported conversation. `version` grows when what is there changes its meaning or goes away; what is
 * added later does not change it. Times are ISO 8601 in UTC. Blocks with an `artifact` name stored content by its id.
 */
export interface ExportedThread {
  readonly format: 'patchbay-conversation';
  readonly version: 1;
  readonly id: string;
  readonly title: string;
  /** Absolute path of the workspace folder. */
  readonly workspace?: string | undefined;
  readonly createdAt: string;
  /** The branch that is shown. */
  readonly turns: readonly ExportedTurn[];
}

interface ExportedTurn {
  readonly id: string;
  readonly startedAt: string;
  readonly status: Turn['status'];
  readonly error?: TurnError | undefined;
  /** As typed. */
  readonly text: string;
  /** The text was a command to Patchbay. */
  readonly isCommand?: boolean | undefined;
  /** There is no text: the model was let go on after it had used all its rounds. */
  readonly isContinuation?: boolean | undefined;
  readonly materials: readonly Omit<Material, 'id'>[];
  readonly prompt?: InsertedPrompt | undefined;
  readonly skills: readonly InsertedSkill[];
  readonly warnings: readonly Warning[];
  readonly answer: readonly ExportedPart[];
}

/** One part of an answer, in order. */
type ExportedPart =
  | { readonly type: 'text' | 'reasoning' | 'hostAnswer'; readonly text: string }
  | { readonly type: 'toolCall'; readonly call: ExportedCall }
  | { readonly type: 'roundEnd'; readonly model?: string | undefined; readonly usage?: Usage | undefined };

interface ExportedCall {
  readonly id: string;
  readonly name: string;
  readonly status: ToolCall['status'];
  /** What it acts on; missing with `input` for a call that was not written to its end. */
  readonly target?: ToolTarget | undefined;
  readonly input?: JsonValue | undefined;
  /** Why it was cancelled. */
  readonly reason?: string | undefined;
  readonly result?: readonly ResultBlock[] | undefined;
  readonly durationMs?: number | undefined;
  /** An answer that came after the call had ended. */
  readonly lateResult?:
    { readonly at: string; readonly isError: boolean; readonly blocks: readonly ResultBlock[] } | undefined;
}

/** A conversation as JSON text of the shape `ExportedThread`. */
export function exportJson(state: ThreadState, options: ExportOptions = {}): string {
  const exported: ExportedThread = {
    format: 'patchbay-conversation',
    version: 1,
    id: state.id,
    title: titleOfThread(state),
    workspace: state.workspace,
    createdAt: timeText(state.createdAt),
    turns: shownTurns(state).map((turn) => toTurn(turn, options)),
  };
  return `${wellFormedJson(exported, 2)}\n`;
}

function toTurn(turn: Turn, options: ExportOptions): ExportedTurn {
  const { id, status, error, text, isCommand, isContinuation, prompt, skills, warnings } = turn;
  const materials = turn.materials.map(({ origin, server, uri, name, mimeType, chars, blocks }) => {
    return { origin, server, uri, name, mimeType, chars, blocks };
  });
  const answer = turn.parts.flatMap((part) => toPart(part, options));
  const startedAt = timeText(turn.startedAt);
  const input = { text, isCommand, isContinuation, materials, prompt, skills };
  return { id, startedAt, status, error, ...input, warnings, answer };
}

function toPart(part: ResponsePart, { omitsReasoning }: ExportOptions): ExportedPart[] {
  switch (part.kind) {
    case 'markdown':
      return [{ type: 'text', text: part.text }];
    case 'reasoning':
      return omitsReasoning || part.text === '' ? [] : [{ type: 'reasoning', text: part.text }];
    case 'hostAnswer':
      return [{ type: 'hostAnswer', text: part.text }];
    case 'toolCall':
      return [{ type: 'toolCall', call: toCall(part.call) }];
    case 'roundEnd':
      return [{ type: 'roundEnd', model: part.model, usage: part.usage }];
  }
}

function toCall(call: ToolCall): ExportedCall {
  const { id, name, status } = call;
  if (call.status === 'streaming') return { id, name, status };
  const { target, input } = call;
  const base = { id, name, status, target, input };
  switch (call.status) {
    case 'completed':
    case 'failed':
      return { ...base, result: call.blocks, durationMs: call.durationMs, lateResult: toLate(call) };
    case 'cancelled':
      return { ...base, reason: call.reason, result: call.blocks, lateResult: toLate(call) };
    case 'ready':
    case 'pendingApproval':
    case 'running':
      return base;
  }
}

function toLate({ late }: Extract<ToolCall, { late?: unknown }>): ExportedCall['lateResult'] {
  return late && { at: timeText(late.at), isError: late.isError, blocks: late.blocks };
}

function timeText(at: number): string {
  return new Date(at).toISOString();
}
