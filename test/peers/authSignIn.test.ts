import assert from 'node:assert/strict';
import { callbackPorts } from '../../src/core/mcp/auth/callbackServer.ts';
import { oldStreamable, status, where } from '../servers/remote/answers.ts';
import { RemoteServer } from '../servers/remote/remoteServer.ts';
import { AuthCase } from '../support/authCase.ts';
import { textOf } from '../support/hubFixture.ts';
import { signInFails } from '../support/signInFailure.ts';
import { until } from '../support/until.ts';

describe('Signing in to a server', function () {
  let world: AuthCase;

  beforeEach(async () => {
    world = await AuthCase.start();
  });

  afterEach(async () => {
    await world.dispose();
  });

  it('opens no browser by itself; when asked to, it signs the person in there and connects', async () => {
    const hub = await world.hub();
    const before = await hub.connect('tracker');
    assert.equal(before.status, 'needsAuth');
    assert.deepEqual(world.browser.opened, []);
    const after = await hub.signIn('tracker');
    assert.equal(after.status, 'connected', JSON.stringify(after));
    assert.equal(textOf(await hub.callTool('tracker', 'echo', { text: 'hello' })), 'hello');
  });

  it('is remembered by the next hub', async () => {
    await (await world.hub()).signIn('tracker');
    const state = await (await world.hub()).connect('tracker');
    assert.equal(state.status, 'connected');
    assert.equal(world.browser.opened.length, 1);
  });

  it('asks for PKCE with S256, and for tokens of this one server', async () => {
    await (await world.hub()).signIn('tracker');
    const [address] = world.browser.opened;
    assert.equal(address?.searchParams.get('code_challenge_method'), 'S256');
    assert.equal(address.searchParams.get('resource'), world.server.url);
    const [exchange] = world.authorization.tokenRequests('authorization_code');
    assert.equal(exchange?.get('resource'), world.server.url);
    assert.ok((exchange.get('code_verifier') ?? '').length >= 43);
  });

  it('takes metadata of the whole host from its root', async () => {
    world.server.quirks.metadataAt = 'root';
    world.server.quirks.resource = new URL(world.server.url).origin;
    const state = await (await world.hub()).signIn('tracker');
    assert.equal(state.status, 'connected');
    assert.equal(world.browser.opened[0]?.searchParams.get('resource'), new URL(world.server.url).origin);
  });

  it('ends with the page that says so, without a script', async () => {
    await (await world.hub()).signIn('tracker');
    const [page = ''] = world.browser.pages;
    assert.match(page, /You can close this window/);
    assert.doesNotMatch(page, /<script/);
  });

  it('tells no authorization server the headers that are configured for the server', async () => {
    const hub = await world.fixture.hub(
      { tracker: { type: 'http', url: world.server.url, headers: { 'X-Team-Key': 'team-key-000001' } } },
      { signInSurface: world.browser },
    );
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    assert.match(world.server.seenHeaders, /team-key-000001/);
    assert.doesNotMatch(world.authorization.seenHeaders, /team-key-000001/);
  });

  it('leaves no token in logs, warnings or what is shown', async () => {
    const hub = await world.hub();
    const lines: string[] = [];
    hub.onDidLog(({ line }) => lines.push(line));
    await hub.signIn('tracker');
    world.authorization.expire();
    await hub.callTool('tracker', 'echo', { text: 'x' });
    world.authorization.forgetGrants();
    await hub.callTool('tracker', 'echo', { text: 'x' }).catch(() => undefined);
    const shown = JSON.stringify([lines, world.fixture.warnings, hub.servers(), hub.logTail('tracker')]);
    assert.doesNotMatch(shown, /access-|refresh-|client-/);
  });

  describe('refuses', () => {
    it('metadata of another resource', async () => {
      world.server.quirks.resource = 'https://bank.example/mcp';
      await assert.rejects(
        (await world.hub()).signIn('tracker'),
        signInFails('untrusted', /bank\.example/, /correct "url"/),
      );
      assert.deepEqual(world.authorization.requests, []);
    });

    it('metadata of another path of the host, though the path begins alike', async () => {
      world.server.quirks.resource = world.server.url.replace(/\/mcp$/, '/m');
      await assert.rejects((await world.hub()).signIn('tracker'), signInFails('untrusted', /which is not its address/));
    });

    it('metadata of the whole host that stand at the path of one server', async () => {
      world.server.quirks.resource = new URL(world.server.url).origin;
      await assert.rejects((await world.hub()).signIn('tracker'), signInFails('untrusted', /which is not its address/));
    });

    it('an authorization server without PKCE', async () => {
      world.authorization.quirks.hasPkce = false;
      await assert.rejects((await world.hub()).signIn('tracker'), signInFails('untrusted', /PKCE/));
      assert.deepEqual(world.browser.opened, []);
    });

    it('an authorization server that calls itself by another name', async () => {
      world.authorization.quirks.issuer = 'https://login.example';
      await assert.rejects((await world.hub()).signIn('tracker'), signInFails('untrusted', /impostor/));
      assert.deepEqual(world.browser.opened, []);
    });

    it('an answer of another authorization server, before the code is used or its text read', async () => {
      world.authorization.quirks.redirectIssuer = 'https://evil.example';
      world.authorization.quirks.refusal = 'go to evil.example';
      await assert.rejects((await world.hub()).signIn('tracker'), (error: Error) => {
        assert.doesNotMatch(error.message, /go to/);
        return signInFails('untrusted', /does not come from/)(error);
      });
      world.authorization.quirks.refusal = undefined;
      await assert.rejects((await world.hub()).signIn('tracker'), signInFails('untrusted'));
      assert.deepEqual(world.authorization.asked('/token'), []);
    });

    it('an answer that does not say whose it is, where the authorization server says it always does', async () => {
      world.authorization.quirks.redirectIssuer = 'missing';
      world.authorization.quirks.announcesIssuer = true;
      await assert.rejects((await world.hub()).signIn('tracker'), signInFails('untrusted'));
      assert.deepEqual(world.authorization.asked('/token'), []);
    });

    it('an authorization server that leads into a private network', async () => {
      world.authorization.quirks.metadata = { token_endpoint: 'https://192.168.7.7/token' };
      await assert.rejects(
        (await world.hub()).signIn('tracker'),
        signInFails('untrusted', /192\.168\.7\.7/, /private network/),
      );
    });

    for (const token of ['', 'secret-token\r\nX-More: 1', 'secret-token-\u2603']) {
      it(`the token ${JSON.stringify(token)}, which no request can carry, and shows it to nobody`, async () => {
        const body = JSON.stringify({ access_token: token, token_type: 'Bearer' });
        world.authorization.quirks.tokenAnswer = () => ({ status: 200, body });
        const hub = await world.hub();
        await assert.rejects(hub.signIn('tracker'), signInFails('unreachable', /answer that cannot be used/));
        const state = hub.server('tracker')?.state;
        assert.equal(state?.status, 'needsAuth');
        assert.doesNotMatch(JSON.stringify([state, world.fixture.warnings]), /secret-token/);
      });
    }

    for (const type of ['mac', 'N_A', 'DPoP']) {
      it(`a token of the type ${type}, which was not asked for`, async () => {
        const body = JSON.stringify({ access_token: 'secret-token', token_type: type });
        world.authorization.quirks.tokenAnswer = () => ({ status: 200, body });
        const hub = await world.hub();
        const refusal = new RegExp(`a token of the type "${type}", which is not understood`);
        await assert.rejects(hub.signIn('tracker'), signInFails('unreachable', refusal));
        assert.equal(hub.server('tracker')?.state.status, 'needsAuth');
      });
    }

    it('to open an address that is no web address', async () => {
      world.authorization.quirks.metadata = { authorization_endpoint: 'file:///etc/passwd' };
      await assert.rejects((await world.hub()).signIn('tracker'));
      assert.deepEqual(world.browser.opened, []);
    });

    it('to ask anything of a server that waits for approval or is disabled', async () => {
      const entry = { type: 'http', url: world.server.url };
      world.fixture.write('workspace/.mcp.json', { shared: entry });
      const hub = await world.fixture.hub({ off: { ...entry, disabled: true } }, { signInSurface: world.browser });
      await assert.rejects(hub.signIn('shared'), signInFails('not_applicable', /Approve it first/));
      await assert.rejects(hub.signIn('off'), signInFails('not_applicable', /Enable it first/));
      assert.equal(world.server.seenHeaders, '[]');
    });

    it('a server that asks nobody to sign in', async () => {
      const open = await RemoteServer.start(where(({ path }) => path === '/mcp', oldStreamable(), status(404)));
      try {
        const hub = await world.fixture.hub(
          { open: { type: 'http', url: open.url() } },
          { signInSurface: world.browser },
        );
        await assert.rejects(hub.signIn('open'), signInFails('not_applicable', /does not ask for a sign-in/));
        assert.equal(hub.server('open')?.state.status, 'connected');
      } finally {
        await open.stop();
      }
    });

    it('where no person is, and says where one can sign in', async () => {
      const hub = await world.hub({}, { signInSurface: undefined });
      await assert.rejects(hub.signIn('tracker'), signInFails('no_surface', /patchbay mcp auth tracker/));
    });
  });

  it('tolerates a slash at the end of the resource, and sends it back as the server wrote it', async () => {
    world.server.quirks.resource = `${world.server.url}/`;
    assert.equal((await (await world.hub()).signIn('tracker')).status, 'connected');
    assert.equal(world.browser.opened[0]?.searchParams.get('resource'), `${world.server.url}/`);
  });

  it('tells that the person declined', async () => {
    world.authorization.quirks.refusal = 'access_denied';
    await assert.rejects((await world.hub()).signIn('tracker'), signInFails('refused', /declined/));
  });

  it('is cancelled by a signal, and the port of its answer is free again', async () => {
    const hub = await world.hub();
    const cancel = new AbortController();
    world.browser.visits = async () => {
      await Promise.resolve();
      cancel.abort();
    };
    await assert.rejects(hub.signIn('tracker', cancel.signal), signInFails('cancelled'));
    world.browser.visits = undefined;
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    assert.equal(redirectOf(world.browser.opened.at(-1)).port, String(callbackPorts[0]));
  });

  it('takes the place of one that still waits', async () => {
    const hub = await world.hub();
    const opened = new Promise<void>((resolve) => {
      world.browser.visits = () => Promise.resolve(resolve());
    });
    const first = hub.signIn('tracker');
    const firstFails = assert.rejects(first, signInFails('cancelled', /took the place/));
    await opened;
    world.browser.visits = undefined;
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    await firstFails;
  });

  it('says what this machine could not do', async () => {
    const hub = await world.hub();
    world.browser.openBrowser = () => Promise.reject(new Error('no browser is installed'));
    await assert.rejects(hub.signIn('tracker'), signInFails('callback', /no browser is installed/));
  });

  it('is given up when the hub ends', async () => {
    const hub = await world.hub();
    const opened = new Promise<void>((resolve) => {
      world.browser.visits = () => Promise.resolve(resolve());
    });
    const fails = assert.rejects(hub.signIn('tracker'), signInFails('cancelled'));
    await opened;
    await hub.dispose();
    await fails;
  });

  it('is bound to a key where the server wants that, also after a restart', async () => {
    world.server.quirks.wantsProof = true;
    world.authorization.quirks.metadata = { dpop_signing_alg_values_supported: ['ES256'] };
    await (await world.hub()).signIn('tracker');
    assert.equal((await (await world.hub()).connect('tracker')).status, 'connected');
    const { proofKeys } = world.server;
    assert.ok(proofKeys.length > 2);
    assert.equal(new Set(proofKeys).size, 1);
    assert.deepEqual(world.server.badProofs, []);
    world.authorization.expire();
    assert.equal((await (await world.hub()).connect('tracker')).status, 'connected');
    assert.equal(world.browser.opened.length, 1);
  });

  describe('asks for the scope', () => {
    async function asked(oauth: Readonly<Record<string, unknown>> = {}): Promise<string | null | undefined> {
      await (await world.hub(oauth)).signIn('tracker');
      return world.browser.opened[0]?.searchParams.get('scope');
    }

    it('that the refusal names', async () => {
      world.server.quirks.challengeScope = 'issues:read';
      world.server.quirks.scopes = ['issues:read', 'issues:write'];
      assert.equal(await asked(), 'issues:read');
    });

    it('that the server supports, when the refusal names none', async () => {
      world.server.quirks.scopes = ['issues:read', 'issues:write'];
      assert.equal(await asked(), 'issues:read issues:write');
    });

    it('of nothing in particular, when nothing is named', async () => {
      assert.equal(await asked(), null);
    });

    it('to renew without a person, only where the authorization server lists it', async () => {
      world.server.quirks.challengeScope = 'issues:read';
      world.authorization.quirks.scopes = ['issues:read', 'offline_access'];
      assert.equal(await asked(), 'issues:read offline_access');
    });

    it('that is configured, and no other', async () => {
      world.server.quirks.challengeScope = 'issues:read';
      world.authorization.quirks.scopes = ['issues:read', 'offline_access'];
      assert.equal(await asked({ scopes: ['issues:admin'] }), 'issues:admin');
    });
  });

  it('is needed again for more scope, and keeps what was granted before', async () => {
    world.server.quirks.challengeScope = 'issues:read';
    world.server.quirks.callScope = 'issues:write';
    const hub = await world.hub();
    await hub.signIn('tracker');
    await assert.rejects(hub.callTool('tracker', 'echo', { text: 'x' }));
    const state = await until(hub.onDidChange, () => {
      const { state: now } = hub.server('tracker') ?? {};
      return now?.status === 'needsAuth' && now;
    });
    assert.match(state.message, /issues:write/);
    assert.equal(world.browser.opened.length, 1);
    await hub.signIn('tracker');
    assert.equal(world.browser.opened[1]?.searchParams.get('scope'), 'issues:read issues:write');
    assert.equal(textOf(await hub.callTool('tracker', 'echo', { text: 'more' })), 'more');
  });
});

function redirectOf(address: URL | undefined): URL {
  return new URL(address?.searchParams.get('redirect_uri') ?? '');
}
