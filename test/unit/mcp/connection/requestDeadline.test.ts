import assert from 'node:assert/strict';
import { RequestDeadline } from '../../../../src/core/mcp/connection/requestDeadline.ts';
import { OpenQuestions } from '../../../../src/core/mcp/host/openQuestions.ts';
import { FakeTiming } from '../../../support/fakeTiming.ts';

describe('the deadline of a request', () => {
  const start = (): { timing: FakeTiming; questions: OpenQuestions; deadline: RequestDeadline } => {
    const timing = new FakeTiming();
    const questions = new OpenQuestions();
    return { timing, questions, deadline: new RequestDeadline(1_000, questions, timing) };
  };

  it('passes after a time without a sign of life', async () => {
    const { timing, deadline } = start();
    await timing.pass(999);
    assert.equal(deadline.signal.aborted, false);
    await timing.pass(1);
    assert.equal(deadline.signal.aborted, true);
    assert.equal(deadline.missed, 'silence');
  });

  it('starts anew with each sign of life, up to ten times the time in all', async () => {
    const { timing, deadline } = start();
    for (let passed = 0; passed < 9_900; passed += 900) {
      assert.equal(deadline.signal.aborted, false, `after ${passed} ms`);
      deadline.touch();
      await timing.pass(900);
    }
    assert.equal(deadline.signal.aborted, false);
    deadline.touch();
    await timing.pass(100);
    assert.equal(deadline.missed, 'maximum');
  });

  it('stands still while the server waits for an answer, and gives it the whole time after that', async () => {
    const { timing, questions, deadline } = start();
    await timing.pass(900);
    const [first, second] = [questions.open(), questions.open()];
    assert.equal(timing.timers, 0);
    await timing.pass(3_600_000);
    first.dispose();
    deadline.touch();
    await timing.pass(3_600_000);
    assert.equal(deadline.signal.aborted, false);
    second.dispose();
    await timing.pass(999);
    assert.equal(deadline.signal.aborted, false);
    await timing.pass(1);
    assert.equal(deadline.missed, 'silence');
  });

  it('does not count the time of questions towards the maximum, and counts all other time', async () => {
    const { timing, questions, deadline } = start();
    for (let asked = 0; asked < 11; asked++) {
      await timing.pass(900);
      const question = questions.open();
      await timing.pass(60_000);
      question.dispose();
    }
    await timing.pass(99);
    assert.equal(deadline.signal.aborted, false);
    await timing.pass(1);
    assert.equal(deadline.missed, 'maximum');
  });

  it('leaves no timer behind', async () => {
    const { timing, questions, deadline } = start();
    deadline.dispose();
    questions.open().dispose();
    assert.equal(timing.timers, 0);
    await timing.pass(10_000);
    assert.equal(deadline.signal.aborted, false);
  });
});
