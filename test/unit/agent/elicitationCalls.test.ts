import assert from 'node:assert/strict';
import type { CallInFlight } from '../../../src/core/agent/elicitation/callsInFlight.ts';
import { CallsInFlight } from '../../../src/core/agent/elicitation/callsInFlight.ts';
import { Completions } from '../../../src/core/agent/elicitation/completions.ts';

function aCall(server: string, over = new AbortController().signal): CallInFlight {
  return { server, over, ask: () => Promise.resolve(undefined) };
}

describe('the calls in flight', () => {
  it('are found by the request that asks, or else the last to that server', () => {
    const calls = new CallsInFlight();
    const [first, second, elsewhere] = [aCall('tour'), aCall('tour'), aCall('notes')];
    calls.begin(first);
    const ended = calls.begin(second);
    calls.begin(elsewhere);
    assert.equal(calls.find('tour', { origin: first }), first);
    assert.equal(calls.find('tour', undefined), second);
    ended.dispose();
    assert.equal(calls.find('tour', undefined), first);
    assert.equal(calls.find('tour', { origin: second }), undefined);
  });

  it('are none of a request by hand, of another server, or of a turn that was stopped', () => {
    const calls = new CallsInFlight();
    const stopped = new AbortController();
    const call = aCall('tour', stopped.signal);
    calls.begin(call);
    assert.equal(calls.find('tour', { origin: undefined }), undefined);
    assert.equal(calls.find('notes', { origin: call }), undefined);
    assert.equal(calls.find('notes', undefined), undefined);
    stopped.abort();
    assert.equal(calls.find('tour', undefined), undefined);
  });
});

describe('the notices that something is done', () => {
  it('reach what waits for that id of that server', () => {
    const completions = new Completions();
    const [mine, other, unnamed] = [
      completions.expect({ server: 'tour', elicitationId: '1' }),
      completions.expect({ server: 'notes', elicitationId: '1' }),
      completions.expect({ server: 'tour', elicitationId: undefined }),
    ];
    completions.complete('tour', '2');
    assert.equal(mine.signal.aborted, false);
    completions.complete('tour', '1');
    assert.deepEqual(
      [mine, other, unnamed].map(({ signal }) => signal.aborted),
      [true, false, false],
    );
  });

  it('reach nobody who no longer waits', () => {
    const completions = new Completions();
    const waiting = completions.expect({ server: 'tour', elicitationId: '1' });
    waiting.dispose();
    completions.complete('tour', '1');
    assert.equal(waiting.signal.aborted, false);
  });
});
