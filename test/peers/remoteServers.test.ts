import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { asks, isProbe, modern, oldSse, oldStreamable, silence, status, where } from '../servers/remote/answers.ts';
import { RemoteServer } from '../servers/remote/remoteServer.ts';
import type { Answer } from '../servers/remote/remoteServer.ts';
import { WebSocketFixture } from '../servers/remote/webSocketServer.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import type { Entries } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';

describe('the hub with servers of the network', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  let servers: { left(): Promise<void>; stop(): Promise<void> }[];

  beforeEach(() => {
    fixture = new HubFixture();
    servers = [];
  });
  afterEach(async () => {
    await fixture.dispose();
    await Promise.all(servers.map((server) => server.left()));
    await Promise.all(servers.map((server) => server.stop()));
    assert.deepEqual(fixture.processes(), [], 'left running');
  });

  async function start(answer: Answer): Promise<RemoteServer> {
    const server = await RemoteServer.start(answer);
    servers.push(server);
    return server;
  }

  async function hubWith(entry: Entries[string], environment = process.env): Promise<Hub> {
    const hub = await fixture.hub({ remote: entry }, { environment });
    await hub.ready();
    return hub;
  }

  function stateOf(hub: Hub): unknown {
    const state = hub.server('remote')?.state;
    return state?.status === 'connected' ? [state.identity.protocolVersion, state.identity.era] : state;
  }

  async function says(hub: Hub, text: string): Promise<string> {
    return textOf(await hub.callTool('remote', 'echo', { text }));
  }

  it('speaks the modern protocol over HTTP, without a session', async () => {
    const server = await start(modern());
    const hub = await hubWith({ url: server.url() });
    assert.deepEqual(stateOf(hub), ['2026-07-28', 'modern']);
    assert.equal(await says(hub, 'hi'), 'hi');
    assert.ok(server.requests.every(({ method, headers }) => method === 'POST' && !headers['mcp-session-id']));
  });

  it('speaks Streamable HTTP of the old era, and takes leave of the session', async () => {
    const server = await start(oldStreamable());
    const hub = await hubWith({ url: server.url() });
    assert.deepEqual(stateOf(hub), ['2025-11-25', 'legacy']);
    assert.equal(await says(hub, 'hi'), 'hi');
    await hub.disconnect('remote');
    const [first, last] = [server.requests.find(({ headers }) => headers['mcp-session-id']), server.requests.at(-1)];
    assert.equal(last?.method, 'DELETE');
    assert.equal(last?.headers['mcp-session-id'], first?.headers['mcp-session-id']);
  });

  it('waits a second for a server that does not hear that leave is taken', async () => {
    const server = await start(where(({ method }) => method === 'DELETE', silence, oldStreamable()));
    const hub = await hubWith({ url: server.url() });
    const before = Date.now();
    await hub.disconnect('remote');
    assert.ok(Date.now() - before < 2_000, `took ${Date.now() - before} ms`);
  });

  for (const code of [404, 405]) {
    it(`does without the stream of a server that answers ${code} for it`, async () => {
      const server = await start(where(({ method }) => method === 'GET', status(code), oldStreamable()));
      const hub = await hubWith({ url: server.url() });
      await server.request(({ method }) => method === 'GET');
      assert.equal(await says(hub, 'hi'), 'hi');
      assert.doesNotMatch(hub.logTail('remote').join('\n'), /protocol/);
    });
  }

  it('takes up the stream again when it breaks', async () => {
    const server = await start(oldStreamable());
    const hub = await hubWith({ url: server.url() });
    const streams = (): unknown[] => server.requests.filter(({ method }) => method === 'GET');
    await server.request(({ method }) => method === 'GET');
    server.breakConnections();
    await server.request(() => streams().length === 2);
    assert.equal(await says(hub, 'hi'), 'hi');
  });

  it('is lost, and connects anew when it is used, when the session is gone as the stream is taken up again', async () => {
    const server = await start(oldStreamable());
    const hub = await hubWith({ url: server.url() });
    await server.request(({ method }) => method === 'GET');
    server.become(oldStreamable());
    server.breakConnections();
    await until(hub.onDidChange, () => hub.server('remote')?.state.status === 'failed');
    assert.equal(await says(hub, 'again'), 'again');
  });

  it('finds a server that only speaks HTTP+SSE behind an address without a type', async () => {
    const server = await start(oldSse());
    const hub = await hubWith({ url: server.url('/sse') });
    assert.deepEqual(stateOf(hub), ['2025-11-25', 'legacy']);
    assert.equal(await says(hub, 'hi'), 'hi');
  });

  it('asks a server of the type sse for its stream at once', async () => {
    const server = await start(oldSse());
    const hub = await hubWith({ type: 'sse', url: server.url('/sse') });
    assert.equal(await says(hub, 'hi'), 'hi');
    assert.equal(server.requests[0]?.method, 'GET');
  });

  it('is lost when the stream of HTTP+SSE breaks, and connects anew when it is used', async () => {
    const server = await start(oldSse());
    const hub = await hubWith({ type: 'sse', url: server.url('/sse') });
    server.breakConnections();
    await until(hub.onDidChange, () => hub.server('remote')?.state.status === 'failed');
    const state = hub.server('remote')?.state;
    assert.ok(state?.status === 'failed');
    assert.match(state.failure.message, /^The server at http:\S+\/sse closed the connection\. Connect again\.$/);
    assert.equal(await says(hub, 'again'), 'again');
  });

  it('remembers how a server is reached, and does not probe again', async () => {
    const server = await start(oldSse());
    const first = await hubWith({ url: server.url('/sse') });
    await first.dispose();
    server.requests.length = 0;
    const second = await fixture.hub();
    assert.equal((await second.connect('remote')).status, 'connected');
    assert.deepEqual([server.requests[0]?.method, server.requests.some(isProbe)], ['GET', false]);
  });

  it('finds out anew when what it remembers no longer holds', async () => {
    const server = await start(oldSse());
    const first = await hubWith({ url: server.url('/sse') });
    await first.dispose();
    server.become(modern());
    const second = await fixture.hub();
    await second.connect('remote');
    assert.deepEqual(stateOf(second), ['2026-07-28', 'modern']);
  });

  it('sends the configured headers with every request', async () => {
    const server = await start(oldStreamable());
    const hub = await hubWith({ url: server.url(), headers: { 'X-Team': 'red', Authorization: 'Bearer abcdefgh' } });
    assert.equal(await says(hub, 'hi'), 'hi');
    await server.request(({ method }) => method === 'GET');
    await hub.disconnect('remote');
    const sent = new Set(
      server.requests.map(({ method, headers }) => `${method} ${String(headers['x-team'])} ${headers.authorization}`),
    );
    assert.deepEqual(
      [...sent].sort(),
      ['DELETE', 'GET', 'POST'].map((method) => `${method} red Bearer abcdefgh`),
    );
  });

  it('runs the helper of headers anew for each connection, and keeps what it printed secret', async () => {
    const server = await start(
      where(asks('tools/call'), status(500, 'cannot take the key of-the-hour-7'), oldStreamable()),
    );
    const count = fixture.write('count', '');
    const headersHelper = `echo x >> '${count}'; echo '{"X-Key":"of-the-hour-7"}'`;
    const hub = await hubWith({ url: server.url(), headersHelper });
    await hub.restart('remote');
    assert.equal(readFileSync(count, 'utf8'), 'x\nx\n');
    assert.ok(server.requests.every(({ headers }) => headers['x-key'] === 'of-the-hour-7'));
    await assert.rejects(says(hub, 'hi'), { message: /cannot take the key <redacted>/ });
    assert.doesNotMatch(hub.logTail('remote').join('\n'), /of-the-hour/);
  });

  it('says what is wrong with the helper of headers', async () => {
    const hub = await hubWith({ url: 'http://127.0.0.1:9/mcp', headersHelper: 'echo no-json; exit 3' });
    assert.deepEqual(stateOf(hub), {
      status: 'failed',
      failure: {
        code: 'invalid_config',
        message:
          'The command of "headersHelper" ended with exit code 3. Run it by hand to see why; it must print a JSON object of headers.',
      },
    });
  });

  it('goes through the proxy of the environment, but not to hosts that are excepted', async () => {
    const seen: string[] = [];
    // Only where a tunnel is to lead is of interest.
    const proxy = createServer().on('connect', (incoming, socket) => {
      seen.push(String(incoming.url));
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    try {
      const server = await start(modern());
      const http_proxy = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
      const direct = await hubWith({ url: server.url() }, { ...process.env, http_proxy, no_proxy: '127.0.0.1' });
      assert.equal(await says(direct, 'hi'), 'hi');
      assert.deepEqual(seen, []);
      await hubWith({ url: 'http://tours.example/mcp' }, { ...process.env, http_proxy });
      assert.equal(seen[0], 'tours.example:80');
    } finally {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    }
  });

  describe('behind a WebSocket', () => {
    async function startSocket(options?: Parameters<typeof WebSocketFixture.start>[0]): Promise<WebSocketFixture> {
      const server = await WebSocketFixture.start(options);
      servers.push(server);
      return server;
    }

    it('works', async () => {
      const server = await startSocket();
      const hub = await hubWith({ type: 'ws', url: server.url });
      assert.deepEqual(stateOf(hub), ['2025-11-25', 'legacy']);
      assert.equal(await says(hub, 'hi'), 'hi');
    });

    it('connects the old way when the question for the modern protocol ends the connection', async () => {
      const server = await startSocket({
        onMessage: ({ method }, socket) => {
          if (method === 'server/discover') socket.terminate();
          return method !== 'server/discover';
        },
      });
      const hub = await hubWith({ type: 'ws', url: server.url });
      assert.equal(await says(hub, 'hi'), 'hi');
    });

    it('says with which code and words it was closed, and connects anew when it is used', async () => {
      const server = await startSocket();
      const hub = await hubWith({ type: 'ws', url: server.url });
      for (const socket of server.sockets) socket.close(1012, 'new version');
      await until(hub.onDidChange, () => hub.server('remote')?.state.status === 'failed');
      const state = hub.server('remote')?.state;
      assert.ok(state?.status === 'failed');
      assert.equal(
        state.failure.message,
        `The server at ${server.url} is shutting down or restarting. Connect again. It says: new version`,
      );
      assert.equal(await says(hub, 'again'), 'again');
    });

    it('leaves out what is no message, and ends the connection over one of more than ten megabytes', async () => {
      const server = await startSocket({
        onMessage: ({ method }, socket) => {
          if (method !== 'tools/call') return true;
          socket.send('hello?');
          socket.send('x'.repeat(12 * 1024 * 1024));
          return false;
        },
      });
      const hub = await hubWith({ type: 'ws', url: server.url });
      await assert.rejects(says(hub, 'hi'), { code: 'server_gone' });
      const state = hub.server('remote')?.state;
      assert.ok(state?.status === 'failed');
      assert.deepEqual(state.failure, {
        code: 'protocol',
        message: `The server at ${server.url} sent a message of more than 10 MB, and was disconnected. Connect again.`,
      });
      assert.match(hub.logTail('remote').join('\n'), /sent what is no message of MCP; it was left out/);
    });

    it('says that the address answers, but not with a WebSocket', async () => {
      const server = await start(status(401));
      const hub = await hubWith({ type: 'ws', url: server.url().replace('http:', 'ws:') });
      const state = hub.server('remote')?.state;
      assert.ok(state?.status === 'failed');
      assert.equal(state.failure.code, 'http_status');
      assert.match(state.failure.message, /answered with HTTP 401 instead of a WebSocket\. It wants credentials/);
    });
  });
});
