import assert from 'node:assert/strict';
import type { WebSocketClosedError } from '../../../../src/core/mcp/http/webSocketErrors.ts';
import { WebSocketTransport } from '../../../../src/core/mcp/http/webSocketTransport.ts';
import { WebSocketFixture } from '../../../servers/remote/webSocketServer.ts';
import { FakeTiming } from '../../../support/fakeTiming.ts';

describe('the transport of a WebSocket', () => {
  let server: WebSocketFixture;
  let timing: FakeTiming;
  let transport: WebSocketTransport;
  let lost: Promise<WebSocketClosedError>;

  async function connect(answersPings: boolean): Promise<void> {
    server = await WebSocketFixture.start({ answersPings });
    timing = new FakeTiming();
    lost = new Promise((onLoss) => {
      transport = new WebSocketTransport({ url: new URL(server.url), timing, onLoss });
    });
    await transport.start();
  }

  /** Lets the time until the next ping pass. */
  async function ping(): Promise<void> {
    const pinged = new Promise<void>((resolve) => server.onDidPing(resolve));
    await timing.pass(30_000);
    await pinged;
    await server.caughtUp();
  }

  afterEach(async () => {
    await transport.close();
    await server.left();
    await server.stop();
    assert.equal(timing.timers, 0, 'timers left');
  });

  it('stays open while pings are answered', async () => {
    await connect(true);
    for (let count = 0; count < 3; count++) await ping();
    assert.equal(timing.timers, 1);
  });

  it('is lost when a ping is not answered until the next', async () => {
    await connect(false);
    await ping();
    await timing.pass(30_000);
    assert.equal((await lost).code, 1006);
  });
});
