import assert from 'node:assert/strict';
import { alternativesOf } from '../../../src/shared/thread/branches.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { aPrompt, aResource, aServer } from '../../support/servers.ts';
import { TestThread } from './fakes/aThread.ts';
import { FakeModel, says } from './fakes/fakeModel.ts';

describe('a message that is sent again', () => {
  const threads: TestThread[] = [];
  afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.dispose())));

  const hub = () =>
    new FakeHub(aServer({ resources: [aResource()], prompts: [aPrompt('tour', 'plan_trip', 'city', 'days')] }));

  async function aThread(...answers: readonly string[]) {
    const model = new FakeModel(...answers.map((answer) => says(answer)));
    const thread = await TestThread.create({ hub: hub(), model });
    threads.push(thread);
    return { thread, model };
  }

  async function resend(thread: TestThread, turnId: string, text?: string): Promise<void> {
    const outcome = await thread.runner.resend(turnId, text);
    assert.ok(outcome.status === 'started', JSON.stringify(outcome));
    await outcome.done;
  }

  const shown = ({ runner }: TestThread) => runner.state.turns.map(({ text }) => text);

  it('stands beside the first, whose answers stay; the model reads the branch that is shown', async () => {
    const { thread, model } = await aThread('1', '2', '3', '2b');
    await thread.run('One');
    const second = await thread.run('Two');
    await thread.run('Three');
    await resend(thread, second.id, 'Two, differently');
    assert.deepEqual(shown(thread), ['One', 'Two, differently']);
    assert.doesNotMatch(JSON.stringify(model.requests.at(-1)?.messages), /Three|"Two"/);
    const versions = alternativesOf(thread.runner.state, thread.lastTurn);
    assert.deepEqual(
      versions.map(({ text }) => text),
      ['Two', 'Two, differently'],
    );
    assert.ok(thread.runner.selectBranch(second.id));
    assert.deepEqual(shown(thread), ['One', 'Two', 'Three']);
  });

  it('may be the first of the conversation, and the same as before', async () => {
    const { thread } = await aThread('1', '1b');
    const first = await thread.run('One');
    await resend(thread, first.id);
    assert.deepEqual(shown(thread), ['One']);
    assert.equal(thread.lastTurn.parentId, undefined);
    assert.equal(alternativesOf(thread.runner.state, thread.lastTurn).length, 2);
  });

  it('has what was attached by hand, again', async () => {
    const { thread } = await aThread('1', '1b');
    const { uri } = aResource();
    const begun = await thread.runner.submit('Look', [{ server: 'tour', uri }]);
    assert.ok(begun.status === 'started');
    await begun.done;
    await resend(thread, thread.lastTurn.id, 'Look again');
    assert.deepEqual(
      thread.lastTurn.materials.map((material) => [material.origin, material.uri]),
      [['attachment', uri]],
    );
  });

  it('is a prompt again when it was one', async () => {
    const { thread } = await aThread('1', '1b');
    const begun = await thread.runner.runPrompt('tour', 'plan_trip', { city: 'Paris', days: '3' });
    assert.ok(begun.status === 'started');
    await begun.done;
    await resend(thread, thread.lastTurn.id);
    assert.equal(thread.lastTurn.prompt?.prompt, 'plan_trip');
    assert.deepEqual({ ...thread.lastTurn.prompt.arguments }, { city: 'Paris', days: '3' });
  });

  it('is the same after the conversation is opened again', async () => {
    const { thread } = await aThread('1', '2', '2b');
    await thread.run('One');
    const second = await thread.run('Two');
    await resend(thread, second.id, 'Other');
    const before = thread.runner.state;
    const again = await thread.reopen(new FakeModel());
    threads.push(again);
    assert.deepEqual(
      [again.runner.state.turns, again.runner.state.otherTurns].map((turns) => turns.map(({ id }) => id)),
      [before.turns, before.otherTurns].map((turns) => turns.map(({ id }) => id)),
    );
  });

  it('is refused when it is unknown, or while a turn runs', async () => {
    const { thread } = await aThread('1', '2');
    const first = await thread.run('One');
    assert.equal((await thread.runner.resend('nowhere')).status, 'rejected');
    assert.equal(thread.runner.selectBranch('nowhere'), false);
    const running = await thread.runner.submit('Two');
    assert.equal((await thread.runner.resend(first.id)).status, 'rejected');
    assert.equal(thread.runner.selectBranch(first.id), false);
    assert.ok(running.status === 'started');
    await running.done;
  });
});
