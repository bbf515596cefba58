import assert from 'node:assert/strict';
import { silentLogger } from '../../src/core/base/logger.ts';
import type { Credentials } from '../../src/core/mcp/auth/credentialSource.ts';
import type { ServerAuth } from '../../src/core/mcp/auth/serverAuth.ts';
import { SignIns } from '../../src/core/mcp/auth/signIns.ts';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { AuthCase } from '../support/authCase.ts';

describe('A refusal that comes late', () => {
  let world: AuthCase;

  beforeEach(async () => {
    world = await AuthCase.start();
  });

  afterEach(async () => {
    await world.dispose();
  });

  function authOf(hub: Hub, credentials?: Credentials): ServerAuth {
    const { definition } = hub.server('tracker') ?? {};
    assert.equal(definition?.transport.type, 'http');
    const signIns = new SignIns({
      home: world.fixture.home,
      secrets: world.fixture.secrets,
      environment: {},
      logger: silentLogger,
      credentials: credentials && (() => credentials),
    });
    return signIns.authFor(definition, definition.transport);
  }

  /** A request of a transport, with the token of the moment. */
  async function ask(auth: ServerAuth): Promise<Response> {
    const token = await auth.authProvider.token();
    const headers = { Authorization: `Bearer ${token ?? ''}`, 'Content-Type': 'application/json' };
    return auth.wrapFetch((url, init) => fetch(url, init))(world.server.url, { method: 'POST', headers, body: '{}' });
  }

  function refuse(auth: ServerAuth, response: Response): Promise<void> | undefined {
    const serverUrl = new URL(world.server.url);
    return auth.authProvider.onUnauthorized?.({ response, serverUrl, fetchFn: fetch });
  }

  it('of a token that has been renewed meanwhile ends no sign-in', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    await hub.disconnect('tracker');
    world.authorization.expire();
    const auth = authOf(hub);
    const [first, second] = [await ask(auth), await ask(auth)];
    assert.deepEqual([first.status, second.status], [401, 401]);
    await refuse(auth, first);
    await refuse(auth, second);
    assert.notEqual((await ask(auth)).status, 401);
    assert.equal(world.authorization.tokenRequests('refresh_token').length, 1);
  });

  it('asks for no second token of a program', async () => {
    world.authorization.addClient({ id: 'robot', redirectUris: [], metadata: {} });
    world.authorization.quirks.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    const hub = await world.hub();
    const auth = authOf(hub, { type: 'clientSecret', clientId: 'robot', clientSecret: 'robot-secret' });
    const [first, second] = [await ask(auth), await ask(auth)];
    await refuse(auth, first);
    await refuse(auth, second);
    assert.notEqual((await ask(auth)).status, 401);
    assert.equal(world.authorization.tokenRequests('client_credentials').length, 1);
  });
});
