import assert from 'node:assert/strict';
import { ApprovalGate } from '../../../src/core/agent/approval/approvalGate.ts';
import type { ApprovalAnswer } from '../../../src/shared/thread/approval.ts';
import { SeededRandom } from '../../support/seededRandom.ts';

describe('ApprovalGate', () => {
  const never = new AbortController().signal;
  const allow = (toolCallId: string): ApprovalAnswer => ({ toolCallId, decision: 'allow', scope: 'once' });

  it('gives an answer to the call it names and to no other', async () => {
    const gate = new ApprovalGate();
    let isOtherAnswered = false;
    void gate.ask('call-2', never).then(() => (isOtherAnswered = true));
    const first = gate.ask('call-1', never);
    assert.equal(gate.answer(allow('call-1')), true);
    assert.deepEqual(await first, allow('call-1'));
    assert.equal(isOtherAnswered, false);
  });

  it('refuses answers to calls that do not wait: unknown, answered, or given up', async () => {
    const gate = new ApprovalGate();
    assert.equal(gate.answer(allow('call-1')), false);
    void gate.ask('call-1', never);
    assert.equal(gate.answer(allow('call-1')), true);
    assert.equal(gate.answer(allow('call-1')), false);
    const stop = new AbortController();
    const given = gate.ask('call-2', stop.signal);
    stop.abort();
    assert.equal(await given, undefined);
    assert.equal(gate.answer(allow('call-2')), false);
  });

  it('does not begin to wait when the turn was stopped before', async () => {
    const gate = new ApprovalGate();
    assert.equal(await gate.ask('call-1', AbortSignal.abort()), undefined);
    assert.equal(gate.answer(allow('call-1')), false);
  });

  it('refuses to wait twice for one call', () => {
    const gate = new ApprovalGate();
    void gate.ask('call-1', never);
    assert.throws(() => gate.ask('call-1', never), /waiting for an answer already/);
  });

  it('resolves each call by its own answer only, in any order of asking, answering and stopping', async () => {
    const random = new SeededRandom(20_261_130);
    for (let run = 0; run < 200; run += 1) {
      const gate = new ApprovalGate();
      const waiting = new Map<string, { stop: AbortController; result: Promise<ApprovalAnswer | undefined> }>();
      const expected = new Map<string, ApprovalAnswer | undefined>();
      const results: Promise<void>[] = [];
      for (let step = 0; step < 30; step += 1) {
        const id = `call-${random.below(8)}`;
        const choice = random.below(4);
        if (choice === 0 && !waiting.has(id) && !expected.has(id)) {
          const stop = new AbortController();
          waiting.set(id, { stop, result: gate.ask(id, stop.signal) });
        } else if (choice === 1 && waiting.has(id)) {
          const entry = waiting.get(id)!;
          waiting.delete(id);
          entry.stop.abort();
          expected.set(id, undefined);
          results.push(entry.result.then((answer) => assert.equal(answer, undefined)));
        } else {
          const answer: ApprovalAnswer = {
            toolCallId: id,
            decision: random.below(2) === 0 ? 'allow' : 'deny',
            scope: 'once',
          };
          const entry = waiting.get(id);
          assert.equal(gate.answer(answer), entry !== undefined);
          waiting.delete(id);
          if (entry) {
            expected.set(id, answer);
            results.push(entry.result.then((given) => assert.equal(given, answer)));
          }
        }
      }
      await Promise.all(results);
    }
  });
});
