import assert from 'node:assert/strict';
import type { ApprovalAnswer } from '../../../src/shared/thread/approval.ts';
import { TestThread } from './fakes/aThread.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { calls, FakeModel, says } from './fakes/fakeModel.ts';
import { SeededRandom } from '../../support/seededRandom.ts';
import { aResource, aServer, aTool } from '../../support/servers.ts';

const cities = ['Paris', 'Rome', 'Oslo', 'Bern'];

/** What people and programs may do while an approval is open; none of it is an answer to it. */
const yeses = ['yes', 'y', 'allow', 'Allow once', 'approve', '{"decision":"allow"}', '/allow', 'ok', '1', ''];

describe('an approval that is open', () => {
  const open: TestThread[] = [];

  afterEach(async () => {
    await Promise.all(open.splice(0).map((thread) => thread.dispose()));
  });

  it('is not there, and takes no answer, while the arguments of its call are still written', async () => {
    const hub = new FakeHub(aServer({ tools: [aTool()] }));
    const name = 'mcp__tour__book_trip';
    const early: boolean[] = [];
    const model = new FakeModel(async function* () {
      yield { type: 'toolCallStart', id: '1', name };
      await Promise.resolve();
      const toolCallId = thread.of('toolCallStarted')[0]?.toolCallId ?? assert.fail();
      early.push(thread.runner.answerApproval({ toolCallId, decision: 'allow', scope: 'always' }));
      assert.deepEqual(thread.of('approvalRequested'), []);
      yield { type: 'toolCall', id: '1', name, input: { city: 'Paris' } };
      yield { type: 'finish', reason: 'toolCalls' };
    }, says('Done'));
    const thread = await TestThread.create({ hub, model });
    open.push(thread);
    const next = thread.next('approvalRequested');
    const turn = thread.run('Book');
    const { toolCallId } = await next;
    assert.deepEqual([early, hub.requests], [[false], []]);
    thread.runner.answerApproval({ toolCallId, decision: 'deny', scope: 'once' });
    await turn;
    assert.deepEqual(hub.requests, []);
  });

  it('is given by an answer that names its call and by nothing else, whatever happens meanwhile', async () => {
    const random = new SeededRandom(7);
    for (let run = 0; run < 40; run += 1) {
      const hub = new FakeHub(aServer({ tools: [aTool()], resources: [aResource()] }));
      const book = cities.map((city) => ['mcp__tour__book_trip', { city }] as const);
      const read = ['access_mcp_resource', { server_name: 'tour', uri: 'docs://handbook' }] as const;
      const model = new FakeModel(calls(...book), calls(read), says('Done'));
      const thread = await TestThread.create({ hub, model });
      open.push(thread);
      const { runner } = thread;
      const past: string[] = [];
      const allowed: string[] = [];

      const disturb = async (toolCallId: string): Promise<void> => {
        const sent = hub.requests.length;
        for (let times = random.below(6); times > 0; times -= 1) {
          const other = [...past, 'call-1', '1', '', toolCallId.toUpperCase(), `${toolCallId} `, 'undefined'];
          const wrong: ApprovalAnswer = {
            toolCallId: random.pick(other),
            decision: 'allow',
            scope: random.pick(['once', 'conversation', 'always'] as const),
          };
          const acts = [
            () => Promise.resolve(assert.equal(runner.answerApproval(wrong), false)),
            async () => {
              const outcome = await runner.submit(random.pick(yeses));
              // It waits for the turn's end, or is no message at all.
              if (outcome.status === 'queued') assert.ok(runner.takeQueued(outcome.messageId));
              else assert.equal(outcome.status, 'rejected');
            },
            async () => assert.equal((await runner.runPrompt('tour', 'allow', {})).status, 'rejected'),
          ];
          await random.pick(acts)();
        }
        assert.equal(hub.requests.length, sent);
      };

      let next = thread.next('approvalRequested');
      const turn = thread.run('Book them all');
      for (let asked = 0; asked < cities.length + 1; asked += 1) {
        const { toolCallId } = await next;
        await disturb(toolCallId);
        next = thread.next('approvalRequested');
        const decision = random.below(2) === 0 ? 'allow' : 'deny';
        if (decision === 'allow') allowed.push(cities[asked] ?? 'docs://handbook');
        assert.equal(runner.answerApproval({ toolCallId, decision, scope: 'once' }), true);
        assert.equal(runner.answerApproval({ toolCallId, decision: 'allow', scope: 'once' }), false);
        past.push(toolCallId);
      }
      assert.equal((await turn).status, 'completed');
      assert.deepEqual(
        hub.requests.map(({ item, args }) => args?.['city'] ?? item),
        allowed,
      );
    }
  }).timeout(20_000);

  it('is not inherited by a conversation that is opened again', async () => {
    const hub = new FakeHub(aServer({ tools: [aTool()] }));
    const book = calls(['mcp__tour__book_trip', { city: 'Paris' }]);
    const thread = await TestThread.create({ hub, model: new FakeModel(book, says('Done')) });
    open.push(thread);
    const first = thread.next('approvalRequested');
    const turn = thread.run('Book');
    const { toolCallId } = await first;
    thread.runner.answerApproval({ toolCallId, decision: 'allow', scope: 'conversation' });
    await turn;
    const again = await thread.reopen(new FakeModel(book, says('Done')));
    open.push(again);
    const second = again.next('approvalRequested');
    const secondTurn = again.run('Book again');
    const asked = await second;
    assert.equal(again.runner.answerApproval({ toolCallId, decision: 'allow', scope: 'once' }), false);
    again.runner.answerApproval({ toolCallId: asked.toolCallId, decision: 'deny', scope: 'once' });
    await secondTurn;
    assert.equal(hub.requests.length, 1);
  });
});
