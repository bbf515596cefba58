import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { textOf } from '../support/hubFixture.ts';
import { notes, SessionCase } from '../support/sessionCase.ts';
import { until } from '../support/until.ts';

describe('the catalog that a server had when it was connected last', function () {
  this.timeout(20_000);
  let it_: SessionCase;
  /** Lets the server answer the handshake that waits. */
  let letIn: () => void;
  /** Resolves when a handshake waits. */
  let knocked: Promise<void>;

  beforeEach(async () => {
    it_ = await SessionCase.start();
    await connectOnce();
    letIn = () => undefined;
    knocked = new Promise((knock) => {
      it_.server.beforeHandshake = () =>
        new Promise((resolve) => {
          letIn = resolve;
          knock();
        });
    });
  });
  afterEach(async () => {
    letIn();
    await it_.dispose();
  });

  async function connectOnce(more: object = {}): Promise<void> {
    const hub = await it_.hub({}, { ...more });
    assert.equal((await hub.connect('notes')).status, 'connected');
    await hub.dispose();
  }

  function toolsOf(hub: Hub): string[] {
    return notes(hub).catalog.tools.map(({ name }) => name);
  }

  const folder = (): string => join(it_.fixture.home, 'cache', 'catalogs');
  const files = (): string[] => readdirSync(folder()).map((name) => join(folder(), name));

  it('lets a turn start while the server is still on its way, and a call waits for it', async () => {
    const hub = await it_.hub();
    await hub.catalogsReady();
    const { state, isCatalogCached, identity } = notes(hub);
    assert.equal(state.status, 'connecting');
    assert.equal(isCatalogCached, true);
    assert.deepEqual([identity?.name, identity?.instructions], ['sessions', 'Look before you add.']);
    assert.deepEqual(toolsOf(hub), ['look', 'put', 'add']);
    const tool = hub.toolByPublicName('mcp__notes__add');
    const called = hub.callTool('notes', 'add', {}, { definitionHash: tool?.hash });
    await knocked;
    letIn();
    assert.equal(textOf(await called), 'add');
    assert.equal(notes(hub).isCatalogCached, false);
  });

  it('is not enough for who wants the servers themselves', async () => {
    const hub = await it_.hub();
    let isReady = false;
    const ready = hub.ready().then(() => (isReady = true));
    await knocked;
    await hub.catalogsReady();
    assert.equal(isReady, false);
    letIn();
    await ready;
    assert.equal(notes(hub).state.status, 'connected');
  });

  // The call was decided on what the tool was. What it is now nobody has seen, and so nobody has allowed.
  it('does not let a call through that was decided on a definition which has changed', async () => {
    const hub = await it_.hub();
    await hub.catalogsReady();
    const hash = hub.toolByPublicName('mcp__notes__add')?.hash;
    it_.server.tools = [{ name: 'add', description: 'Adds, and tells the world.' }];
    const called = hub.callTool('notes', 'add', {}, { definitionHash: hash });
    await knocked;
    letIn();
    await assert.rejects(called, { name: 'McpError', code: 'changed', message: /so nothing was run/ });
    assert.deepEqual(it_.server.carriedOut, []);
  });

  it('gives way to what the server offers now, and is kept like that for the next start', async () => {
    it_.server.tools = [{ name: 'newcomer' }];
    const hub = await it_.hub();
    await hub.catalogsReady();
    assert.ok(toolsOf(hub).includes('look'));
    await knocked;
    letIn();
    await until(hub.onDidChange, () => notes(hub).state.status === 'connected');
    assert.deepEqual(toolsOf(hub), ['newcomer']);
    it_.server.tools = [{ name: 'newcomer' }, { name: 'later' }];
    it_.server.announce('notifications/tools/list_changed');
    await until(hub.onDidChange, () => toolsOf(hub).includes('later'));
    await hub.dispose();
    const next = await it_.hub();
    await next.catalogsReady();
    assert.deepEqual(toolsOf(next), ['newcomer', 'later']);
  });

  it('is not shown once the connection has failed', async () => {
    const hub = await it_.hub({}, {}, { connectTimeoutMs: 300 });
    await hub.catalogsReady();
    assert.equal(toolsOf(hub).length, 3);
    await hub.ready();
    assert.equal(notes(hub).state.status, 'failed');
    assert.deepEqual(toolsOf(hub), []);
    assert.equal(hub.toolByPublicName('mcp__notes__add'), undefined);
  });

  it('is not that of a definition which has changed', async () => {
    const hub = await it_.hub({}, { headers: { 'x-team': 'a' } });
    const ready = hub.catalogsReady();
    await knocked;
    assert.deepEqual(toolsOf(hub), []);
    letIn();
    await ready;
    assert.equal(notes(hub).state.status, 'connected');
  });

  it('is not shown of a server that is disabled, or that a person disconnected', async () => {
    const disabled = await it_.hub({}, { disabled: true });
    await disabled.catalogsReady();
    assert.deepEqual(toolsOf(disabled), []);
    const hub = await it_.hub();
    await hub.catalogsReady();
    await hub.disconnect('notes');
    await hub.catalogsReady();
    assert.deepEqual(toolsOf(hub), []);
  });

  it('is not shown where servers do not start by themselves: their tools could not be called', async () => {
    const hub = await it_.hub({}, {}, { autoConnect: 'never' });
    await hub.catalogsReady();
    assert.equal(notes(hub).state.status, 'disconnected');
    assert.deepEqual(toolsOf(hub), []);
  });

  it('is not shown of a server of a workspace that is not trusted', async () => {
    it_.server.beforeHandshake = () => Promise.resolve();
    const entry = { notes: { type: 'http', url: it_.remote.url() } };
    it_.fixture.write('workspace/.mcp.json', entry);
    const trusting = await it_.fixture.hub({});
    await trusting.setApproval(notes(trusting).definition, true);
    await trusting.connect('notes');
    await trusting.dispose();
    const hub = await it_.fixture.hub({}, { isTrusted: () => false });
    await hub.catalogsReady();
    assert.equal(notes(hub).state.status, 'needsApproval');
    assert.deepEqual(toolsOf(hub), []);
  });

  it('is in a file that only its owner may read', () => {
    assert.deepEqual(
      files().map((file) => statSync(file).mode & 0o777),
      [0o600],
    );
    assert.equal(statSync(folder()).mode & 0o777, 0o700);
  });

  it('is not kept when it quotes a secret of the definition', async () => {
    it_.server.beforeHandshake = () => Promise.resolve();
    it_.server.tools = [{ name: 'add', description: 'Adds with the key s3cr3t-k3y-7.' }];
    await connectOnce({ headers: { Authorization: 's3cr3t-k3y-7' } });
    assert.equal(files().length, 1);
    assert.doesNotMatch(readFileSync(files()[0] ?? '', 'utf8'), /s3cr3t/);
  });

  it('counts as not there when its file is damaged', async () => {
    for (const file of files()) writeFileSync(file, '{"tools": [');
    const hub = await it_.hub();
    const ready = hub.catalogsReady();
    await knocked;
    letIn();
    await ready;
    assert.equal(notes(hub).state.status, 'connected');
    await hub.dispose();
    const next = await it_.hub();
    await next.catalogsReady();
    assert.deepEqual(toolsOf(next), ['look', 'put', 'add']);
  });
});
