import { DisposableStore } from '../../shared/base/disposable.ts';
import { Emitter } from '../../shared/base/emitter.ts';
import { messageOf } from '../../shared/base/messageOf.ts';
import type { Schedule } from '../../shared/rpc/port.ts';
import type { ThreadEvent, Warning } from '../../shared/thread/threadEvent.ts';
import { reduceThread } from '../../shared/thread/threadReducer.ts';
import type { ThreadState } from '../../shared/thread/threadState.ts';
import type { Logger } from '../base/logger.ts';
import type { OpenThread } from '../threads/openThread.ts';
import type { ThreadLog } from '../threads/threadLog.ts';
import { DeltaBuffer } from './turn/deltaBuffer.ts';

export interface ThreadJournalOptions {
  readonly thread: OpenThread;
  readonly schedule: Schedule;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly logger: Logger;
}

/** The events of one open thread: applied to its state, written to its log, and told to those who follow. */
export class ThreadJournal {
  readonly #options: ThreadJournalOptions;
  readonly #log: ThreadLog;
  readonly #owned = new DisposableStore();
  readonly #buffer: DeltaBuffer;
  readonly #appended = new Emitter<ThreadEvent>();
  readonly onDidAppend = this.#appended.event;
  #state: ThreadState;
  #notices: Warning[] = [];
  #isLogFailing = false;

  constructor(options: ThreadJournalOptions) {
    const { thread, schedule } = options;
    this.#options = options;
    this.#state = thread.state;
    this.#log = thread.log;
    this.#buffer = new DeltaBuffer({ append: (event) => this.#append(event), schedule });
    this.#owned.add(this.#appended);
    this.#owned.add(this.#log.onDidFail((error) => this.#reportLogFailure(error)));
    if (thread.damage.length > 0) this.#notices.push(damageWarning(thread.damage.length));
  }

  get state(): ThreadState {
    return this.#state;
  }

  /** Small events of a frame are gathered; any other is applied at once, after what is gathered. */
  readonly emit = (event: ThreadEvent): void => this.#buffer.append(event);

  /** Applies what is gathered. */
  flush(): void {
    this.#buffer.flush();
  }

  /** Resolves when everything emitted so far is written, or cannot be at the moment. Never rejects. */
  readonly save = async (): Promise<void> => {
    this.#buffer.flush();
    try {
      await this.#log.flush();
      this.#isLogFailing = false;
    } catch {
      // Reported through onDidFail; the lines stay queued.
    }
  };

  /** What the person is to be told with the next turn; each comes once. */
  takeNotices(): readonly Warning[] {
    return this.#notices.splice(0);
  }

  /** Writes what is left. What is emitted later is dropped. */
  async dispose(): Promise<void> {
    this.#buffer.dispose();
    await this.save();
    await this.#options.thread.release();
    this.#owned.dispose();
  }

  #append(event: ThreadEvent): void {
    const next = reduceThread(this.#state, event);
    // What comes too late, such as progress of a call that was stopped, is no part of the conversation.
    if (next === this.#state) return;
    this.#state = next;
    this.#log.append(event);
    try {
      this.#appended.fire(event);
    } catch (error) {
      // A surface that cannot show an event must not end the turn.
      this.#options.logger.error(`A listener failed at '${event.type}'`, error);
    }
  }

  #reportLogFailure(error: unknown): void {
    if (this.#isLogFailing) return;
    this.#isLogFailing = true;
    this.#options.logger.error(`Conversation ${this.#state.id} cannot be written`, error);
    const why = messageOf(error);
    const message = `This conversation cannot be saved at the moment: ${why} It goes on, and saving is tried again.`;
    const warning = { code: 'conversation_not_saved', message };
    const turnId = this.#state.current?.id;
    if (turnId === undefined) this.#notices.push(warning);
    else this.emit({ type: 'warning', at: this.#options.now(), turnId, warning });
  }
}

function damageWarning(count: number): Warning {
  const lines = count === 1 ? 'One line' : `${count} lines`;
  const message = `${lines} of this conversation's log could not be read and are left out. The rest is complete.`;
  return { code: 'conversation_damaged', message };
}
