import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { ModernHttp } from '../servers/modern/modernHttp.ts';
import { HubFixture } from '../support/hubFixture.ts';
import { fastTiming, notes, SessionCase } from '../support/sessionCase.ts';
import { until } from '../support/until.ts';

describe('what a server over HTTP reports by itself', function () {
  this.timeout(20_000);
  let it_: SessionCase;
  let hub: Hub;
  let updates: string[];

  beforeEach(async () => {
    it_ = await SessionCase.start();
    hub = await it_.hub();
    updates = [];
    hub.onDidUpdateResource(({ server, uri }) => updates.push(`${server} ${uri}`));
    await hub.connect('notes');
    await streams(1);
  });
  afterEach(() => it_.dispose());

  async function streams(count: number): Promise<void> {
    await it_.remote.request(() => it_.remote.requests.filter(({ method }) => method === 'GET').length === count);
  }

  it('is read in a few lists when it announces a thousand changes, and the last one counts', async () => {
    for (let index = 0; index < 1_000; index++) {
      it_.server.tools = [{ name: `tool-${index}` }];
      it_.server.announce('notifications/tools/list_changed');
    }
    await until(hub.onDidChange, () => notes(hub).catalog.tools.some(({ name }) => name === 'tool-999'));
    assert.ok(it_.count('tools/list') <= 4, `${it_.count('tools/list')} lists`);
    assert.equal(it_.count('prompts/list'), 1);
  });

  it('is a change of a resource, while it is subscribed to', async () => {
    await hub.subscribeResource('notes', 'note://one');
    assert.deepEqual([...it_.server.subscriptions], ['note://one']);
    it_.server.announce('notifications/resources/updated', { uri: 'note://one' });
    await until(hub.onDidUpdateResource, () => updates.length === 1);
    assert.deepEqual(updates, ['notes note://one']);
    await hub.unsubscribeResource('notes', 'note://one');
    assert.deepEqual([...it_.server.subscriptions], []);
  });

  it('is subscribed to again after it was connected anew, and counts as changed then', async () => {
    await hub.subscribeResource('notes', 'note://one');
    it_.server.forgetSessions();
    await hub.readResource('notes', 'note://one');
    await until(hub.onDidUpdateResource, () => updates.length === 1);
    await until(it_.server.onDidAsk, () => it_.server.subscriptions.has('note://one'));
    assert.deepEqual(updates, ['notes note://one']);
  });

  it('is not subscribed to again once it was unsubscribed from', async () => {
    await hub.subscribeResource('notes', 'note://one');
    await hub.unsubscribeResource('notes', 'note://one');
    await hub.restart('notes');
    await hub.readResource('notes', 'note://one');
    assert.equal(it_.count('resources/subscribe'), 1);
    assert.deepEqual(updates, []);
  });

  it('is waited for no longer than a request when it is subscribed to', async () => {
    await hub.dispose();
    hub = await it_.hub({}, { timeout: 1 });
    await hub.connect('notes');
    it_.remote.become((request, response) =>
      request.message?.method === 'resources/subscribe' ? undefined : it_.server.answer(request, response),
    );
    const began = Date.now();
    await assert.rejects(hub.subscribeResource('notes', 'note://one'), { code: 'timeout', message: /within 1 s/ });
    assert.ok(Date.now() - began < 5_000);
  });

  it('is waited for no longer when the call of a tool that is not listed yet is cancelled', async () => {
    let isListing: () => void = () => undefined;
    const listing = new Promise<void>((resolve) => (isListing = resolve));
    it_.remote.become((request, response) =>
      request.message?.method === 'tools/list' ? isListing() : it_.server.answer(request, response),
    );
    it_.server.announce('notifications/tools/list_changed');
    await listing;
    const call = new AbortController();
    const called = assert.rejects(hub.callTool('notes', 'newcomer', {}, { signal: call.signal }), { code: 'aborted' });
    // Now it waits for the list.
    await setImmediate();
    const began = Date.now();
    call.abort();
    await called;
    assert.ok(Date.now() - began < 5_000);
  });

  it('is logged from the level that was asked for, also after it was connected anew', async () => {
    assert.equal(hub.logLevel('notes'), undefined);
    await hub.setLogLevel('notes', 'warning');
    assert.equal(hub.logLevel('notes'), 'warning');
    await hub.restart('notes');
    await until(it_.server.onDidAsk, () => it_.server.logLevels.length === 2);
    assert.deepEqual(it_.server.logLevels, ['warning', 'warning']);
  });
});

describe('what a server of the modern protocol reports', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  let server: ModernHttp;
  let hub: Hub;
  let updates: number;

  beforeEach(async () => {
    fixture = new HubFixture();
    server = await ModernHttp.start({ legacy: 'reject' });
    hub = await fixture.hub({ modern: { type: 'http', url: server.url } }, { timing: fastTiming });
    updates = 0;
    hub.onDidUpdateResource(() => updates++);
    await hub.connect('modern');
  });
  afterEach(async () => {
    await fixture.dispose();
    await server.stop();
  });

  const listens = (): readonly { readonly notifications?: unknown }[] =>
    server.seen.filter(({ method }) => method === 'subscriptions/listen').map(({ body }) => body.params ?? {});
  const ofLists = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

  it('are changes of the lists it says it reports, and of the resources subscribed to, on one stream', async () => {
    assert.deepEqual(listens().at(-1)?.notifications, ofLists);
    await hub.subscribeResource('modern', 'note://visits');
    const withResource = { ...ofLists, resourceSubscriptions: ['note://visits'] };
    assert.deepEqual(listens().at(-1)?.notifications, withResource);
    await hub.callTool('modern', 'visit', {});
    await until(hub.onDidUpdateResource, () => updates === 1);
    await hub.unsubscribeResource('modern', 'note://visits');
    assert.deepEqual(listens().at(-1)?.notifications, ofLists);
  });

  // What changed while nobody listened was reported to nobody.
  it('counts as changed when its stream was away', async () => {
    await hub.subscribeResource('modern', 'note://visits');
    const before = listens().length;
    server.dropStreams();
    await until(hub.onDidUpdateResource, () => updates === 1);
    assert.equal(listens().length, before + 1);
  });
});
