import assert from 'node:assert/strict';
import { Emitter } from '../../../src/shared/base/emitter.ts';
import type { Intent } from '../../../src/shared/protocol/intents.ts';
import type { Draft } from '../../../src/shared/state/viewState.ts';
import { DraftBuffer } from '../../../webview-ui/bridge/draftBuffer.ts';
import { initialState } from '../../webview/support/builders.ts';

/** A replica whose draft the test sets, and the buffer on it. */
function aBuffer(text = '', revision = 0) {
  const changed = new Emitter<void>();
  const replica = { state: initialState, onDidChange: changed.event };
  const set = (draft: Partial<Draft>): void => {
    replica.state = { ...replica.state, draft: { ...replica.state.draft, ...draft } };
    changed.fire();
  };
  set({ text, revision });
  const sent: Intent[] = [];
  const buffer = new DraftBuffer(replica, (intent) => sent.push(intent));
  return { buffer, sent, set };
}

describe('DraftBuffer', () => {
  it('begins with the text that the host kept', () => {
    assert.equal(aBuffer('from before').buffer.text, 'from before');
  });

  it('sends each edit with the revision it is based on', () => {
    const { buffer, sent } = aBuffer('', 4);
    buffer.edit('a');
    assert.deepEqual(sent, [{ type: 'draft/edit', text: 'a', revision: 4 }]);
  });

  it('does not let an echo overwrite what was typed since', () => {
    const { buffer, set } = aBuffer();
    buffer.edit('a');
    buffer.edit('ab');
    set({ text: 'a', revision: 0 });
    assert.equal(buffer.text, 'ab');
  });

  it('takes a text of a higher revision, and says so', () => {
    const { buffer, set } = aBuffer();
    let changes = 0;
    buffer.onDidChange(() => (changes += 1));
    buffer.edit('mine');
    set({ text: 'theirs', revision: 1 });
    assert.equal(buffer.text, 'theirs');
    assert.equal(changes, 2);
  });

  it('keeps what was typed behind a message that was sent, and tells the host', () => {
    const { buffer, sent, set } = aBuffer();
    buffer.edit('sent');
    buffer.markSubmitted();
    buffer.edit('sent and more');
    set({ text: '', revision: 1 });
    assert.equal(buffer.text, 'and more');
    assert.deepEqual(sent.at(-1), { type: 'draft/edit', text: 'and more', revision: 1 });
  });

  it('keeps what was typed behind it when the host knows of the half of that', () => {
    const { buffer, sent, set } = aBuffer();
    buffer.edit('sent');
    buffer.markSubmitted();
    buffer.edit('sent and more');
    set({ text: 'and', revision: 1 });
    assert.equal(buffer.text, 'and more');
    assert.deepEqual(sent.at(-1), { type: 'draft/edit', text: 'and more', revision: 1 });
  });

  it('keeps what took the place of the message before the host knew', () => {
    const { buffer, sent, set } = aBuffer();
    buffer.edit('sent');
    buffer.markSubmitted();
    buffer.edit('another');
    set({ text: '', revision: 1 });
    assert.equal(buffer.text, 'another');
    assert.deepEqual(sent.at(-1), { type: 'draft/edit', text: 'another', revision: 1 });
  });

  it('is empty after a message was sent and nothing typed behind it', () => {
    const { buffer, set } = aBuffer();
    buffer.edit('sent');
    buffer.markSubmitted();
    set({ text: '', revision: 1 });
    assert.equal(buffer.text, '');
  });

  it('does not take a message that was refused for one that was sent', () => {
    const { buffer, set } = aBuffer();
    buffer.edit('refused');
    buffer.markSubmitted();
    buffer.forgetSubmitted();
    buffer.edit('refused, and more');
    set({ text: '', revision: 1 });
    assert.equal(buffer.text, '');
  });

  it('follows no more once disposed', () => {
    const { buffer, set } = aBuffer('kept');
    buffer.dispose();
    set({ text: 'new', revision: 1 });
    assert.equal(buffer.text, 'kept');
  });
});
