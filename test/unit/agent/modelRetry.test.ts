import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { LanguageModel, ModelEvent } from '../../../src/core/models/languageModel.ts';
import { ModelError } from '../../../src/core/models/modelError.ts';
import type { ModelErrorCode } from '../../../src/core/models/modelError.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { TestThread } from './fakes/aThread.ts';
import { FakeTimers } from './fakes/fakeTimers.ts';
import { says } from './fakes/fakeModel.ts';

/** Fails so often before it answers. */
class BusyModel implements LanguageModel {
  readonly id = 'fake/busy';
  readonly label = 'Busy model';
  readonly isDemo = false;
  readonly takesImages = false;
  readonly takesTools = true;
  readonly schemaDialect = 'openai';
  asked = 0;
  readonly #failures: readonly ModelError[];
  readonly #before: readonly ModelEvent[];

  constructor(failures: readonly ModelError[], before: readonly ModelEvent[] = []) {
    this.#failures = failures;
    this.#before = before;
  }

  async *stream(): AsyncIterable<ModelEvent> {
    await Promise.resolve();
    const failure = this.#failures[this.asked];
    this.asked += 1;
    if (!failure) return yield* says('At last.');
    yield* this.#before;
    throw failure;
  }
}

const failing = (code: ModelErrorCode, retryAfterMs?: number): ModelError =>
  new ModelError(code, 'Too many people ask.', retryAfterMs === undefined ? {} : { retryAfterMs });

describe('a model that is busy', () => {
  let thread: TestThread | undefined;
  let timers: FakeTimers;
  beforeEach(() => {
    timers = new FakeTimers();
  });
  afterEach(() => thread?.dispose());

  async function ask(model: LanguageModel) {
    thread = await TestThread.create({ hub: new FakeHub(), model, schedule: timers.schedule });
    const outcome = await thread.runner.submit('Hello');
    assert.ok(outcome.status === 'started');
    return { thread, done: outcome.done };
  }

  /** The wait for the next attempt, in milliseconds, once it has begun; frames of text aside. */
  async function wait(): Promise<number> {
    for (;;) {
      const delay = timers.delays.find((delayMs) => delayMs >= 100);
      if (delay !== undefined) return delay;
      await setImmediate();
    }
  }

  it('is asked again after 1, 2, 4, 8 and 16 s, up to a quarter more each, and then no more', async () => {
    const model = new BusyModel(Array.from({ length: 6 }, () => failing('overloaded')));
    const { thread: asking, done } = await ask(model);
    for (const seconds of [1, 2, 4, 8, 16]) {
      const delay = await wait();
      assert.ok(delay >= seconds * 1_000 && delay <= seconds * 1_250, `${delay} ms`);
      timers.elapse();
    }
    assert.equal(await done, 'failed');
    assert.deepEqual([model.asked, asking.lastTurn.error?.code], [6, 'overloaded']);
  });

  it('is said to be, with when it is asked again, until it answers', async () => {
    const { thread: asking, done } = await ask(new BusyModel([failing('rate_limited')]));
    const delay = await wait();
    const { retry } = asking.runner.state.current ?? assert.fail();
    assert.deepEqual([retry?.attempt, retry?.message], [1, 'Too many people ask.']);
    assert.ok(retry && retry.retryAt > delay);
    timers.elapse();
    assert.equal(await done, 'completed');
    assert.equal(asking.lastTurn.retry, undefined);
    const again = await asking.reopen(new BusyModel([]));
    assert.equal(again.runner.state.turns[0]?.status, 'completed');
    await again.runner.dispose();
  });

  it('is told of without advice as long as nobody has to do anything', async () => {
    const failure = new ModelError('rate_limited', 'Too many people ask.', { advice: 'Send the message again.' });
    const { thread: asking, done } = await ask(new BusyModel([failure]));
    await wait();
    assert.equal(asking.runner.state.current?.retry?.message, 'Too many people ask.');
    asking.runner.stop();
    await done;
  });

  it('is asked when it says', async () => {
    const { done } = await ask(new BusyModel([failing('rate_limited', 7_000)]));
    assert.equal(await wait(), 7_000);
    timers.elapse();
    assert.equal(await done, 'completed');
  });

  for (const [retryAfterMs, when] of [
    [60_001, 'in 2 minutes'],
    [150_000, 'in 3 minutes'],
    [99_999_000, 'in 28 hours'],
  ] as const) {
    it(`is not waited for when it wants ${retryAfterMs} ms, which is said`, async () => {
      const { thread: asking, done } = await ask(new BusyModel([failing('rate_limited', retryAfterMs)]));
      assert.equal(await done, 'failed');
      assert.equal(
        asking.lastTurn.error?.message,
        `Too many people ask. It can be asked again ${when}. Send the message again then, or choose another model.`,
      );
    });
  }

  it('is given up at once when the turn is stopped', async () => {
    const model = new BusyModel([failing('overloaded')]);
    const { thread: asking, done } = await ask(model);
    await wait();
    asking.runner.stop();
    assert.equal(await done, 'cancelled');
    assert.deepEqual([model.asked, timers.delays], [1, []]);
  });

  it('is not asked again once a piece of its answer is there', async () => {
    const model = new BusyModel([failing('stream_broken')], [{ type: 'text', delta: 'Half' }]);
    const { thread: asking, done } = await ask(model);
    assert.equal(await done, 'failed');
    assert.equal(model.asked, 1);
    assert.deepEqual(asking.lastTurn.parts, [{ kind: 'markdown', text: 'Half' }]);
  });

  for (const code of ['unauthorized', 'unreachable', 'refused', 'not_found'] as const) {
    it(`is not asked again where that changes nothing: ${code}`, async () => {
      const model = new BusyModel([failing(code)]);
      const { done } = await ask(model);
      assert.equal(await done, 'failed');
      assert.equal(model.asked, 1);
    });
  }
});
