import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { Credentials } from '../../src/core/mcp/auth/credentialSource.ts';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { AuthCase } from '../support/authCase.ts';
import { textOf } from '../support/hubFixture.ts';
import { signInFails } from '../support/signInFailure.ts';

describe("A program's own credentials", () => {
  let world: AuthCase;

  beforeEach(async () => {
    world = await AuthCase.start();
    world.authorization.addClient({ id: 'robot', redirectUris: [], metadata: {} });
    world.authorization.quirks.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post', 'none'] };
  });

  afterEach(async () => {
    await world.dispose();
  });

  function hubWith(credentials: Credentials): Promise<Hub> {
    return world.hub({}, { signInSurface: undefined, credentials: () => credentials });
  }

  it('open a server without a person, with a secret', async () => {
    const hub = await hubWith({ type: 'clientSecret', clientId: 'robot', clientSecret: 'robot-secret' });
    assert.equal((await hub.connect('tracker')).status, 'connected');
    assert.equal(textOf(await hub.callTool('tracker', 'echo', { text: 'beep' })), 'beep');
    const [request] = world.authorization.tokenRequests('client_credentials');
    assert.equal(request?.get('client_secret'), 'robot-secret');
    assert.equal(request.get('resource'), world.server.url);
  });

  it('open a server with a signed assertion', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const hub = await hubWith({ type: 'privateKey', clientId: 'robot', privateKey: pem, algorithm: 'ES256' });
    assert.equal((await hub.connect('tracker')).status, 'connected');
    const [request] = world.authorization.tokenRequests('client_credentials');
    const [, claims = ''] = (request?.get('client_assertion') ?? '').split('.');
    const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string };
    assert.deepEqual([aud, sub], [world.authorization.url, 'robot']);
  });

  it('open a server with a statement of the platform', async () => {
    const assertion = (): Promise<string> => Promise.resolve('platform-statement');
    const hub = await hubWith({ type: 'workload', clientId: 'robot', assertion });
    assert.equal((await hub.connect('tracker')).status, 'connected');
    const [request] = world.authorization.tokenRequests('urn:ietf:params:oauth:grant-type:jwt-bearer');
    assert.equal(request?.get('assertion'), 'platform-statement');
  });

  it('open a server for a person whom the organisation vouches for', async () => {
    const identity = await world.anotherAuthorizationServer();
    identity.quirks.tokenAnswer = () => ({
      status: 200,
      body: JSON.stringify({
        access_token: 'vouched-for',
        issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
        token_type: 'N_A',
      }),
    });
    const hub = await hubWith({
      type: 'enterprise',
      clientId: 'robot',
      clientSecret: 'robot-secret',
      identityTokenEndpoint: `${identity.url}/token`,
      identityClientId: 'patchbay',
      idToken: () => Promise.resolve('id-token'),
    });
    assert.equal((await hub.connect('tracker')).status, 'connected');
    const [exchange] = identity.tokenRequests('urn:ietf:params:oauth:grant-type:token-exchange');
    assert.equal(exchange?.get('subject_token'), 'id-token');
    assert.equal(exchange.get('audience'), world.authorization.url);
    assert.equal(exchange.get('resource'), world.server.url);
    const [grant] = world.authorization.tokenRequests('urn:ietf:params:oauth:grant-type:jwt-bearer');
    assert.equal(grant?.get('assertion'), 'vouched-for');
  });

  it('open nothing with a token of a type that nobody here understands', async () => {
    const body = JSON.stringify({ access_token: 'other-token', token_type: 'mac' });
    world.authorization.quirks.tokenAnswer = () => ({ status: 200, body });
    const hub = await hubWith({ type: 'clientSecret', clientId: 'robot', clientSecret: 'robot-secret' });
    const state = await hub.connect('tracker');
    assert.ok(state.status === 'needsAuth', state.status);
    assert.match(state.message, /a token of the type "mac", which is not understood/);
  });

  it('are used again when a token has expired, once for all requests', async () => {
    const hub = await hubWith({ type: 'clientSecret', clientId: 'robot', clientSecret: 'robot-secret' });
    await hub.connect('tracker');
    world.authorization.expire();
    await Promise.all(['a', 'b', 'c'].map((text) => hub.callTool('tracker', 'echo', { text })));
    assert.equal(world.authorization.tokenRequests('client_credentials').length, 2);
  });

  it('get more scope where the server asks for more, by themselves', async () => {
    world.server.quirks.callScope = 'issues:write';
    const hub = await hubWith({ type: 'clientSecret', clientId: 'robot', clientSecret: 'robot-secret' });
    await hub.connect('tracker');
    assert.equal(textOf(await hub.callTool('tracker', 'echo', { text: 'more' })), 'more');
  });

  it('are shown to no other authorization server than the one they belong to', async () => {
    const hub = await hubWith({
      type: 'clientSecret',
      clientId: 'robot',
      clientSecret: 'robot-secret',
      issuer: 'https://login.example',
    });
    const state = await hub.connect('tracker');
    assert.equal(state.status, 'needsAuth');
    assert.match(state.message, /belong to https:\/\/login\.example/);
    assert.deepEqual(world.authorization.asked('/token'), []);
  });

  it('that are refused are shown once, not over and over', async () => {
    world.authorization.forgetClients();
    const hub = await hubWith({ type: 'clientSecret', clientId: 'robot', clientSecret: 'robot-secret' });
    assert.equal((await hub.connect('tracker')).status, 'needsAuth');
    assert.equal(world.authorization.asked('/token').length, 1);
  });

  it('leave nothing for a person to sign in to', async () => {
    const hub = await hubWith({ type: 'clientSecret', clientId: 'robot', clientSecret: 'robot-secret' });
    await hub.connect('tracker');
    await assert.rejects(hub.signIn('tracker'), signInFails('not_applicable'));
  });
});
