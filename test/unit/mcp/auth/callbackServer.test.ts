import assert from 'node:assert/strict';
import { request } from 'node:http';
import { CallbackServer } from '../../../../src/core/mcp/auth/callbackServer.ts';
import type { CallbackOptions } from '../../../../src/core/mcp/auth/callbackServer.ts';
import { signInFails } from '../../../support/signInFailure.ts';

describe('The server for the answer of a sign-in', () => {
  const open: CallbackServer[] = [];

  async function start(options: Partial<CallbackOptions> = {}): Promise<CallbackServer> {
    const server = await CallbackServer.open({
      ports: [0],
      path: '/callback/abc',
      state: 'the-state',
      server: 'tracker',
      ...options,
    });
    open.push(server);
    return server;
  }

  /** Asks as a browser does that came under any name. */
  function ask(
    server: CallbackServer,
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const { port } = server.address;
      const asking = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      asking.on('error', reject).end();
    });
  }

  const answered = (server: CallbackServer): Promise<boolean> =>
    Promise.race([
      server.answer.then(() => true),
      new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
    ]);

  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()));
  });

  it('listens on 127.0.0.1 alone', async () => {
    const server = await start();
    assert.equal(server.address.hostname, '127.0.0.1');
    await assert.rejects(fetch(`http://[::1]:${server.address.port}/callback/abc?state=the-state`));
  });

  it('gives the parameters of the answer with the right path and state', async () => {
    const server = await start();
    assert.equal(await ask(server, '/callback/abc?state=the-state&code=c&iss=https%3A%2F%2Fas.example'), 200);
    assert.deepEqual(Object.fromEntries(await server.answer), {
      state: 'the-state',
      code: 'c',
      iss: 'https://as.example',
    });
  });

  for (const [what, status, path, headers, method] of [
    ['another path', 404, '/callback?state=the-state&code=c', {}, 'GET'],
    ['another state', 400, '/callback/abc?state=other&code=c', {}, 'GET'],
    ['no state', 400, '/callback/abc?code=c', {}, 'GET'],
    ['what is no address', 404, '//', {}, 'GET'],
    ['another method', 404, '/callback/abc?state=the-state&code=c', {}, 'POST'],
    ['another host name', 421, '/callback/abc?state=the-state&code=c', { Host: 'evil.example' }, 'GET'],
  ] as const) {
    it(`takes no notice of a request with ${what}`, async () => {
      const server = await start();
      assert.equal(await ask(server, path, headers, method), status);
      assert.equal(await answered(server), false);
      assert.equal(await ask(server, '/callback/abc?state=the-state&code=c'), 200);
    });
  }

  it('lets in the name of a tunnel that it was told of', async () => {
    const server = await start();
    server.allowHost('tunnel.example');
    assert.equal(await ask(server, '/callback/abc?state=the-state&code=c', { Host: 'tunnel.example' }), 200);
  });

  it('shows the name of the server as text', async () => {
    const server = await start({ server: '<script>alert(1)</script>' });
    const page = await fetch(`${server.address.href}?state=the-state&code=c`);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const text = await page.text();
    assert.doesNotMatch(text, /<script/);
    assert.match(text, /&lt;script&gt;/);
  });

  it('takes the next port when one is taken', async () => {
    const first = await start();
    const second = await start({ ports: [Number(first.address.port), 0] });
    assert.notEqual(second.address.port, first.address.port);
  });

  it('says which ports are taken when none is free', async () => {
    const { port } = (await start()).address;
    await assert.rejects(start({ ports: [Number(port)] }), signInFails('callback', new RegExp(port), /callbackPort/));
  });

  it('leaves the port when it is closed', async () => {
    const { port } = (await start()).address;
    await open.pop()?.close();
    assert.equal((await start({ ports: [Number(port)] })).address.port, port);
  });
});
