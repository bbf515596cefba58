import assert from 'node:assert/strict';
import { FakeHub } from './fakes/fakeHub.ts';
import { calls, FakeModel, says } from './fakes/fakeModel.ts';
import { aServer, aTool } from './fakes/servers.ts';
import type { ThreadSetup } from './fakes/aThread.ts';
import { TestThread } from './fakes/aThread.ts';

describe('ThreadRunner', () => {
  const open: TestThread[] = [];

  async function aThread(setup: ThreadSetup): Promise<TestThread> {
    const thread = await TestThread.create(setup);
    open.push(thread);
    return thread;
  }

  afterEach(async () => {
    await Promise.all(open.splice(0).map((thread) => thread.dispose()));
  });

  it('answers a message and ends the turn', async () => {
    const thread = await aThread({ hub: new FakeHub(), model: new FakeModel(says('Hel', 'lo')) });
    const turn = await thread.run('Hi');
    assert.equal(turn.status, 'completed');
    assert.deepEqual(turn.parts, [
      { kind: 'markdown', text: 'Hello' },
      { kind: 'roundEnd', usage: undefined },
    ]);
  });

  it('runs an approved call and gives its result to the next round', async () => {
    const hub = new FakeHub(aServer({ tools: [aTool()] }));
    const model = new FakeModel(calls(['mcp__tour__book_trip', { city: 'Paris' }]), says('Booked'));
    const thread = await aThread({ hub, model });
    const asked = thread.next('approvalRequested');
    const turn = thread.run('Book Paris');
    const { toolCallId } = await asked;
    assert.deepEqual(hub.requests, []);
    assert.equal(thread.runner.answerApproval({ toolCallId, decision: 'allow', scope: 'once' }), true);
    assert.equal((await turn).status, 'completed');
    assert.deepEqual(hub.requests, [{ kind: 'tool', server: 'tour', item: 'book_trip', args: { city: 'Paris' } }]);
    const results = model.requests[1]?.messages.at(-1);
    assert.deepEqual(results, {
      role: 'tool',
      results: [
        {
          toolCallId,
          name: 'mcp__tour__book_trip',
          content: [{ type: 'text', text: 'book_trip ran' }],
          isError: false,
        },
      ],
    });
  });
});
