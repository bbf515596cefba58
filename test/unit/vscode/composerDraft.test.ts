import assert from 'node:assert/strict';
import { StateStore } from '../../../src/shared/state/stateStore.ts';
import type { Draft } from '../../../src/shared/state/viewState.ts';
import { ComposerDraft } from '../../../src/vscode/composerDraft.ts';
import { initialState } from '../../webview/support/builders.ts';

const handbook = { server: 'tour', uri: 'docs://handbook', name: 'Travel handbook' };
const packing = { server: 'tour', uri: 'docs://packing', name: 'Packing list' };

function aDraft(parts: Partial<Draft> = {}): { draft: ComposerDraft; store: StateStore } {
  const store = new StateStore({ ...initialState, draft: { ...initialState.draft, ...parts } });
  return { store, draft: new ComposerDraft(store) };
}

describe('ComposerDraft', () => {
  it('takes out what was sent, and says with a new revision that the text is another', () => {
    const { draft, store } = aDraft({ text: 'Hello', revision: 3, attachments: [handbook] });
    draft.removeSent({ text: 'Hello', attachments: [handbook] });
    assert.deepEqual(store.state.draft, { text: '', revision: 4, attachments: [] });
  });

  it('keeps what was typed behind the message while it was being taken', () => {
    const { draft, store } = aDraft({ text: 'Hello and the next' });
    draft.removeSent({ text: 'Hello', attachments: [] });
    assert.deepEqual(store.state.draft, { text: 'and the next', revision: 1, attachments: [] });
  });

  it('keeps a text that took the place of the message, with its revision', () => {
    const { draft, store } = aDraft({ text: 'Something else', revision: 3 });
    draft.removeSent({ text: 'Hello', attachments: [] });
    draft.edit('Something else!', 3);
    assert.equal(store.state.draft.text, 'Something else!');
  });

  it('keeps what was attached while the message was being taken', () => {
    const { draft, store } = aDraft({ text: 'Hello', attachments: [handbook, packing] });
    draft.removeSent({ text: 'Hello', attachments: [{ ...handbook, name: 'Another name' }] });
    assert.deepEqual(store.state.draft.attachments, [packing]);
  });

  it('keeps everything when nothing of it was sent', () => {
    const { draft, store } = aDraft({ text: '  indented', revision: 3, attachments: [handbook] });
    draft.removeSent({ text: '', attachments: [] });
    assert.deepEqual(store.state.draft, { text: '  indented', revision: 3, attachments: [handbook] });
  });

  it('ignores what was typed on an older text', () => {
    const { draft, store } = aDraft({ text: '', revision: 1 });
    draft.edit('Hello?', 0);
    assert.equal(store.state.draft.text, '');
  });

  it('attaches a resource once', () => {
    const { draft, store } = aDraft();
    draft.attach(handbook);
    draft.attach(packing);
    draft.attach(handbook);
    assert.deepEqual(store.state.draft.attachments, [packing, handbook]);
    draft.detach('tour', 'docs://packing');
    assert.deepEqual(store.state.draft.attachments, [handbook]);
  });

  it('adds text in a paragraph of its own, with a new revision', () => {
    const { draft, store } = aDraft({ text: 'Look at this: ', revision: 3 });
    draft.append('A result.');
    assert.equal(store.state.draft.text, 'Look at this:\n\nA result.');
    assert.equal(store.state.draft.revision, 4);
  });

  it('adds text alone where there was none', () => {
    const { draft, store } = aDraft({ text: '  ' });
    draft.append('A result.');
    assert.equal(store.state.draft.text, 'A result.');
  });
});
