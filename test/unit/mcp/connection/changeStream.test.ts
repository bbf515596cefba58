import assert from 'node:assert/strict';
import type { Client, McpSubscription, SubscriptionFilter } from '@modelcontextprotocol/client';
import { ChangeStream } from '../../../../src/core/mcp/connection/changeStream.ts';
import { NetworkLostError } from '../../../../src/core/mcp/http/connectionLoss.ts';
import { FakeTiming } from '../../../support/fakeTiming.ts';

type Cause = 'local' | 'graceful' | 'remote';

/** A stream that the server accepted. */
interface Opened {
  readonly filter: SubscriptionFilter;
  isClosed: boolean;
  end(cause: Cause): void;
}

/** The part of a client that streams are opened with; the server accepts them unless the test says otherwise. */
class FakeClient {
  readonly opened: Opened[] = [];
  readonly timeouts: number[] = [];
  honour = (filter: SubscriptionFilter): Promise<SubscriptionFilter> => Promise.resolve(filter);
  lists: readonly ('tools' | 'prompts' | 'resources')[] = ['tools'];

  getServerCapabilities(): object {
    return Object.fromEntries(this.lists.map((list) => [list, { listChanged: true }]));
  }

  async listen(
    filter: SubscriptionFilter,
    { signal, timeout }: { signal: AbortSignal; timeout: number },
  ): Promise<McpSubscription> {
    this.timeouts.push(timeout);
    const honoredFilter = await this.honour(filter);
    let end: (cause: Cause) => void = () => undefined;
    const closed = new Promise<Cause>((resolve) => (end = resolve));
    const stream: Opened = { filter, isClosed: false, end };
    this.opened.push(stream);
    const close = (): Promise<void> => {
      stream.isClosed = true;
      end('local');
      return Promise.resolve();
    };
    signal.addEventListener('abort', () => void close());
    return { honoredFilter, closed, close };
  }
}

function aStream(uris: readonly string[] = []) {
  const client = new FakeClient();
  const timing = new FakeTiming();
  const missed: (readonly string[])[] = [];
  const lines: string[] = [];
  const stream = new ChangeStream(
    {
      client: client as unknown as Client,
      timing,
      timeoutMs: 1_000,
      onMissed: (it) => missed.push(it),
      onLost: () => lines.push('lost'),
      log: (line) => lines.push(line),
    },
    uris,
  );
  return { client, timing, stream, missed, lines };
}

describe('the stream of changes of a modern server', () => {
  it('is not opened for a server that reports nothing, until a resource is subscribed to', async () => {
    const { client, stream } = aStream();
    client.lists = [];
    await stream.start();
    assert.equal(client.opened.length, 0);
    await stream.subscribe('note://one', 5_000);
    assert.deepEqual(client.opened[0]?.filter, { resourceSubscriptions: ['note://one'] });
    await stream.unsubscribe('note://one', 5_000);
    assert.equal(client.opened[0].isClosed, true);
    assert.equal(client.opened.length, 1);
  });

  it('is replaced by one with the new resource before it is closed', async () => {
    const { client, stream } = aStream();
    await stream.start();
    let wasOpen: boolean | undefined;
    client.honour = (filter) => {
      wasOpen = client.opened[0]?.isClosed === false;
      return Promise.resolve(filter);
    };
    await stream.subscribe('note://one', 5_000);
    assert.equal(wasOpen, true);
    assert.deepEqual(
      client.opened.map(({ isClosed }) => isClosed),
      [true, false],
    );
  });

  // Were both openings under way at once, the shorter list might be answered last and win.
  it('ends with all resources that were subscribed to at the same time', async () => {
    const { client, stream } = aStream();
    await stream.start();
    await Promise.all([stream.subscribe('note://one', 5_000), stream.subscribe('note://two', 5_000)]);
    const open = client.opened.filter(({ isClosed }) => !isClosed);
    assert.equal(open.length, 1);
    assert.deepEqual(open[0]?.filter.resourceSubscriptions, ['note://one', 'note://two']);
  });

  for (const cause of ['remote', 'graceful'] as const) {
    it(`is opened again after a while when the server ends it (${cause}), and says what may have been missed`, async () => {
      const { client, timing, stream, missed } = aStream(['note://one']);
      await stream.start();
      client.opened[0]?.end(cause);
      await timing.pass(0);
      await timing.pass(999);
      assert.equal(client.opened.length, 1);
      assert.deepEqual(missed, []);
      await timing.pass(1);
      assert.equal(client.opened.length, 2);
      assert.deepEqual(missed, [['note://one']]);
    });
  }

  it('is never opened again after it was closed here', async () => {
    const { client, timing, stream } = aStream();
    await stream.start();
    stream.dispose();
    await timing.pass(600_000);
    assert.equal(client.opened[0]?.isClosed, true);
    assert.equal(client.opened.length, 1);
    assert.equal(timing.timers, 0);
  });

  it('does not wait for the end of the delay when a resource is subscribed to meanwhile', async () => {
    const { client, timing, stream, missed } = aStream();
    await stream.start();
    client.opened[0]?.end('remote');
    await timing.pass(0);
    await stream.subscribe('note://one', 5_000);
    assert.deepEqual(missed, [['note://one']]);
    await timing.pass(600_000);
    assert.equal(client.opened.length, 2);
  });

  it('rejects a subscription that the server refuses, and goes on without it', async () => {
    const { client, stream } = aStream();
    await stream.start();
    client.honour = () => Promise.reject(new Error('too many'));
    await assert.rejects(stream.subscribe('note://one', 5_000), /too many/);
    client.honour = (filter) => Promise.resolve(filter);
    await stream.subscribe('note://two', 5_000);
    assert.deepEqual(client.opened.at(-1)?.filter.resourceSubscriptions, ['note://two']);
  });

  it('gives a server as long to accept a resource as whoever subscribes to it waits', async () => {
    const { client, stream } = aStream();
    await stream.start();
    await stream.subscribe('note://one', 60_000);
    assert.deepEqual(client.timeouts, [1_000, 60_000]);
  });

  it('tells each of two that subscribe to the same resource that the server refuses it', async () => {
    const { client, stream } = aStream();
    await stream.start();
    client.honour = () => Promise.reject(new Error('too many'));
    const both = [stream.subscribe('note://one', 5_000), stream.subscribe('note://one', 5_000)];
    assert.deepEqual(
      (await Promise.allSettled(both)).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
  });

  it('says in the log what the server does not report although it was asked to', async () => {
    const { client, stream, lines } = aStream(['note://one']);
    client.honour = () => Promise.resolve({ toolsListChanged: true });
    await stream.start();
    assert.match(lines.join(), /does not report: note:\/\/one/);
  });

  it('is given up, with a line in the log, when the server ends it again and again', async () => {
    const { client, timing, stream, lines } = aStream();
    client.honour = () => Promise.reject(new Error('not now'));
    await stream.start();
    await timing.pass(600_000);
    assert.match(lines.at(-1) ?? '', /connect it again/);
    assert.equal(timing.timers, 0);
  });

  it('says that the server is lost when nobody was reached in all that time', async () => {
    const { client, timing, stream, lines } = aStream();
    await stream.start();
    client.honour = () => Promise.reject(new NetworkLostError('refused', false));
    client.opened[0]?.end('remote');
    await timing.pass(0);
    await timing.pass(600_000);
    assert.equal(lines.at(-1), 'lost');
    assert.equal(timing.timers, 0);
  });

  it('is not asked for again of a server that does not know the method', async () => {
    const { client, timing, stream } = aStream();
    client.honour = () => Promise.reject(Object.assign(new Error('Method not found'), { code: -32601 }));
    await stream.start();
    assert.equal(timing.timers, 0);
  });
});
