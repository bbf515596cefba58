import assert from 'node:assert/strict';
import type { Hub } from '../../src/core/mcp/hub.ts';
import type { ConnectionState } from '../../src/core/mcp/connection/connectionState.ts';
import { asks, events, isProbe, oldStreamable, result, silence, status, where } from '../servers/remote/answers.ts';
import { selfSigned } from '../servers/remote/certificates.ts';
import { RemoteServer } from '../servers/remote/remoteServer.ts';
import type { Answer, Certificate } from '../servers/remote/remoteServer.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import type { Entries } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';

/** Beside the line end that ends the event. */
const twelveMegabytes = 12 * 1024 * 1024;

const html = status(200, '<!doctype html><title>Welcome</title>', { 'content-type': 'text/html; charset=utf-8' });

/** Answers as a server of the 2025 protocol that is built on nothing. */
const handshake = result({
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'bare', version: '1.0.0' },
});

/** Answers the handshake, and the calls of tools as it is told. */
function calls(answer: Answer): Answer {
  const tools = result({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] });
  const rest = where(({ message }) => message?.id === undefined, status(202), status(400));
  const lists = where(asks('tools/list'), tools, rest);
  return where(asks('initialize'), handshake, where(asks('tools/call'), answer, lists));
}

describe('the hub with a server of the network that misbehaves', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  let sound: RemoteServer;
  let servers: RemoteServer[];
  let timersBefore: number;
  /** What the test made, to be asked at its end. */
  let lastHub: Hub | undefined;

  beforeEach(async () => {
    fixture = new HubFixture();
    sound = await RemoteServer.start(oldStreamable());
    servers = [sound];
    timersBefore = timers();
  });
  afterEach(async () => {
    try {
      if (lastHub) await checkSound(lastHub);
    } finally {
      lastHub = undefined;
      await fixture.dispose();
    }
    await Promise.all(servers.map((server) => server.left()));
    assert.equal(timers(), timersBefore, 'timers left');
    await Promise.all(servers.map((server) => server.stop()));
  });

  async function start(answer: Answer, certificate?: Certificate): Promise<RemoteServer> {
    const server = await RemoteServer.start(answer, certificate);
    servers.push(server);
    return server;
  }

  /** A hub with the faulty server and a sound one beside it, both asked to start. */
  async function hubWith(
    faulty: Entries[string],
    settings: Parameters<HubFixture['hub']>[2] = {},
    environment = process.env,
  ): Promise<Hub> {
    const made = await fixture.hub({ faulty, sound: { url: sound.url() } }, { environment }, settings);
    await made.ready();
    await checkSound(made);
    lastHub = made;
    return made;
  }

  /** The other server never notices: it answers, in the one session that it began with. */
  async function checkSound(asking: Hub): Promise<void> {
    assert.equal(textOf(await asking.callTool('sound', 'echo', { text: 'hello' })), 'hello', 'the other server');
    const sessions = sound.requests.flatMap(({ headers }) => headers['mcp-session-id'] ?? []);
    assert.equal(new Set(sessions).size, 1, 'sessions of the other server');
  }

  function stateOf(hub: Hub): ConnectionState | undefined {
    return hub.server('faulty')?.state;
  }

  function failureOf(hub: Hub): { readonly code: string; readonly message: string } {
    const state = stateOf(hub);
    assert.ok(state?.status === 'failed', `the state is ${JSON.stringify(state)}`);
    return state.failure;
  }

  describe('while it is connected to', () => {
    const probeAnswers: readonly { readonly how: string; readonly answer: Answer }[] = [
      { how: '204', answer: status(204) },
      { how: '200 and nothing', answer: status(200) },
      { how: '500', answer: status(500, 'Cannot read properties of undefined') },
      { how: '403', answer: status(403, 'Forbidden') },
      { how: 'a web page', answer: html },
      { how: 'a stream that ends', answer: events(() => undefined) },
      { how: 'a connection that breaks', answer: ({ incoming }) => void incoming.socket.destroy() },
    ];
    for (const { how, answer } of probeAnswers) {
      it(`connects the old way when the question for the modern protocol is answered with ${how}`, async () => {
        const server = await start(where(isProbe, answer, oldStreamable()));
        const hub = await hubWith({ url: server.url() });
        assert.equal(stateOf(hub)?.status, 'connected');
        assert.equal(textOf(await hub.callTool('faulty', 'echo', { text: 'hi' })), 'hi');
      });
    }

    it('connects the old way when that question is not answered at all, within the time to connect', async () => {
      const server = await start(where(isProbe, silence, oldStreamable()));
      const hub = await hubWith({ url: server.url() }, { connectTimeoutMs: 2_000 });
      assert.equal(stateOf(hub)?.status, 'connected');
    });

    it('gives up on one that never answers', async () => {
      const server = await start(silence);
      const { code, message } = failureOf(await hubWith({ url: server.url() }, { connectTimeoutMs: 1_000 }));
      assert.equal(code, 'timeout');
      assert.match(message, /^The server at http:\/\/127\.0\.0\.1:\d+\/mcp did not answer within 1 s\. Check that/);
    });

    it('waits for one that is slow', async () => {
      const old = oldStreamable();
      const server = await start(async (request, response) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await old(request, response);
      });
      assert.equal(stateOf(await hubWith({ url: server.url() }))?.status, 'connected');
    });

    const answers: readonly {
      readonly what: string;
      readonly answer: Answer;
      readonly code: string;
      readonly says: RegExp;
    }[] = [
      {
        what: 'a failure of the server',
        answer: status(500, 'The database is away'),
        code: 'http_status',
        says: /answered with HTTP 500 Internal Server Error\. The server is in trouble.* It says: The database is away$/,
      },
      {
        what: 'a refusal',
        answer: status(403, '{"error":{"message":"No seat for you"}}'),
        code: 'http_status',
        says: /answered with HTTP 403 Forbidden\. The server refuses access: check "headers".* It says: No seat for you$/,
      },
      {
        what: 'nothing at this address',
        answer: status(404, '<html>Not here</html>'),
        code: 'http_status',
        says: /answered with HTTP 404 Not Found\. There is nothing at this address\. .*below \/mcp or \/sse\.$/,
      },
      { what: 'a web page', answer: html, code: 'protocol', says: /answered with a web page instead of a message/ },
      {
        what: 'content of another type',
        answer: status(200, 'pong', { 'content-type': 'text/plain' }),
        code: 'protocol',
        says: /answered with content of type text\/plain instead of JSON\./,
      },
      { what: 'no content', answer: status(204), code: 'protocol', says: /answered without content\. Check/ },
      {
        what: 'JSON that is none',
        answer: status(200, '{"jsonrpc":', { 'content-type': 'application/json' }),
        code: 'protocol',
        says: /does not speak MCP as expected: /,
      },
      {
        what: 'more than ten megabytes of JSON',
        answer: status(200, `{"x":"${'x'.repeat(twelveMegabytes)}"}`, { 'content-type': 'application/json' }),
        code: 'protocol',
        says: /sent a message of more than 10 MB, which is not read\.$/,
      },
      {
        what: 'one event of more than ten megabytes',
        answer: events((_request, response) => response.write(`data: ${'x'.repeat(twelveMegabytes)}\n\n`)),
        code: 'protocol',
        says: /sent a message of more than 10 MB, which is not read\.$/,
      },
      {
        what: 'a way to another server',
        answer: status(307, '', { location: 'https://elsewhere.invalid/mcp?key=1' }),
        code: 'http_status',
        says: /It sends to https:\/\/elsewhere\.invalid\/mcp: if that is the server you want, write that address as "url"\.$/,
      },
    ];
    for (const { what, answer, code, says } of answers) {
      it(`says that it got ${what}`, async () => {
        const server = await start(answer);
        const failure = failureOf(await hubWith({ url: server.url() }));
        assert.equal(failure.code, code);
        assert.match(failure.message, says);
      });
    }

    it('asks for a sign-in where the server wants one, without trying other ways', async () => {
      const server = await start(status(401, '', { 'www-authenticate': 'Bearer' }));
      const hub = await hubWith({ type: 'http', url: server.url(), headers: { 'X-Team': 'red' } });
      assert.equal(stateOf(hub)?.status, 'needsAuth');
      await assert.rejects(hub.callTool('faulty', 'echo', {}), { code: 'not_connected', message: /needs a sign-in/ });
      assert.deepEqual(server.methods(), ['server/discover']);
    });

    it('says that a host is not found', async () => {
      const failure = failureOf(await hubWith({ url: 'http://nowhere.invalid/mcp?key=secret-of-mine' }));
      assert.equal(failure.code, 'unreachable');
      assert.equal(
        failure.message,
        'The host of http://nowhere.invalid/mcp?key=<redacted> was not found. Check the spelling of "url" and the network.',
      );
    });

    it('says that nothing listens', async () => {
      const gone = await RemoteServer.start(silence);
      const url = gone.url();
      await gone.stop();
      const failure = failureOf(await hubWith({ url }));
      assert.equal(failure.code, 'unreachable');
      assert.match(failure.message, /^Nothing listens at http:\S+: the connection was refused\. Start the server/);
    });

    it('says that a connection is closed without an answer', async () => {
      const server = await start(({ incoming }) => void incoming.socket.destroy());
      const failure = failureOf(await hubWith({ url: server.url() }));
      assert.equal(failure.code, 'unreachable');
      assert.match(failure.message, /was closed before an answer came/);
    });

    it('does not trust a certificate that signs itself', async () => {
      const server = await start(oldStreamable(), await selfSigned('localhost'));
      const failure = failureOf(await hubWith({ url: server.url('/mcp', 'localhost') }));
      assert.equal(failure.code, 'tls');
      assert.match(
        failure.message,
        /is signed by itself, so it is not known who answers\. If you trust .*NODE_EXTRA_CA_CERTS/,
      );
      assert.deepEqual(server.requests, [], 'nothing was sent');
    });

    it('says that a server does not answer with TLS', async () => {
      const server = await start(oldStreamable());
      const failure = failureOf(await hubWith({ url: server.url().replace('http:', 'https:') }));
      assert.equal(failure.code, 'tls');
      assert.match(failure.message, /does not answer with TLS\. Write "url" with http:/);
    });

    it('says that a proxy is no address', async () => {
      const environment = { ...process.env, http_proxy: 'proxy.example:8080' };
      const hub = await fixture.hub({ faulty: { url: sound.url() } }, { environment });
      await hub.ready();
      assert.deepEqual(failureOf(hub), {
        code: 'invalid_config',
        message: 'The variable HTTP_PROXY does not hold the address of a proxy. Write it as http://host:port.',
      });
    });
  });

  describe('while it is used', () => {
    const call = (hub: Hub): Promise<unknown> => hub.callTool('faulty', 'echo', {});

    it('fails the call that is answered with more than ten megabytes, and goes on', async () => {
      const huge = result({ content: [{ type: 'text', text: 'x'.repeat(twelveMegabytes) }] });
      const server = await start(calls(huge));
      const hub = await hubWith({ url: server.url() });
      await assert.rejects(call(hub), { code: 'protocol', message: /with more than 10 MB, which is not read/ });
      server.become(calls(result({ content: [] })));
      await call(hub);
    });

    it('fails the call that is answered with such an event, and goes on', async () => {
      const write = (size: number): Answer =>
        events(({ message }, response) => {
          response.write('id: 1\ndata:\n\n');
          const content = [{ type: 'text', text: 'x'.repeat(size) }];
          response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: message?.id, result: { content } })}\n\n`);
        });
      const server = await start(calls(write(twelveMegabytes)));
      const hub = await hubWith({ url: server.url() });
      await assert.rejects(call(hub), { code: 'protocol', message: /with more than 10 MB, which is not read/ });
      server.become(calls(write(3)));
      await call(hub);
      assert.equal(stateOf(hub)?.status, 'connected');
    });

    it('fails the call whose stream ends without the answer, at once', async () => {
      const server = await start(calls(events(() => undefined)));
      const hub = await hubWith({ url: server.url() });
      await assert.rejects(call(hub), { code: 'server_gone', message: /broke during the tool "echo"/ });
    });

    it('fails the call whose connection breaks', async () => {
      const server = await start(calls(({ incoming }) => void incoming.socket.destroy()));
      const hub = await hubWith({ url: server.url() });
      await assert.rejects(call(hub), { code: 'server_gone', message: /^The connection to "faulty" broke during/ });
    });

    it('is lost when a call finds that nobody is there any more', async () => {
      const server = await RemoteServer.start(calls(result({ content: [] })));
      const hub = await hubWith({ url: server.url() });
      await server.stop();
      await assert.rejects(call(hub), { code: 'server_gone' });
      await until(hub.onDidChange, () => stateOf(hub)?.status === 'failed');
      assert.equal(failureOf(hub).code, 'lost');
      assert.match(
        failureOf(hub).message,
        /no longer answers\. Check the network and the server, and connect again\.$/,
      );
    });

    it('says with which status and words a call was refused', async () => {
      const server = await start(calls(status(503, 'Back at nine')));
      const hub = await hubWith({ url: server.url() });
      await assert.rejects(call(hub), {
        code: 'protocol',
        message: '"faulty" answered the tool "echo" with HTTP 503 Service Unavailable. It says: Back at nine',
      });
    });

    it('wants a sign-in from the moment on when a call is refused without one', async () => {
      const server = await start(calls(status(401)));
      const hub = await hubWith({ url: server.url() });
      await assert.rejects(call(hub), { code: 'needs_auth', message: /did not do the tool "echo", because it wants/ });
      await until(hub.onDidChange, () => stateOf(hub)?.status === 'needsAuth');
    });

    for (const { how, answer } of [
      { how: '404', answer: status(404) },
      { how: '400 and words', answer: status(400, 'Bad Request: No valid session ID provided') },
      {
        how: '500 and words',
        answer: status(500, '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Session expired"},"id":null}'),
      },
    ]) {
      it(`begins a new session when the old one is refused with ${how}`, async () => {
        const server = await start(oldStreamable());
        const hub = await hubWith({ url: server.url() });
        const old = server.requests.find(({ headers }) => headers['mcp-session-id'])?.headers['mcp-session-id'];
        server.become(where(({ headers }) => headers['mcp-session-id'] === old, answer, oldStreamable()));
        await assert.rejects(hub.callTool('faulty', 'echo', { text: 'hi' }), /session/);
        assert.equal(textOf(await hub.callTool('faulty', 'echo', { text: 'again' })), 'again');
        const deleted = server.requests.filter(({ method }) => method === 'DELETE');
        assert.deepEqual(deleted, [], 'a session that is gone is not ended');
      });
    }
  });
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
}
