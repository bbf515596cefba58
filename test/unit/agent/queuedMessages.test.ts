import assert from 'node:assert/strict';
import { ModelError } from '../../../src/core/models/modelError.ts';
import { FakeHub, textResult } from '../../support/fakeHub.ts';
import { aPrompt, aResource, aServer, aTool } from '../../support/servers.ts';
import { TestThread } from './fakes/aThread.ts';
import type { ThreadSetup } from './fakes/aThread.ts';
import { calls, FakeModel, says } from './fakes/fakeModel.ts';
import type { ScriptedRound } from './fakes/fakeModel.ts';

const book = ['mcp__tour__book_trip', { city: 'Paris' }] as const;

describe('a message that is sent while a turn runs', () => {
  const threads: TestThread[] = [];
  afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.dispose())));

  async function aThread(setup: ThreadSetup): Promise<TestThread> {
    const thread = await TestThread.create(setup);
    threads.push(thread);
    return thread;
  }

  /** A turn that waits for an approval, and whatever follows it. */
  async function busy(...following: readonly ScriptedRound[]) {
    const hub = new FakeHub(
      aServer({ tools: [aTool()], resources: [aResource()], prompts: [aPrompt('tour', 'plan_trip', 'city', 'days')] }),
    );
    const model = new FakeModel(calls(book), says('Booked.'), ...following);
    const thread = await aThread({ hub, model });
    const asked = thread.next('approvalRequested');
    const running = await thread.runner.submit('Book it');
    assert.ok(running.status === 'started');
    const { toolCallId } = await asked;
    const allow = () => thread.runner.answerApproval({ toolCallId, decision: 'allow', scope: 'once' });
    return { hub, model, thread, running, allow };
  }

  /** Texts of the ended turns, when nothing more is under way. */
  async function settled(thread: TestThread, count: number): Promise<string[]> {
    while (thread.runner.state.turns.length < count || thread.runner.state.current) await thread.next('turnEnded');
    return thread.runner.state.turns.map(({ text }) => text);
  }

  it('waits, and becomes a turn of its own when the answer came to its end, in order, with its attachments', async () => {
    const { hub, thread, allow } = await busy(says('Two'), says('Three'));
    const { uri } = aResource();
    assert.equal((await thread.runner.submit('Second', [{ server: 'tour', uri }])).status, 'queued');
    assert.equal((await thread.runner.submit('Third')).status, 'queued');
    assert.deepEqual(
      thread.runner.state.queue.map(({ text }) => text),
      ['Second', 'Third'],
    );
    assert.equal(thread.runner.state.turns.length, 0);
    allow();
    assert.deepEqual(await settled(thread, 3), ['Book it', 'Second', 'Third']);
    assert.deepEqual(thread.runner.state.queue, []);
    assert.deepEqual(
      hub.requests.map(({ kind }) => kind),
      ['tool', 'resource'],
    );
  });

  it('answers nothing that is asked', async () => {
    const { hub, thread, running } = await busy();
    for (const text of ['yes', 'y', 'allow', 'Allow once']) await thread.runner.submit(text);
    assert.deepEqual(hub.requests, []);
    assert.equal(thread.of('approvalResolved').length, 0);
    thread.runner.stop();
    assert.equal(await running.done, 'cancelled');
    assert.deepEqual(hub.requests, []);
  });

  it('waits for the person’s word after a turn that was stopped', async () => {
    const { thread, running } = await busy(says('Two'));
    await thread.runner.submit('Second');
    thread.runner.stop();
    await running.done;
    assert.equal(thread.runner.state.current, undefined);
    assert.equal(thread.runner.state.queue.length, 1);
    thread.runner.sendQueued();
    assert.deepEqual(await settled(thread, 2), ['Book it', 'Second']);
  });

  it('waits for the person’s word after a turn that failed', async () => {
    const hub = new FakeHub(aServer({ tools: [aTool()] }));
    const refused: ScriptedRound = async function* () {
      await thread.runner.submit('Second');
      yield { type: 'text', delta: 'Well' };
      throw new ModelError('refused', 'No.');
    };
    const thread = await aThread({ hub, model: new FakeModel(refused, says('Later'), says('Two')) });
    assert.equal((await thread.run('First')).status, 'failed');
    assert.equal(thread.runner.state.queue.length, 1);
    // What is sent now goes first; then the queue goes on by itself.
    assert.equal((await thread.run('Now')).status, 'completed');
    assert.deepEqual(await settled(thread, 3), ['First', 'Now', 'Second']);
  });

  it('is there in a conversation that is opened again, and is not sent by itself', async () => {
    const { thread, running } = await busy();
    await thread.runner.submit('Second');
    thread.runner.stop();
    await running.done;
    const model = new FakeModel(says('Two'));
    const again = await thread.reopen(model);
    threads.push(again);
    assert.deepEqual(
      again.runner.state.queue.map(({ text }) => text),
      ['Second'],
    );
    assert.equal(model.requests.length, 0);
    again.runner.sendQueued();
    assert.deepEqual(await settled(again, 2), ['Book it', 'Second']);
  });

  it('can be taken back, once, and is not sent then', async () => {
    const { thread, running, allow } = await busy();
    const queued = await thread.runner.submit('Second');
    assert.ok(queued.status === 'queued');
    assert.equal(thread.runner.takeQueued(queued.messageId)?.text, 'Second');
    assert.equal(thread.runner.takeQueued(queued.messageId), undefined);
    allow();
    assert.equal(await running.done, 'completed');
    assert.deepEqual(await settled(thread, 1), ['Book it']);
  });

  it('is refused at once when it could never be a turn', async () => {
    const { thread, running } = await busy();
    assert.equal((await thread.runner.submit('/nothing')).status, 'rejected');
    assert.equal((await thread.runner.submit('/tour:plan_trip')).status, 'needsArguments');
    assert.equal((await thread.runner.submit('/clear')).status, 'command');
    assert.equal((await thread.runner.submit('  ')).status, 'rejected');
    assert.deepEqual(thread.runner.state.queue, []);
    thread.runner.stop();
    await running.done;
  });

  it('stays in the conversation with why it was not sent, when it became impossible meanwhile', async () => {
    const { hub, thread, allow } = await busy();
    assert.equal((await thread.runner.submit('/tour:plan_trip Paris 3')).status, 'queued');
    hub.snapshots = [];
    hub.onTool = () => Promise.resolve(textResult('ok'));
    allow();
    assert.deepEqual(await settled(thread, 2), ['Book it', '/tour:plan_trip Paris 3']);
    const [answer] = thread.lastTurn.parts;
    assert.ok(answer?.kind === 'hostAnswer');
    assert.match(answer.text, /This message was not sent\. There is no command/);
  });

  it('waits for a summary that is being made, too', async () => {
    const hub = new FakeHub();
    const model = new FakeModel(says('One'), says('Two'));
    const thread = await aThread({ hub, model });
    await thread.run('First');
    const compacting = thread.runner.compact();
    assert.equal((await thread.runner.submit('Second')).status, 'queued');
    await compacting;
    assert.deepEqual(await settled(thread, 2), ['First', 'Second']);
  });

  it('leaves nothing behind in a conversation that is closed', async () => {
    const { thread, running } = await busy();
    await thread.runner.submit('Second');
    await thread.runner.dispose();
    assert.equal(await running.done, 'cancelled');
    assert.equal((await thread.runner.submit('Third')).status, 'rejected');
  });
});
