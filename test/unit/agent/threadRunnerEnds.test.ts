import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { ModelError } from '../../../src/core/models/modelError.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { TestThread } from './fakes/aThread.ts';
import { FakeTimers } from './fakes/fakeTimers.ts';
import { FakeModel, says } from './fakes/fakeModel.ts';
import type { ScriptedRound } from './fakes/fakeModel.ts';

describe('those who follow a thread', () => {
  it('end no turn by throwing, and keep no event from one another or from the disk', async () => {
    const model = new FakeModel(says('One'), says('Two'));
    const thread = await TestThread.create({ hub: new FakeHub(), model });
    try {
      const seen: string[] = [];
      thread.runner.onDidAppend(() => {
        throw new Error('Cannot be shown');
      });
      thread.runner.onDidAppend(({ type }) => seen.push(type));
      for (const text of ['First', 'Second']) assert.equal((await thread.run(text)).status, 'completed');
      assert.deepEqual(
        seen.filter((type) => type === 'turnEnded'),
        ['turnEnded', 'turnEnded'],
      );
      const { state } = await thread.store.read(thread.runner.id);
      assert.deepEqual(
        state.turns.map(({ text }) => text),
        ['First', 'Second'],
      );
    } finally {
      await thread.dispose();
    }
  });
});

describe('a thread that is closed', () => {
  const busy: ScriptedRound = async function* () {
    await Promise.resolve();
    yield* [];
    throw new ModelError('overloaded', 'Too many people ask.');
  };
  const midway: ScriptedRound = async function* (_request, signal) {
    yield { type: 'text', delta: 'Half' };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };

  for (const [when, round, delayMs] of [
    ['while the next attempt is waited for', busy, 1_000],
    ['in the middle of an answer', midway, 30],
  ] as const) {
    it(`${when} leaves no timer behind, and says no more`, async () => {
      const timers = new FakeTimers();
      const model = new FakeModel(round, says('Later'));
      const thread = await TestThread.create({ hub: new FakeHub(), model, schedule: timers.schedule });
      const outcome = await thread.runner.submit('Hello');
      assert.ok(outcome.status === 'started');
      assert.equal((await thread.runner.submit('Next')).status, 'queued');
      while (!timers.delays.some((delay) => delay >= delayMs)) await setImmediate();
      await thread.runner.dispose();
      assert.equal(await outcome.done, 'cancelled');
      assert.deepEqual(timers.delays, []);
      const said = thread.events.length;
      thread.runner.sendQueued();
      thread.runner.rename('Late');
      await setImmediate();
      assert.deepEqual([thread.events.length, model.requests.length], [said, 1]);
      await thread.dispose();
    });
  }
});
