import assert from 'node:assert/strict';
import type { SignInErrorCode } from '../../src/core/mcp/auth/signInError.ts';
import { SignInError } from '../../src/core/mcp/auth/signInError.ts';
import { callbackPorts } from '../../src/core/mcp/auth/callbackServer.ts';
import { AuthCase } from '../support/authCase.ts';
import { textOf } from '../support/hubFixture.ts';

/** That a sign-in was refused for this reason, in words that name what has to be named. */
function fails(code: SignInErrorCode, ...words: readonly RegExp[]): (error: unknown) => true {
  return (error) => {
    assert(error instanceof SignInError, String(error));
    assert.equal(error.code, code, error.message);
    for (const word of words) assert.match(error.message, word);
    return true;
  };
}

describe('Signing in to a server', function () {
  let it_: AuthCase;

  beforeEach(async () => {
    it_ = await AuthCase.start();
  });

  afterEach(async () => {
    await it_.dispose();
  });

  it('opens no browser by itself; when asked to, it signs the person in there and connects', async () => {
    const hub = await it_.hub();
    const before = await hub.connect('tracker');
    assert.equal(before.status, 'needsAuth');
    assert.deepEqual(it_.browser.opened, []);
    const after = await hub.signIn('tracker');
    assert.equal(after.status, 'connected', JSON.stringify(after));
    assert.equal(textOf(await hub.callTool('tracker', 'echo', { text: 'hello' })), 'hello');
  });

  it('is remembered by the next hub', async () => {
    await (await it_.hub()).signIn('tracker');
    const state = await (await it_.hub()).connect('tracker');
    assert.equal(state.status, 'connected');
    assert.equal(it_.browser.opened.length, 1);
  });

  it('asks for PKCE with S256, and for tokens of this one server', async () => {
    await (await it_.hub()).signIn('tracker');
    const [address] = it_.browser.opened;
    assert.equal(address?.searchParams.get('code_challenge_method'), 'S256');
    assert.equal(address.searchParams.get('resource'), it_.server.url);
    const [exchange] = it_.authorization.tokenRequests('authorization_code');
    assert.equal(exchange?.get('resource'), it_.server.url);
    assert.ok((exchange.get('code_verifier') ?? '').length >= 43);
  });

  it('takes metadata of the whole host from its root', async () => {
    it_.server.quirks.metadataAt = 'root';
    it_.server.quirks.resource = new URL(it_.server.url).origin;
    const state = await (await it_.hub()).signIn('tracker');
    assert.equal(state.status, 'connected');
    assert.equal(it_.browser.opened[0]?.searchParams.get('resource'), new URL(it_.server.url).origin);
  });

  it('ends with the page that says so, without a script', async () => {
    await (await it_.hub()).signIn('tracker');
    const [page = ''] = it_.browser.pages;
    assert.match(page, /You can close this window/);
    assert.doesNotMatch(page, /<script/);
  });

  it('tells no authorization server the headers that are configured for the server', async () => {
    const hub = await it_.fixture.hub(
      { tracker: { type: 'http', url: it_.server.url, headers: { 'X-Team-Key': 'team-key-000001' } } },
      { signInSurface: it_.browser },
    );
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    assert.match(it_.server.seenHeaders, /team-key-000001/);
    assert.doesNotMatch(it_.authorization.seenHeaders, /team-key-000001/);
  });

  it('leaves no token in logs, warnings or what is shown', async () => {
    const hub = await it_.hub();
    const lines: string[] = [];
    hub.onDidLog(({ line }) => lines.push(line));
    await hub.signIn('tracker');
    it_.authorization.expire();
    await hub.callTool('tracker', 'echo', { text: 'x' });
    it_.authorization.forgetGrants();
    await hub.callTool('tracker', 'echo', { text: 'x' }).catch(() => undefined);
    const shown = JSON.stringify([lines, it_.fixture.warnings, hub.servers(), hub.logTail('tracker')]);
    assert.doesNotMatch(shown, /access-|refresh-|client-/);
  });

  describe('refuses', () => {
    it('metadata of another resource', async () => {
      it_.server.quirks.resource = 'https://bank.example/mcp';
      await assert.rejects((await it_.hub()).signIn('tracker'), fails('untrusted', /bank\.example/, /correct "url"/));
      assert.deepEqual(it_.authorization.requests, []);
    });

    it('metadata of another path of the host, though the path begins alike', async () => {
      it_.server.quirks.resource = it_.server.url.replace(/\/mcp$/, '/m');
      await assert.rejects((await it_.hub()).signIn('tracker'), fails('untrusted', /which is not its address/));
    });

    it('an authorization server without PKCE', async () => {
      it_.authorization.quirks.hasPkce = false;
      await assert.rejects((await it_.hub()).signIn('tracker'), fails('untrusted', /PKCE/));
      assert.deepEqual(it_.browser.opened, []);
    });

    it('an authorization server that calls itself by another name', async () => {
      it_.authorization.quirks.issuer = 'https://login.example';
      await assert.rejects((await it_.hub()).signIn('tracker'), fails('untrusted', /impostor/));
      assert.deepEqual(it_.browser.opened, []);
    });

    it('an answer of another authorization server, before the code is used or its text read', async () => {
      it_.authorization.quirks.redirectIssuer = 'https://evil.example';
      it_.authorization.quirks.refusal = 'go to evil.example';
      await assert.rejects((await it_.hub()).signIn('tracker'), (error: Error) => {
        assert.doesNotMatch(error.message, /go to/);
        return fails('untrusted', /does not come from/)(error);
      });
      it_.authorization.quirks.refusal = undefined;
      await assert.rejects((await it_.hub()).signIn('tracker'), fails('untrusted'));
      assert.deepEqual(it_.authorization.asked('/token'), []);
    });

    it('an answer that does not say whose it is, where the authorization server says it always does', async () => {
      it_.authorization.quirks.redirectIssuer = 'missing';
      it_.authorization.quirks.announcesIssuer = true;
      await assert.rejects((await it_.hub()).signIn('tracker'), fails('untrusted'));
      assert.deepEqual(it_.authorization.asked('/token'), []);
    });

    it('an authorization server that leads into a private network', async () => {
      it_.authorization.quirks.metadata = { token_endpoint: 'https://192.168.7.7/token' };
      await assert.rejects(
        (await it_.hub()).signIn('tracker'),
        fails('untrusted', /192\.168\.7\.7/, /private network/),
      );
    });

    it('to open an address that is no web address', async () => {
      it_.authorization.quirks.metadata = { authorization_endpoint: 'file:///etc/passwd' };
      await assert.rejects((await it_.hub()).signIn('tracker'));
      assert.deepEqual(it_.browser.opened, []);
    });

    it('to ask anything of a server that waits for approval or is disabled', async () => {
      const entry = { type: 'http', url: it_.server.url };
      it_.fixture.write('workspace/.mcp.json', { shared: entry });
      const hub = await it_.fixture.hub({ off: { ...entry, disabled: true } }, { signInSurface: it_.browser });
      await assert.rejects(hub.signIn('shared'), fails('not_applicable', /Approve it first/));
      await assert.rejects(hub.signIn('off'), fails('not_applicable', /Enable it first/));
      assert.equal(it_.server.seenHeaders, '[]');
    });

    it('where no person is, and says where one can sign in', async () => {
      const hub = await it_.hub({}, { signInSurface: undefined });
      await assert.rejects(hub.signIn('tracker'), fails('no_surface', /patchbay mcp auth tracker/));
    });
  });

  it('tolerates a slash at the end of the resource, and sends it back as the server wrote it', async () => {
    it_.server.quirks.resource = `${it_.server.url}/`;
    assert.equal((await (await it_.hub()).signIn('tracker')).status, 'connected');
    assert.equal(it_.browser.opened[0]?.searchParams.get('resource'), `${it_.server.url}/`);
  });

  it('tells that the person declined', async () => {
    it_.authorization.quirks.refusal = 'access_denied';
    await assert.rejects((await it_.hub()).signIn('tracker'), fails('refused', /declined/));
  });

  it('is cancelled by a signal, and the port of its answer is free again', async () => {
    const hub = await it_.hub();
    const cancel = new AbortController();
    it_.browser.visits = async () => {
      await Promise.resolve();
      cancel.abort();
    };
    await assert.rejects(hub.signIn('tracker', cancel.signal), fails('cancelled'));
    it_.browser.visits = undefined;
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    assert.equal(redirectOf(it_.browser.opened.at(-1)).port, String(callbackPorts[0]));
  });

  it('takes the place of one that still waits', async () => {
    const hub = await it_.hub();
    const opened = new Promise<void>((resolve) => {
      it_.browser.visits = () => Promise.resolve(resolve());
    });
    const first = hub.signIn('tracker');
    const firstFails = assert.rejects(first, fails('cancelled', /took the place/));
    await opened;
    it_.browser.visits = undefined;
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    await firstFails;
  });

  describe('asks for the scope', () => {
    async function asked(oauth: Readonly<Record<string, unknown>> = {}): Promise<string | null | undefined> {
      await (await it_.hub(oauth)).signIn('tracker');
      return it_.browser.opened[0]?.searchParams.get('scope');
    }

    it('that the refusal names', async () => {
      it_.server.quirks.challengeScope = 'issues:read';
      it_.server.quirks.scopes = ['issues:read', 'issues:write'];
      assert.equal(await asked(), 'issues:read');
    });

    it('that the server supports, when the refusal names none', async () => {
      it_.server.quirks.scopes = ['issues:read', 'issues:write'];
      assert.equal(await asked(), 'issues:read issues:write');
    });

    it('of nothing in particular, when nothing is named', async () => {
      assert.equal(await asked(), null);
    });

    it('to renew without a person, only where the authorization server lists it', async () => {
      it_.server.quirks.challengeScope = 'issues:read';
      it_.authorization.quirks.scopes = ['issues:read', 'offline_access'];
      assert.equal(await asked(), 'issues:read offline_access');
    });

    it('that is configured, and no other', async () => {
      it_.server.quirks.challengeScope = 'issues:read';
      it_.authorization.quirks.scopes = ['issues:read', 'offline_access'];
      assert.equal(await asked({ scopes: ['issues:admin'] }), 'issues:admin');
    });
  });

  it('is needed again for more scope, and keeps what was granted before', async () => {
    it_.server.quirks.challengeScope = 'issues:read';
    it_.server.quirks.callScope = 'issues:write';
    const hub = await it_.hub();
    await hub.signIn('tracker');
    await assert.rejects(hub.callTool('tracker', 'echo', { text: 'x' }));
    const state = hub.server('tracker')?.state;
    assert.equal(state?.status, 'needsAuth', JSON.stringify(state));
    assert.match(state.message, /issues:write/);
    assert.equal(it_.browser.opened.length, 1);
    await hub.signIn('tracker');
    assert.equal(it_.browser.opened[1]?.searchParams.get('scope'), 'issues:read issues:write');
    assert.equal(textOf(await hub.callTool('tracker', 'echo', { text: 'more' })), 'more');
  });
});

function redirectOf(address: URL | undefined): URL {
  return new URL(address?.searchParams.get('redirect_uri') ?? '');
}
