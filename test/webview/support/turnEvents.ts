import type { JsonValue } from '../../../src/shared/base/json.ts';
import type { ContextUse } from '../../../src/shared/thread/contextUse.ts';
import type { ElicitationAction, Question } from '../../../src/shared/thread/elicitation.ts';
import type { ResultBlock } from '../../../src/shared/thread/resultBlock.ts';
import type { ThreadEvent, TurnError, TurnStatus } from '../../../src/shared/thread/threadEvent.ts';
import type { ToolTarget } from '../../../src/shared/thread/toolTarget.ts';

/** Events of one turn, one millisecond apart, for a test that plays the host. */
export class TurnEvents {
  readonly turnId: string;
  #at: number;

  /** `at`: the time before its first event, in milliseconds; branches are told apart by it. */
  constructor(turnId: string, at = 0) {
    this.turnId = turnId;
    this.#at = at;
  }

  /** `parentId` begins a branch: the turn it follows, or null for the beginning. */
  started(text: string, parentId?: string | null): ThreadEvent {
    return { ...this.#base(), type: 'turnStarted', text, ...(parentId !== undefined && { parentId }) };
  }

  /** The person lets the model go on. */
  continued(): ThreadEvent {
    return { ...this.#base(), type: 'turnStarted', text: '', isContinuation: true };
  }

  text(delta: string): ThreadEvent {
    return { ...this.#base(), type: 'textDelta', delta };
  }

  reasoning(delta: string): ThreadEvent {
    return { ...this.#base(), type: 'reasoningDelta', delta };
  }

  warning(message: string): ThreadEvent {
    return { ...this.#base(), type: 'warning', warning: { code: 'resource_not_found', message } };
  }

  material(materialId: string, uri: string, blocks: ResultBlock[]): ThreadEvent {
    const chars = blocks.reduce((sum, block) => sum + ('text' in block ? block.text.length : 0), 0);
    const base = this.#base();
    return { ...base, type: 'materialAttached', materialId, origin: 'mention', server: 'tour', uri, chars, blocks };
  }

  prompt(prompt: string, args: Record<string, string>, blocks: ResultBlock[]): ThreadEvent {
    return {
      ...this.#base(),
      type: 'promptInserted',
      server: 'tour',
      prompt,
      arguments: args,
      messages: [{ role: 'user', blocks }],
    };
  }

  skill(skill: string, text: string): ThreadEvent {
    return { ...this.#base(), type: 'skillInserted', server: 'tour', skill, uri: `skill://${skill}`, text };
  }

  commandAnswered(text: string): ThreadEvent {
    return { ...this.#base(), type: 'commandAnswered', text };
  }

  retry(message: string, retryAt: number, attempt = 1): ThreadEvent {
    return { ...this.#base(), type: 'modelRetryScheduled', attempt, retryAt, message };
  }

  measured(use: ContextUse): ThreadEvent {
    return { ...this.#base(), type: 'contextMeasured', use };
  }

  asked(elicitationId: string, question: Question, server = 'tour'): ThreadEvent {
    return { ...this.#base(), type: 'elicitationRequested', elicitationId, server, question };
  }

  visited(elicitationId: string): ThreadEvent {
    return { ...this.#base(), type: 'elicitationVisited', elicitationId };
  }

  answered(elicitationId: string, action: ElicitationAction): ThreadEvent {
    return { ...this.#base(), type: 'elicitationResolved', elicitationId, action, by: 'person' };
  }

  late(toolCallId: string, blocks: ResultBlock[]): ThreadEvent {
    return { ...this.#base(), type: 'lateResultArrived', toolCallId, isError: false, blocks };
  }

  callReady(toolCallId: string, target: ToolTarget, input: JsonValue): ThreadEvent {
    return { ...this.#base(), type: 'toolCallReady', toolCallId, name: 'called_name', target, input };
  }

  approvalRequested(toolCallId: string, reason = 'The mode is “ask”.'): ThreadEvent {
    return { ...this.#base(), type: 'approvalRequested', toolCallId, reason };
  }

  approvalResolved(toolCallId: string, decision: 'allowed' | 'denied'): ThreadEvent {
    return { ...this.#base(), type: 'approvalResolved', toolCallId, decision, by: 'person' };
  }

  running(toolCallId: string): ThreadEvent {
    return { ...this.#base(), type: 'toolCallRunning', toolCallId };
  }

  progress(toolCallId: string, progress: number, total?: number, message?: string): ThreadEvent {
    return { ...this.#base(), type: 'toolCallProgress', toolCallId, progress, total, message };
  }

  completed(toolCallId: string, blocks: ResultBlock[]): ThreadEvent {
    return { ...this.#base(), type: 'toolCallEnded', toolCallId, status: 'completed', blocks };
  }

  failed(toolCallId: string, blocks: ResultBlock[]): ThreadEvent {
    return { ...this.#base(), type: 'toolCallEnded', toolCallId, status: 'failed', blocks };
  }

  denied(toolCallId: string): ThreadEvent {
    return { ...this.#base(), type: 'toolCallEnded', toolCallId, status: 'cancelled', reason: 'denied', blocks: [] };
  }

  roundEnded(): ThreadEvent {
    return { ...this.#base(), type: 'roundEnded' };
  }

  ended(status: TurnStatus = 'completed', error?: TurnError): ThreadEvent {
    return { ...this.#base(), type: 'turnEnded', status, error };
  }

  #base(): { at: number; turnId: string } {
    this.#at += 1;
    return { at: this.#at, turnId: this.turnId };
  }
}

/** A tool of the server `tour`. */
export function aTool(parts: Partial<Extract<ToolTarget, { kind: 'tool' }>> = {}): ToolTarget {
  return { kind: 'tool', server: 'tour', tool: 'book_trip', ...parts };
}

/** The handbook of the server `tour`. */
export function aReadTarget(parts: Partial<Extract<ToolTarget, { kind: 'resource' }>> = {}): ToolTarget {
  return {
    kind: 'resource',
    server: 'tour',
    uri: 'docs://handbook',
    name: 'Travel handbook',
    description: 'The rules for trips',
    mimeType: 'text/markdown',
    ...parts,
  };
}
