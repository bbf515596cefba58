import assert from 'node:assert/strict';
import { BackOff } from '../../../../src/core/mcp/connection/backOff.ts';
import { FakeTiming } from '../../../support/fakeTiming.ts';

describe('the back-off', () => {
  /** Plans an attempt that fails, again and again, and gives the seconds at which it was made. */
  async function failures(timing: FakeTiming, backOff: BackOff): Promise<number[]> {
    const start = timing.now();
    const seconds: number[] = [];
    const fail = (): void => {
      seconds.push((timing.now() - start) / 1000);
      backOff.plan(fail);
    };
    backOff.plan(fail);
    await timing.pass(600_000);
    return seconds;
  }

  it('tries after 1, 2, 4, 8 and 16 s, and then no more', async () => {
    const timing = new FakeTiming();
    assert.deepEqual(await failures(timing, new BackOff(timing)), [1, 3, 7, 15, 31]);
    assert.equal(timing.timers, 0);
  });

  it('says when it tries again, and that it does not any more', async () => {
    const timing = new FakeTiming();
    const backOff = new BackOff(timing);
    assert.equal(
      backOff.plan(() => undefined),
      true,
    );
    assert.equal(backOff.retryAt, timing.now() + 1_000);
    await timing.pass(1_000);
    assert.equal(backOff.retryAt, undefined);
    for (let attempt = 2; attempt <= 5; attempt++)
      assert.equal(
        backOff.plan(() => undefined),
        true,
      );
    assert.equal(
      backOff.plan(() => undefined),
      false,
    );
  });

  it('adds up to a quarter, so that not all come back in the same moment', () => {
    const timing = new FakeTiming();
    const backOff = new BackOff({ now: timing.now, schedule: timing.schedule, random: () => 0.5 });
    backOff.plan(() => undefined);
    assert.equal(backOff.retryAt, timing.now() + 1_125);
  });

  it('has one attempt waiting at a time, and none once it is cancelled', async () => {
    const timing = new FakeTiming();
    const backOff = new BackOff(timing);
    const ran: string[] = [];
    backOff.plan(() => ran.push('first'));
    backOff.plan(() => ran.push('second'));
    await timing.pass(10_000);
    assert.deepEqual(ran, ['second']);
    backOff.plan(() => ran.push('third'));
    backOff.dispose();
    await timing.pass(10_000);
    assert.deepEqual(ran, ['second']);
    assert.equal(timing.timers, 0);
  });

  it('begins anew after what held for a while, and goes on after what broke at once', async () => {
    const timing = new FakeTiming();
    const backOff = new BackOff(timing);
    const nextDelay = (): number => {
      backOff.plan(() => undefined);
      return ((backOff.retryAt ?? 0) - timing.now()) / 1000;
    };
    assert.equal(nextDelay(), 1);
    await timing.pass(1_000);
    backOff.succeed();
    await timing.pass(5_000);
    assert.equal(nextDelay(), 2);
    await timing.pass(2_000);
    backOff.succeed();
    await timing.pass(30_000);
    assert.equal(nextDelay(), 1);
  });
});
