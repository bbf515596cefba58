import type { ApprovalAnswer } from '../../../shared/thread/approval.ts';

/**
 * Holds the calls that wait for a person, by the id of the tool call. Only an answer that names a waiting call
 * resolves it; typed text, another message, a second click or an answer to a call that is over resolve nothing.
 */
export class ApprovalGate {
  readonly #waiting = new Map<string, (answer: ApprovalAnswer) => void>();

  /** Waits for the answer to one call. Undefined when the signal aborts first. */
  ask(toolCallId: string, signal: AbortSignal): Promise<ApprovalAnswer | undefined> {
    if (this.#waiting.has(toolCallId)) throw new Error(`Tool call '${toolCallId}' is waiting for an answer already`);
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(undefined);
      const settle = (answer: ApprovalAnswer | undefined): void => {
        this.#waiting.delete(toolCallId);
        signal.removeEventListener('abort', cancel);
        resolve(answer);
      };
      const cancel = (): void => settle(undefined);
      signal.addEventListener('abort', cancel);
      this.#waiting.set(toolCallId, settle);
    });
  }

  /** False when no such call waits: then nothing changed. */
  answer(answer: ApprovalAnswer): boolean {
    const settle = this.#waiting.get(answer.toolCallId);
    settle?.(answer);
    return settle !== undefined;
  }
}
