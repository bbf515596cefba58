import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ElicitationGate } from '../../../src/core/agent/elicitation/elicitationGate.ts';

const cityIsText = ({ city }: { readonly city?: unknown }): string | undefined =>
  typeof city === 'string' ? undefined : '"city" must be string';

describe('ElicitationGate', () => {
  const never = (): AbortSignal => new AbortController().signal;

  it('takes the answer that names what is open, once', async () => {
    const gate = new ElicitationGate();
    const asked = gate.ask('a', never());
    assert.deepEqual(gate.answer({ elicitationId: 'b', action: 'accept' }), { status: 'notOpen' });
    assert.deepEqual(gate.answer({ elicitationId: 'a', action: 'decline' }), { status: 'taken' });
    assert.deepEqual(gate.answer({ elicitationId: 'a', action: 'accept' }), { status: 'notOpen' });
    assert.deepEqual(await asked, { elicitationId: 'a', action: 'decline' });
  });

  it('keeps a form open until its values fit, and lets it be declined whatever is in it', async () => {
    const gate = new ElicitationGate();
    const asked = gate.ask('a', never(), cityIsText);
    const wrong = gate.answer({ elicitationId: 'a', action: 'accept', content: { city: 1 } });
    assert.deepEqual(wrong, { status: 'invalid', problem: '"city" must be string' });
    const empty = gate.answer({ elicitationId: 'a', action: 'accept' });
    assert.deepEqual(empty, { status: 'invalid', problem: '"city" must be string' });
    gate.answer({ elicitationId: 'a', action: 'cancel', content: { city: 1 } });
    assert.equal((await asked)?.action, 'cancel');
  });

  it('gives nothing when the question is taken back, before or after it was asked', async () => {
    const gate = new ElicitationGate();
    const over = new AbortController();
    const asked = gate.ask('a', over.signal);
    over.abort();
    assert.equal(await asked, undefined);
    assert.equal(await gate.ask('b', over.signal), undefined);
    for (const elicitationId of ['a', 'b']) {
      assert.deepEqual(gate.answer({ elicitationId, action: 'accept' }), { status: 'notOpen' });
    }
  });

  it('resolves each question with the first answer to it, in whatever order answers come', async () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd');
    const reply = fc.record({ elicitationId: id, action: fc.constantFrom('accept', 'decline', 'cancel') });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(id), fc.array(reply), async (open, replies) => {
        const gate = new ElicitationGate();
        const over = new AbortController();
        const asked = open.map((each) => gate.ask(each, over.signal));
        for (const each of replies) gate.answer(each);
        over.abort();
        const firsts = open.map((each) => replies.find(({ elicitationId }) => elicitationId === each));
        assert.deepEqual(await Promise.all(asked), firsts);
      }),
      { numRuns: 50 },
    );
  });
});
