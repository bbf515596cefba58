import type { JsonObject } from '../../../shared/base/json.ts';
import type { ElicitationReply } from '../../../shared/thread/elicitation.ts';

/** What became of a person's answer. `notOpen`, `invalid`: it changed nothing; `problem` is the end of a sentence. */
export type ReplyOutcome =
  | { readonly status: 'taken' }
  /** It was answered, or taken back, before; or there never was one. */
  | { readonly status: 'notOpen' }
  /** What was filled in does not fit the form, which stays open. */
  | { readonly status: 'invalid'; readonly problem: string };

/** What is wrong with the values of a form, as the end of a sentence; undefined when nothing is. */
type FormCheck = (content: JsonObject) => string | undefined;

interface Waiting {
  readonly check: FormCheck | undefined;
  readonly settle: (reply: ElicitationReply) => void;
}

/**
 * Holds the elicitations of one thread that wait for a person, by their ids. Only an answer that names a waiting one
 * resolves it; typed text, another message, a second click or an answer to one that is over resolve nothing.
 */
export class ElicitationGate {
  readonly #waiting = new Map<string, Waiting>();

  /** Waits for the answer to one elicitation. Undefined when the signal aborts first. `check` is for a form. */
  ask(elicitationId: string, signal: AbortSignal, check?: FormCheck): Promise<ElicitationReply | undefined> {
    if (this.#waiting.has(elicitationId)) throw new Error(`Elicitation '${elicitationId}' is open already`);
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(undefined);
      const settle = (reply: ElicitationReply | undefined): void => {
        this.#waiting.delete(elicitationId);
        signal.removeEventListener('abort', cancel);
        resolve(reply);
      };
      const cancel = (): void => settle(undefined);
      signal.addEventListener('abort', cancel);
      this.#waiting.set(elicitationId, { check, settle });
    });
  }

  answer(reply: ElicitationReply): ReplyOutcome {
    const waiting = this.#waiting.get(reply.elicitationId);
    if (!waiting) return { status: 'notOpen' };
    const problem = reply.action === 'accept' ? waiting.check?.(reply.content ?? {}) : undefined;
    if (problem !== undefined) return { status: 'invalid', problem };
    waiting.settle(reply);
    return { status: 'taken' };
  }
}
