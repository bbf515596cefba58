import assert from 'node:assert/strict';
import { AuthCase } from '../support/authCase.ts';
import { textOf } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';

describe('A sign-in that has lasted', () => {
  let world: AuthCase;

  beforeEach(async () => {
    world = await AuthCase.start();
  });

  afterEach(async () => {
    await world.dispose();
  });

  const renewals = (): number => world.authorization.tokenRequests('refresh_token').length;

  it('is renewed without the person when its token has expired', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    world.authorization.expire();
    assert.equal(textOf(await hub.callTool('tracker', 'echo', { text: 'on' })), 'on');
    assert.equal(renewals(), 1);
    assert.equal(world.authorization.tokenRequests('refresh_token')[0]?.get('resource'), world.server.url);
    assert.equal(world.browser.opened.length, 1);
  });

  it('is renewed with the newest refresh token each time', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    for (const text of ['one', 'two', 'three']) {
      world.authorization.expire();
      assert.equal(textOf(await hub.callTool('tracker', 'echo', { text })), text);
    }
    assert.deepEqual(world.authorization.reused, []);
  });

  it('is not renewed with a token of a type that nobody here understands', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    world.authorization.expire();
    const body = JSON.stringify({ access_token: 'other-token', token_type: 'mac' });
    world.authorization.quirks.tokenAnswer = () => ({ status: 200, body });
    await assert.rejects(hub.callTool('tracker', 'echo', { text: 'on' }), /a token of the type "mac"/);
  });

  it('is renewed once for all requests of a step', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    world.authorization.expire();
    const calls = ['a', 'b', 'c', 'd', 'e'].map((text) => hub.callTool('tracker', 'echo', { text }));
    assert.deepEqual((await Promise.all(calls)).map(textOf), ['a', 'b', 'c', 'd', 'e']);
    assert.equal(renewals(), 1);
  });

  it('is renewed once for all windows', async () => {
    const first = await world.hub();
    await first.signIn('tracker');
    const second = await world.hub();
    await second.connect('tracker');
    world.authorization.expire();
    const calls = [first, second].map((hub) => hub.callTool('tracker', 'echo', { text: 'x' }));
    assert.deepEqual((await Promise.all(calls)).map(textOf), ['x', 'x']);
    assert.equal(renewals(), 1);
    assert.deepEqual(world.authorization.reused, []);
  });

  it('is asked for again, once and in sight, when everything was revoked at the server', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    world.authorization.forgetGrants();
    await assert.rejects(hub.callTool('tracker', 'echo', { text: 'x' }));
    await until(hub.onDidChange, () => hub.server('tracker')?.state.status === 'needsAuth');
    assert.equal((await hub.connect('tracker')).status, 'needsAuth');
    // Asked once whether it can be renewed; then dropped, and not tried again.
    assert.equal(renewals(), 1);
    assert.equal(world.browser.opened.length, 1);
  });

  it('can be signed in to again after it has expired', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    world.authorization.forgetGrants();
    assert.equal((await hub.restart('tracker')).status, 'needsAuth');
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    assert.equal(textOf(await hub.callTool('tracker', 'echo', { text: 'again' })), 'again');
  });

  it('drops a stale token and a purged client, and asks at most once', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    world.authorization.forgetGrants();
    world.authorization.forgetClients();
    assert.equal((await hub.restart('tracker')).status, 'needsAuth');
    assert.equal(world.browser.opened.length, 1);
    assert.equal((await hub.signIn('tracker')).status, 'connected');
    assert.equal(world.browser.opened.length, 2);
    assert.equal(world.authorization.asked('/register').length, 2);
  });

  it('is not renewed over and over for a server that refuses the tokens of its own authorization server', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    world.server.quirks.refusesAll = true;
    const states = [await hub.restart('tracker'), await hub.restart('tracker'), await hub.restart('tracker')];
    assert.deepEqual(
      states.map(({ status }) => status),
      ['needsAuth', 'needsAuth', 'needsAuth'],
    );
    assert.equal(renewals(), 1);
  });

  it('is not renewed at another authorization server, though the client is known there too', async () => {
    const other = await world.anotherAuthorizationServer();
    for (const server of [world.authorization, other]) server.quirks.readsMetadataDocuments = true;
    const hub = await world.hub({ clientMetadataUrl: 'https://patchbay.example/client.json' });
    await hub.signIn('tracker');
    world.server.moveTo(other);
    const state = await hub.restart('tracker');
    assert.equal(state.status, 'needsAuth');
    assert.match(state.message, /authorization server has changed/);
    assert.deepEqual(other.asked('/token'), []);
  });

  it('keeps its tokens while the authorization server is out of order', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    world.authorization.expire();
    world.authorization.quirks.tokenAnswer = () => ({ status: 503, body: 'down for maintenance' });
    const state = await hub.restart('tracker');
    assert.equal(state.status, 'needsAuth');
    assert.doesNotMatch(state.message, /maintenance/);
    world.authorization.quirks.tokenAnswer = () => undefined;
    assert.equal((await hub.restart('tracker')).status, 'connected');
    assert.equal(world.browser.opened.length, 1);
  });

  for (const status of [429, 503]) {
    it(`keeps its tokens while the server answers with HTTP ${status} where one signs in`, async () => {
      const hub = await world.hub();
      await hub.signIn('tracker');
      world.authorization.expire();
      world.server.quirks.metadataStatus = status;
      const state = await hub.restart('tracker');
      assert.equal(state.status, 'needsAuth');
      assert.match(state.message, new RegExp(`HTTP ${status}`, 'u'));
      delete world.server.quirks.metadataStatus;
      assert.equal((await hub.restart('tracker')).status, 'connected');
      assert.equal(world.browser.opened.length, 1);
    });
  }

  it('stays forgotten when the person signs out while it is being renewed', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    world.authorization.expire();
    let signingOut: Promise<void> | undefined;
    world.authorization.quirks.tokenAnswer = () => {
      signingOut ??= hub.signOut('tracker');
      return undefined;
    };
    await hub.restart('tracker').catch(() => {});
    await signingOut;
    assert.ok(signingOut);
    assert.deepEqual([...world.fixture.secrets.values.keys()], []);
  });

  it('is revoked and forgotten when the person signs out', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    const [token] = world.server.tokens;
    await hub.signOut('tracker');
    assert.equal(world.authorization.revoked.length, 2);
    assert.ok(world.authorization.revoked.includes(token ?? ''));
    assert.deepEqual([...world.fixture.secrets.values.keys()], []);
    assert.equal(hub.server('tracker')?.state.status, 'needsAuth');
  });

  it('is forgotten also when the authorization server is gone', async () => {
    const hub = await world.hub();
    await hub.signIn('tracker');
    await world.authorization.dispose();
    await hub.signOut('tracker');
    assert.deepEqual([...world.fixture.secrets.values.keys()], []);
    assert.match(world.fixture.warnings.join('\n'), /could not be revoked/);
  });
});
