import assert from 'node:assert/strict';
import { KeepAlive } from '../../../../src/core/mcp/connection/keepAlive.ts';
import { FakeTiming } from '../../../support/fakeTiming.ts';

/** A connection whose server answers pings as the test says. */
function aConnection() {
  const timing = new FakeTiming();
  const connection = {
    timing,
    pings: [] as number[],
    answer: (): Promise<boolean> => Promise.resolve(true),
    lastHeardAt: timing.now(),
    isBusy: false,
    losses: 0,
  };
  const start = timing.now();
  const keepAlive = new KeepAlive({
    timing,
    lastHeardAt: () => connection.lastHeardAt,
    isBusy: () => connection.isBusy,
    ping: () => {
      connection.pings.push((timing.now() - start) / 1000);
      return connection.answer();
    },
    onLost: () => connection.losses++,
  });
  return { connection, keepAlive };
}

type Heard = Pick<ReturnType<typeof aConnection>['connection'], 'lastHeardAt' | 'timing'>;

describe('keeping a connection alive', () => {
  it('asks every half minute on which nothing was heard', async () => {
    const { connection } = aConnection();
    await connection.timing.pass(95_000);
    assert.deepEqual(connection.pings, [30, 60, 90]);
    assert.equal(connection.losses, 0);
  });

  it('does not ask a server that was heard of meanwhile', async () => {
    const { connection } = aConnection();
    await connection.timing.pass(20_000);
    connection.lastHeardAt = connection.timing.now();
    await connection.timing.pass(29_000);
    assert.deepEqual(connection.pings, []);
    await connection.timing.pass(1_000);
    assert.deepEqual(connection.pings, [50]);
  });

  it('does not ask a server that works on a request: it may be able to do one thing at a time', async () => {
    const { connection } = aConnection();
    connection.isBusy = true;
    await connection.timing.pass(300_000);
    assert.deepEqual(connection.pings, []);
  });

  it('gives up a connection on which there is no answer, and stops', async () => {
    const { connection } = aConnection();
    connection.answer = () => Promise.resolve(false);
    await connection.timing.pass(300_000);
    assert.deepEqual(connection.pings, [30]);
    assert.equal(connection.losses, 1);
    assert.equal(connection.timing.timers, 0);
  });

  it('asks at once when a request was not carried, and once for several', async () => {
    const { connection, keepAlive } = aConnection();
    await connection.timing.pass(10_000);
    keepAlive.doubt();
    keepAlive.doubt();
    await connection.timing.pass(0);
    await connection.timing.pass(29_000);
    assert.deepEqual(connection.pings, [10]);
    await connection.timing.pass(1_000);
    assert.deepEqual(connection.pings, [10, 40]);
    assert.equal(connection.timing.timers, 1);
  });

  for (const [sign, give] of [
    ['works on another request', (connection: { isBusy: boolean }) => (connection.isBusy = true)],
    ['answers another request', (connection: Heard) => (connection.lastHeardAt = connection.timing.now())],
  ] as const) {
    it(`does not give up a server that does not answer in time and ${sign}, but asks again`, async () => {
      const { connection } = aConnection();
      let resolve: (isAlive: boolean) => void = () => undefined;
      connection.answer = () => new Promise((it) => (resolve = it));
      await connection.timing.pass(35_000);
      give(connection);
      resolve(false);
      await connection.timing.pass(0);
      assert.equal(connection.losses, 0);
      connection.isBusy = false;
      connection.answer = () => Promise.resolve(false);
      await connection.timing.pass(60_000);
      assert.equal(connection.losses, 1);
    });
  }

  it('leaves no timer behind when it is disposed while an answer is waited for', async () => {
    const { connection, keepAlive } = aConnection();
    let resolve: (isAlive: boolean) => void = () => undefined;
    connection.answer = () => new Promise((it) => (resolve = it));
    await connection.timing.pass(30_000);
    keepAlive.dispose();
    resolve(false);
    await connection.timing.pass(300_000);
    assert.equal(connection.losses, 0);
    assert.equal(connection.timing.timers, 0);
  });
});
