import assert from 'node:assert/strict';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { ConnectionLoss } from '../../../../src/core/mcp/http/connectionLoss.ts';
import { NetworkLostError } from '../../../../src/core/mcp/http/connectionLoss.ts';
import { HttpTransport } from '../../../../src/core/mcp/http/httpTransport.ts';
import { FakeTiming } from '../../../support/fakeTiming.ts';

const eventStream = { 'content-type': 'text/event-stream' };

describe('the transport of Streamable HTTP', () => {
  let timing: FakeTiming;
  let losses: ConnectionLoss[];
  let answer: (method: string) => Response | Promise<Response>;
  let asked: string[];
  let transport: HttpTransport;

  beforeEach(async () => {
    timing = new FakeTiming();
    losses = [];
    asked = [];
    transport = new HttpTransport({
      url: new URL('https://tours.example/mcp'),
      fetch: async (_target, init) => {
        asked.push(init?.method ?? '');
        return answer(init?.method ?? '');
      },
      timing,
      onLoss: (loss) => losses.push(loss),
    });
    await transport.start();
  });
  afterEach(async () => {
    await transport.close();
    assert.equal(timing.timers, 0, 'timers left');
  });

  /** Opens the stream for notifications, as the SDK does when the handshake is over. */
  async function openStream(): Promise<void> {
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await timing.pass(0);
  }

  const streams = (): number => asked.filter((method) => method === 'GET').length;
  const brokenStream = (): Response =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) }), {
      headers: eventStream,
    });

  it('takes up a broken stream after 1, 2, 4, 8 and 16 seconds, and is lost then', async () => {
    let isThere = true;
    answer = (method) => {
      if (method === 'POST') return new Response(null, { status: 202 });
      if (!isThere) throw new TypeError('fetch failed');
      isThere = false;
      return brokenStream();
    };
    await openStream();
    const at: number[] = [];
    for (const seconds of [1, 2, 4, 8, 16]) {
      await timing.pass(seconds * 1_000 - 1);
      at.push(streams());
      await timing.pass(1);
      at.push(streams());
    }
    assert.deepEqual(at, [1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    assert.deepEqual(losses, ['stream']);
  });

  it('does without a stream that the server ends at once again and again', async () => {
    answer = (method) =>
      method === 'POST' ? new Response(null, { status: 202 }) : new Response(': hello\n\n', { headers: eventStream });
    await openStream();
    // The stream is opened anew a second after it ended, so the end of each is as young as its beginning.
    await timing.pass(60_000);
    assert.equal(streams(), 6);
    assert.deepEqual([losses, timing.timers], [[], 0]);
  });

  it('rejects a request whose answer cannot be taken up again', async () => {
    let isFirst = true;
    answer = () => {
      if (!isFirst) throw new TypeError('fetch failed');
      isFirst = false;
      return new Response('id: 1\ndata:\n\n', { headers: eventStream });
    };
    const request: JSONRPCMessage = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} };
    const sent = transport.send(request);
    const rejected = assert.rejects(sent, NetworkLostError);
    // Until the answer has broken off.
    await timing.pass(0);
    await timing.pass(60_000);
    await rejected;
    assert.deepEqual([streams(), losses], [5, []]);
  });

  it('ends once, however often it is closed', async () => {
    let ends = 0;
    transport.onclose = () => {
      ends++;
      void transport.close();
    };
    await Promise.all([transport.close(), transport.close()]);
    assert.equal(ends, 1);
  });
});
