import { abortable } from '../../base/abortable.ts';
import { reasonOf } from '../errorReason.ts';
import { ConnectionLostError } from '../process/connectionLostError.ts';
import { HostRefusal } from './hostRefusal.ts';
import type { HostServing } from './hostServing.ts';
import type { OpenQuestions } from './openQuestions.ts';

/** What a person can have in front of them; a server that asks for more at once is told so. */
const maxOpen = 16;

/** The requests of one server that the host is working on. */
export class ServedRequests {
  readonly #over: AbortSignal;
  readonly #questions: OpenQuestions;
  readonly #log: (line: string) => void;

  /** `over` aborts when the connection ends; `log` takes a line for the server's log. */
  constructor({ over, questions, log }: Pick<HostServing, 'over' | 'questions' | 'log'>) {
    this.#over = over;
    this.#questions = questions;
    this.#log = log;
  }

  /**
   * Runs the work on one request. Rejects with a `HostRefusal`, whose message is for the server, and as soon as the
   * server takes the request back (`takenBack`) or the connection ends, whether or not the work heeds its signal.
   * Nothing is sent after either: the SDK drops the answer to what was taken back, and `isSent` says that the answer
   * goes over the wire by itself, so that the end of the connection has to be waited for.
   */
  async answer<T>(
    what: string,
    { takenBack, isSent }: { readonly takenBack: AbortSignal; readonly isSent: boolean },
    work: (signal: AbortSignal) => T | Promise<T>,
  ): Promise<T> {
    if (this.#questions.count >= maxOpen) {
      throw this.#refused(what, new HostRefusal('failed', `${maxOpen} requests are open.`));
    }
    const question = this.#questions.open();
    const signal = AbortSignal.any([takenBack, this.#over]);
    try {
      return await abortable(Promise.resolve(signal).then(work), signal);
    } catch (error) {
      if (this.#over.aborted) {
        if (isSent) await aborted(takenBack);
        throw new ConnectionLostError('the connection ended');
      }
      if (takenBack.aborted) throw error;
      if (error instanceof HostRefusal) throw this.#refused(what, error);
      this.#log(`(${what}) the host failed to answer: ${reasonOf(error)}`);
      throw new HostRefusal('failed', 'The host failed to answer.');
    } finally {
      question.dispose();
    }
  }

  #refused(what: string, refusal: HostRefusal): HostRefusal {
    this.#log(`(${what}) refused: ${refusal.message}`);
    return refusal;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
