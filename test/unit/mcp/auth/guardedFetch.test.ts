import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressGuard } from '../../../../src/core/mcp/auth/addressGuard.ts';
import { guardedFetch } from '../../../../src/core/mcp/auth/guardedFetch.ts';
import { RemoteServer } from '../../../servers/remote/remoteServer.ts';
import type { Answer } from '../../../servers/remote/remoteServer.ts';
import { signInFails } from '../../../support/signInFailure.ts';

describe('A guarded fetch', () => {
  const servers: RemoteServer[] = [];

  async function start(answer: Answer): Promise<RemoteServer> {
    const server = await RemoteServer.start(answer);
    servers.push(server);
    return server;
  }

  const local = (): AddressGuard => new AddressGuard([new URL('http://127.0.0.1/')]);

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  it('gives status, headers and text', async () => {
    const server = await start((_request, response) => void response.writeHead(201, { 'X-A': 'b' }).end('text'));
    const response = await guardedFetch(local())(server.url(), {
      method: 'POST',
      body: new URLSearchParams({ a: 'b' }),
    });
    assert.equal(response.status, 201);
    assert.equal(response.headers.get('x-a'), 'b');
    assert.equal(await response.text(), 'text');
  });

  it('connects to the address that was checked, though the name leads elsewhere by the time it connects', async () => {
    const server = await start((_request, response) => void response.end('checked'));
    let lookUps = 0;
    const guard = new AddressGuard([new URL('http://x.localhost/')], () => {
      lookUps++;
      return Promise.resolve([{ address: lookUps === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }]);
    });
    const response = await guardedFetch(guard)(server.url('/', 'rebound.localhost'));
    assert.equal(await response.text(), 'checked');
    assert.equal(lookUps, 1);
  });

  it('follows no redirect', async () => {
    const inner = await start((_request, response) => void response.end('inside'));
    const server = await start((_request, response) => void response.writeHead(302, { Location: inner.url() }).end());
    const response = await guardedFetch(local())(server.url());
    assert.equal(response.status, 302);
    assert.deepEqual(inner.requests, []);
  });

  it('reads no more than 1 MB', async () => {
    const server = await start((_request, response) => void response.end('x'.repeat(1024 * 1024 + 1)));
    await assert.rejects(guardedFetch(local())(server.url()), signInFails('untrusted', /more than 1 MB/));
  });

  it('waits no longer than it is told to', async () => {
    const server = await start(() => undefined);
    const answered = guardedFetch(local(), { timeoutMs: 50 })(server.url());
    await assert.rejects(answered, signInFails('unreachable', /did not answer in time/));
  });

  it('says what to do when nobody is there', async () => {
    const server = await start(() => undefined);
    const address = server.url();
    await server.stop();
    await assert.rejects(guardedFetch(local())(address), signInFails('unreachable', /ECONNREFUSED/, /try again/));
  });

  it('ends when it is cancelled', async () => {
    const cancel = new AbortController();
    const server = await start(() => cancel.abort());
    await assert.rejects(guardedFetch(local(), { signal: cancel.signal })(server.url()), signInFails('cancelled'));
  });

  it('goes through a proxy that the environment names, with what was checked', async () => {
    const asked: string[] = [];
    const proxy = createServer().on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const guard = new AddressGuard([new URL('https://mcp.example/')], (hostname) =>
      hostname === 'inside.example'
        ? Promise.resolve([{ address: '10.0.0.1', family: 4 }])
        : Promise.reject(new Error('ENOTFOUND')),
    );
    const through = guardedFetch(guard, { environment: { HTTPS_PROXY: `http://127.0.0.1:${port}` } });
    try {
      await assert.rejects(through('https://inside.example/'), signInFails('untrusted', /private network/));
      assert.deepEqual(asked, []);
      await assert.rejects(through('https://login.example/'), signInFails('unreachable'));
      assert.deepEqual(asked, ['login.example:443']);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });
});
