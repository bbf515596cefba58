import type { Disposable } from '../../src/shared/base/disposable.ts';
import { DisposableStore } from '../../src/shared/base/disposable.ts';
import { Emitter } from '../../src/shared/base/emitter.ts';
import type { Intent } from '../../src/shared/protocol/intents.ts';
import type { Replica } from '../../src/shared/state/replica.ts';
import { unsentText } from '../../src/shared/state/unsentText.ts';

/**
 * The composer's text between keyboard and host. The host keeps the draft; what is being typed is ahead of it by a
 * message. Text of the host replaces typed text only with a higher revision, so an echo never overwrites typing.
 */
export class DraftBuffer implements Disposable {
  readonly #dispatch: (intent: Intent) => void;
  readonly #owned = new DisposableStore();
  readonly #changed = new Emitter<void>();
  #text: string;
  #revision: number;
  #submitted: string | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(replica: Pick<Replica, 'state' | 'onDidChange'>, dispatch: (intent: Intent) => void) {
    this.#dispatch = dispatch;
    this.#text = replica.state.draft.text;
    this.#revision = replica.state.draft.revision;
    this.#owned.add(this.#changed);
    this.#owned.add(replica.onDidChange(() => this.#follow(replica.state.draft)));
  }

  get text(): string {
    return this.#text;
  }

  /** The person changed the text. */
  edit(text: string): void {
    this.#text = text;
    this.#dispatch({ type: 'draft/edit', text, revision: this.#revision });
    this.#changed.fire();
  }

  /** Remembers what is being sent, so that what is typed meanwhile survives when the host takes it out of the draft. */
  markSubmitted(): void {
    this.#submitted = this.#text;
  }

  /** Nothing is being sent any more: it was taken, or stays in the composer. */
  forgetSubmitted(): void {
    this.#submitted = undefined;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #follow(draft: { readonly text: string; readonly revision: number }): void {
    if (draft.revision <= this.#revision) return;
    this.#revision = draft.revision;
    const submitted = this.#submitted;
    this.#submitted = undefined;
    // What is typed here is ahead of what the host kept.
    const unsent = submitted === undefined ? draft.text : unsentText(this.#text, submitted);
    if (unsent !== draft.text) return this.edit(unsent);
    this.#text = unsent;
    this.#changed.fire();
  }
}
