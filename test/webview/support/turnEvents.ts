import type { JsonValue } from '../../../src/shared/base/json.ts';
import type { ResultBlock } from '../../../src/shared/thread/resultBlock.ts';
import type { ThreadEvent, TurnError, TurnStatus } from '../../../src/shared/thread/threadEvent.ts';
import type { ToolTarget } from '../../../src/shared/thread/toolTarget.ts';

/** Events of one turn, one millisecond apart, for a test that plays the host. */
export class TurnEvents {
  readonly turnId: string;
  #at = 0;

  constructor(turnId: string) {
    this.turnId = turnId;
  }

  started(text: string): ThreadEvent {
    return { ...this.#base(), type: 'turnStarted', text };
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
