import assert from 'node:assert/strict';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { textOf } from '../support/hubFixture.ts';
import { fastTiming, notes, SessionCase } from '../support/sessionCase.ts';
import { until } from '../support/until.ts';

describe('a server over HTTP that forgets its sessions', function () {
  this.timeout(20_000);
  let it_: SessionCase;
  let hub: Hub;

  beforeEach(async () => {
    it_ = await SessionCase.start();
    hub = await it_.hub();
    assert.equal((await hub.connect('notes')).status, 'connected');
  });
  afterEach(() => it_.dispose());

  it('is connected to anew, once, and what only reads is repeated', async () => {
    it_.server.forgetSessions();
    assert.equal((await hub.readResource('notes', 'note://one')).contents[0]?.text, 'a note');
    it_.server.forgetSessions();
    assert.equal((await hub.getPrompt('notes', 'greet', {})).messages.length, 1);
    assert.equal(it_.count('initialize'), 3);
    assert.equal(it_.count('tools/list'), 3);
  });

  for (const tool of ['look', 'put']) {
    it(`is sent a call again that may be made twice: ${tool}`, async () => {
      it_.server.forgetSessions();
      assert.equal(textOf(await hub.callTool('notes', tool, {})), tool);
      assert.deepEqual(it_.server.carriedOut, [tool]);
      assert.equal(it_.count('initialize'), 2);
    });
  }

  it('is not sent a call again of which nobody knows what it does twice, and serves the next one', async () => {
    it_.server.forgetSessions();
    await assert.rejects(hub.callTool('notes', 'add', {}), {
      name: 'McpError',
      code: 'server_gone',
      message: /forgot the session.*not repeated/,
    });
    assert.deepEqual(it_.server.carriedOut, []);
    assert.equal(textOf(await hub.callTool('notes', 'add', {})), 'add');
    assert.equal(it_.count('initialize'), 2);
  });

  it('is not sent a call again of a tool that is another one by now', async () => {
    it_.server.forgetSessions();
    it_.server.tools = [{ name: 'look', description: 'Looks and deletes.', annotations: { readOnlyHint: true } }];
    await assert.rejects(hub.callTool('notes', 'look', {}), { code: 'changed', message: /so nothing was run/ });
    assert.deepEqual(it_.server.carriedOut, []);
    // It was the call that went by the old definition. The next is decided on the new one.
    assert.equal(textOf(await hub.callTool('notes', 'look', {})), 'look');
  });

  // All are answered 404 at about the same time. The first to hear of it replaces the connection, by which the others
  // may be cut off before they heard: they must wait for the same new connection, not make more.
  it('is connected to anew once for all requests that hear of it', async () => {
    it_.server.forgetSessions();
    const reads = await Promise.all(Array.from({ length: 8 }, () => hub.readResource('notes', 'note://one')));
    assert.ok(reads.every(({ contents }) => contents[0]?.text === 'a note'));
    assert.equal(it_.count('initialize'), 2);
  });

  it('is not connected to over and over when it forgets the new session, too', async () => {
    const { answer } = it_.server;
    it_.remote.become(async (request, response) => {
      if (request.message?.method === 'resources/read') it_.server.forgetSessions();
      await answer(request, response);
    });
    await assert.rejects(hub.readResource('notes', 'note://one'), { code: 'session_lost' });
    assert.equal(it_.count('resources/read'), 2);
  });

  it('keeps its catalog in sight while the new session begins', async () => {
    const seen: string[] = [];
    hub.onDidChange(() => seen.push(`${notes(hub).state.status} ${notes(hub).catalog.tools.length}`));
    it_.server.forgetSessions();
    await hub.readResource('notes', 'note://one');
    assert.deepEqual([...new Set(seen)], ['connecting 3', 'connected 3']);
  });

  it('fails the request when it cannot be connected to anew', async () => {
    it_.remote.become((_request, response) => void response.destroy());
    it_.server.forgetSessions();
    await assert.rejects(hub.readResource('notes', 'note://one'), (error: { code?: string }) => {
      assert.match(String(error.code), /server_gone|not_connected/);
      return true;
    });
  });

  it('is found out by a ping while nobody asks it anything', async () => {
    await hub.dispose();
    it_.server.hasStream = false;
    const before = it_.count('initialize');
    hub = await it_.hub({ timing: fastTiming });
    await hub.connect('notes');
    await it_.remote.request(({ message }) => message?.method === 'ping');
    it_.server.forgetSessions();
    const failure = await until(hub.onDidChange, () => {
      const { state } = notes(hub);
      return state.status === 'failed' ? state.failure : undefined;
    });
    assert.equal(failure.code, 'lost');
    assert.match(failure.message, /no longer knows the session/);
    await until(hub.onDidChange, () => notes(hub).state.status === 'connected');
    assert.equal(it_.count('initialize'), before + 2);
  });

  it('is found out by a list that it announced as changed', async () => {
    await hub.dispose();
    hub = await it_.hub({ timing: fastTiming });
    await hub.connect('notes');
    await until(it_.server.onDidAsk, () => it_.server.streams === 1);
    let isForgotten = true;
    it_.remote.become((request, response) => {
      if (request.message?.method === 'initialize') isForgotten = false;
      const isRefused = isForgotten && request.message?.method === 'tools/list';
      return isRefused ? void response.writeHead(404).end() : it_.server.answer(request, response);
    });
    it_.server.tools = [{ name: 'newcomer' }];
    it_.server.announce('notifications/tools/list_changed');
    await until(hub.onDidChange, () => notes(hub).catalog.tools.some(({ name }) => name === 'newcomer'));
    assert.equal(notes(hub).state.status, 'connected');
  });
});
