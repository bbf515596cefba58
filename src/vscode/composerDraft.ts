import type { StateStore } from '../shared/state/stateStore.ts';
import { unsentText } from '../shared/state/unsentText.ts';
import type { Attachment, Draft } from '../shared/state/viewState.ts';

/** What the composer holds, in the state of the view. It is emptied here and nowhere else. */
export class ComposerDraft {
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  get attachments(): readonly Attachment[] {
    return this.#current.attachments;
  }

  /** The person typed, on the text of that revision. */
  edit(text: string, revision: number): void {
    // The host changed the text meanwhile: the view adds what was typed to that, with its revision.
    if (revision !== this.#current.revision || text === this.#current.text) return;
    this.#change({ text });
  }

  /** Adds text behind what the composer holds, in a paragraph of its own. */
  append(text: string): void {
    const { text: before, revision } = this.#current;
    const joined = before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`;
    this.#change({ text: joined, revision: revision + 1 });
  }

  /** Attaches a resource once: again, it moves to the end. */
  attach(attachment: Attachment): void {
    const others = this.attachments.filter((item) => !isSameResource(item, attachment));
    this.#change({ attachments: [...others, attachment] });
  }

  detach(server: string, uri: string): void {
    this.#change({ attachments: this.attachments.filter((item) => !isSameResource(item, { server, uri })) });
  }

  /** Takes out what was sent. What was typed or attached while the message was being taken stays. */
  removeSent(sent: Pick<Draft, 'text' | 'attachments'>): void {
    const { text, revision, attachments } = this.#current;
    const unsent = unsentText(text, sent.text);
    this.#change({
      text: unsent,
      revision: unsent === text ? revision : revision + 1,
      attachments: attachments.filter((item) => !sent.attachments.some((other) => isSameResource(item, other))),
    });
  }

  get #current(): Draft {
    return this.#store.state.draft;
  }

  #change(parts: Partial<Draft>): void {
    this.#store.dispatch({ type: 'draft/changed', draft: { ...this.#current, ...parts } });
  }
}

type Resource = Pick<Attachment, 'server' | 'uri'>;

function isSameResource(a: Resource, b: Resource): boolean {
  return a.server === b.server && a.uri === b.uri;
}
