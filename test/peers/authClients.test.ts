import assert from 'node:assert/strict';
import { callbackPorts } from '../../src/core/mcp/auth/callbackServer.ts';
import { AuthCase } from '../support/authCase.ts';
import { signInFails } from '../support/signInFailure.ts';

const documentUrl = 'https://patchbay.example/client.json';

describe('The client that signs in', () => {
  let world: AuthCase;

  beforeEach(async () => {
    world = await AuthCase.start();
  });

  afterEach(async () => {
    await world.dispose();
  });

  function clientIds(): (string | null)[] {
    return world.browser.opened.map((address) => address.searchParams.get('client_id'));
  }

  it('registers as a program on a machine, with every address it may be answered at', async () => {
    await (await world.hub()).signIn('tracker');
    const [client] = world.authorization.clients.values();
    assert.equal(client?.metadata['application_type'], 'native');
    assert.equal(client.metadata['client_name'], 'Patchbay');
    const ports = client.redirectUris.map((uri) => Number(new URL(uri).port));
    assert.deepEqual(ports, callbackPorts);
    const paths = new Set(client.redirectUris.map((uri) => new URL(uri).pathname));
    assert.equal(paths.size, 1);
    assert.match([...paths].join(), /^\/callback\/[\w-]{20,}$/);
  });

  it('registers once, and is answered at the same address when the person signs in again', async () => {
    await (await world.hub()).signIn('tracker');
    await (await world.hub()).signIn('tracker');
    assert.equal(world.authorization.asked('/register').length, 1);
    const [first, second] = world.browser.opened.map((address) => address.searchParams.get('redirect_uri'));
    assert.equal(first, second);
  });

  it('is the configured one, with its secret from the environment, before all others', async () => {
    const redirectUris = ['http://127.0.0.1:27399/callback'];
    world.authorization.addClient({ id: 'by-hand', redirectUris, metadata: {} });
    world.authorization.quirks.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    const oauth = { clientId: 'by-hand', clientSecretEnv: 'TRACKER_SECRET', callbackPort: 27_399 };
    const environment = { ...process.env, TRACKER_SECRET: 'secret-of-tracker' };
    const hub = await world.hub({ ...oauth, clientMetadataUrl: documentUrl }, { environment });
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    assert.deepEqual(clientIds(), ['by-hand']);
    assert.deepEqual(world.authorization.asked('/register'), []);
    const [exchange] = world.authorization.tokenRequests('authorization_code');
    assert.equal(exchange?.get('client_secret'), 'secret-of-tracker');
  });

  it('is not used without the secret that it needs', async () => {
    const hub = await world.hub({ clientId: 'by-hand', clientSecretEnv: 'PATCHBAY_TEST_UNSET' });
    await assert.rejects(hub.signIn('tracker'), signInFails('no_client', /PATCHBAY_TEST_UNSET is not set/));
  });

  it('is shown to no other authorization server when it is configured', async () => {
    const redirectUris = callbackPorts.map((port) => `http://127.0.0.1:${port}/callback`);
    world.authorization.addClient({ id: 'by-hand', redirectUris, metadata: {} });
    const hub = await world.hub({ clientId: 'by-hand' });
    await hub.signIn('tracker');
    const other = await world.anotherAuthorizationServer();
    world.server.moveTo(other);
    await assert.rejects(hub.signIn('tracker'), signInFails('untrusted', /another authorization server/));
    assert.deepEqual(other.asked('/authorize'), []);
    await hub.signOut('tracker');
    other.addClient({ id: 'by-hand', redirectUris, metadata: {} });
    assert.equal((await hub.signIn('tracker')).status, 'connected');
  });

  it('is a metadata document where the authorization server reads such, and registers elsewhere', async () => {
    world.authorization.quirks.readsMetadataDocuments = true;
    const hub = await world.hub({ clientMetadataUrl: documentUrl });
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    assert.deepEqual(clientIds(), [documentUrl]);
    world.authorization.quirks.readsMetadataDocuments = false;
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    assert.match(String(clientIds()[1]), /^client-/);
  });

  it('has to be configured where the authorization server registers none, and that is said', async () => {
    world.authorization.quirks.registers = false;
    await assert.rejects((await world.hub()).signIn('tracker'), signInFails('no_client', /"oauth\.clientId"/));
    assert.deepEqual(world.browser.opened, []);
  });

  it('registers anew, once, when the authorization server answers that it has forgotten it', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    world.authorization.quirks.refusal = 'unauthorized_client';
    await assert.rejects(hub.signIn('tracker'), signInFails('no_client', /does not accept the client/));
    assert.equal(world.authorization.asked('/register').length, 2);
    world.authorization.quirks.refusal = undefined;
    assert.equal((await hub.signIn('tracker')).status, 'connected');
  });

  it('registers anew when the token endpoint has forgotten it, and the person gets through', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    let isFirst = true;
    world.authorization.quirks.tokenAnswer = () => {
      if (!isFirst) return undefined;
      isFirst = false;
      return { status: 401, body: '{"error":"invalid_client"}' };
    };
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    assert.equal(world.authorization.asked('/register').length, 2);
  });

  it('registers anew after a page in the browser that led nowhere: a forgotten client is not sent back', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    world.authorization.forgetClients();
    const giveUp = new AbortController();
    const waiting = hub.signIn('tracker', giveUp.signal);
    await world.browser.pageAt(1);
    giveUp.abort();
    await assert.rejects(waiting, signInFails('cancelled'));
    assert.equal((await hub.signIn('tracker')).status, 'connected');
  });

  it('keeps what renews its tokens when the person thinks better of signing in once more', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    const opened = new Promise<void>((resolve) => {
      world.browser.visits = () => Promise.resolve(resolve());
    });
    const giveUp = new AbortController();
    const waiting = hub.signIn('tracker', giveUp.signal);
    await opened;
    giveUp.abort();
    await assert.rejects(waiting, signInFails('cancelled'));
    world.authorization.expire();
    assert.equal((await hub.restart('tracker')).status, 'connected');
    assert.equal(world.authorization.tokenRequests('refresh_token').length, 1);
  });

  it('registers with the new authorization server when the server has moved, and shows it no old token', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    const [firstClient] = clientIds();
    const other = await world.anotherAuthorizationServer();
    world.server.moveTo(other);
    world.authorization.expire();
    assert.equal((await hub.restart('tracker')).status, 'needsAuth');
    assert.deepEqual(other.asked('/token'), []);
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    assert.notEqual(clientIds()[1], firstClient);
    assert.equal(other.asked('/register').length, 1);
  });

  it('registers the address under which the browser reaches a remote machine', async () => {
    world.browser.externalAddress = (loopback) =>
      Promise.resolve(new URL(`http://localhost:${loopback.port}${loopback.pathname}`));
    assert.equal((await (await world.hub()).signIn('tracker')).status, 'connected');
    const [address] = world.browser.opened;
    assert.match(address?.searchParams.get('redirect_uri') ?? '', /^http:\/\/localhost:/);
  });

  it('takes the address that the person pastes where the browser cannot come back', async () => {
    let ended = '';
    world.browser.visits = (location) => Promise.resolve(void (ended = location.href));
    world.browser.askForRedirect = () => Promise.resolve(ended);
    assert.equal((await (await world.hub()).signIn('tracker')).status, 'connected');
  });

  it('takes a pasted code, but no answer to another sign-in', async () => {
    let ended = new URL('http://127.0.0.1/');
    world.authorization.quirks.redirectIssuer = 'missing';
    world.browser.visits = (location) => Promise.resolve(void (ended = location));
    world.browser.askForRedirect = () => Promise.resolve(ended.searchParams.get('code') ?? undefined);
    const hub = await world.hub();
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    world.browser.askForRedirect = () => {
      ended.searchParams.set('state', 'of-another-sign-in');
      return Promise.resolve(ended.href);
    };
    await assert.rejects(hub.signIn('tracker'), signInFails('callback', /not the answer to this sign-in/));
  });

  it('can sign in with metadata from a configured address', async () => {
    world.server.quirks.metadataAt = 'nowhere';
    const authServerMetadataUrl = `${world.authorization.url}/.well-known/oauth-authorization-server`;
    assert.equal((await (await world.hub({ authServerMetadataUrl })).signIn('tracker')).status, 'connected');
  });

  it('shows nothing of a sign-in to an authorization server that says in configured metadata to be that of the sign-in', async () => {
    await (await world.hub()).signIn('tracker');
    world.authorization.expire();
    const other = await world.anotherAuthorizationServer();
    other.quirks.issuer = world.authorization.url;
    const hub = await world.hub({ authServerMetadataUrl: `${other.url}/.well-known/oauth-authorization-server` });
    assert.equal((await hub.connect('tracker')).status, 'needsAuth');
    await hub.signOut('tracker');
    assert.deepEqual(other.requests, []);
  });
});
