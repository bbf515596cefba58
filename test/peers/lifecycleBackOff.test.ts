import assert from 'node:assert/strict';
import type { ConnectionFailure } from '../../src/core/mcp/connection/connectionState.ts';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { FakeTiming } from '../support/fakeTiming.ts';
import { fastTiming, notes, SessionCase } from '../support/sessionCase.ts';
import { until } from '../support/until.ts';
import type { Answer } from '../servers/remote/remoteServer.ts';

/** Nobody is there any more. */
const gone: Answer = (_request, response) => void response.destroy();

describe('a server over HTTP whose connection breaks', function () {
  this.timeout(20_000);
  let it_: SessionCase;

  beforeEach(async () => {
    it_ = await SessionCase.start();
  });
  afterEach(() => it_.dispose());

  async function connected(hub: Hub): Promise<Hub> {
    assert.equal((await hub.connect('notes')).status, 'connected');
    // Its stream, by which it is noticed that the server goes.
    await it_.remote.request(({ method }) => method === 'GET');
    return hub;
  }

  /** The server goes, and a request finds that out. */
  async function breakIt(hub: Hub): Promise<void> {
    it_.remote.become(gone);
    it_.remote.breakConnections();
    await assert.rejects(hub.readResource('notes', 'note://one'), { name: 'McpError', code: 'server_gone' });
  }

  function failed(hub: Hub): ConnectionFailure | undefined {
    const { state } = notes(hub);
    return state.status === 'failed' ? state.failure : undefined;
  }

  const attempts = (): number => it_.count('initialize') + it_.remote.requests.filter(isProbe).length;
  const isProbe = ({ message }: { message: { method?: string } | undefined }): boolean =>
    message?.method === 'server/discover';

  it('is connected to again by itself when it is back', async () => {
    const hub = await connected(await it_.hub({ timing: fastTiming }));
    await breakIt(hub);
    const failure = await until(hub.onDidChange, () => failed(hub));
    assert.match(failure.code, /lost|unreachable/);
    it_.remote.become(it_.server.answer);
    await until(hub.onDidChange, () => notes(hub).state.status === 'connected');
    assert.equal((await hub.readResource('notes', 'note://one')).contents[0]?.text, 'a note');
  });

  it('is tried five times, saying when, and then no more until somebody asks it something', async () => {
    const hub = await connected(await it_.hub({ timing: fastTiming }));
    const planned = new Set<number>();
    hub.onDidChange(() => {
      const at = failed(hub)?.retryAt;
      if (at !== undefined) planned.add(at);
    });
    await breakIt(hub);
    await until(hub.onDidChange, () => planned.size === 5 && failed(hub) && failed(hub)?.retryAt === undefined);
    // The last attempt has failed; whoever asks in this moment hears of that one.
    await hub.ready();
    it_.remote.become(it_.server.answer);
    const before = attempts();
    assert.equal((await hub.readResource('notes', 'note://one')).contents[0]?.text, 'a note');
    assert.ok(attempts() > before);
  });

  it('is waited for no longer once a person disconnects it', async () => {
    const timing = new FakeTiming();
    const hub = await connected(await it_.hub({ timing }));
    await breakIt(hub);
    await until(hub.onDidChange, () => failed(hub)?.retryAt !== undefined);
    await hub.disconnect('notes');
    assert.equal(notes(hub).state.status, 'disconnected');
    assert.equal(timing.timers, 0);
  });

  it('is waited for no longer when its definition goes somewhere else, or the hub ends', async () => {
    const timing = new FakeTiming();
    const hub = await connected(await it_.hub({ timing }));
    await breakIt(hub);
    await until(hub.onDidChange, () => failed(hub)?.retryAt !== undefined);
    it_.fixture.write('home/mcp.json', { notes: { type: 'http', url: it_.remote.url('/other') } });
    await hub.refreshDefinitions();
    assert.equal(notes(hub).state.status, 'disconnected');
    assert.equal(timing.timers, 0);
    it_.remote.become(it_.server.answer);
    await connected(hub);
    await breakIt(hub);
    await until(hub.onDidChange, () => failed(hub)?.retryAt !== undefined);
    await hub.dispose();
    assert.equal(timing.timers, 0);
  });

  it('is connected to at once when a person wants that, instead of at the end of the wait', async () => {
    const timing = new FakeTiming();
    const hub = await connected(await it_.hub({ timing }));
    await breakIt(hub);
    await until(hub.onDidChange, () => failed(hub)?.retryAt !== undefined);
    it_.remote.become(it_.server.answer);
    assert.equal((await hub.connect('notes')).status, 'connected');
    const before = it_.count('initialize');
    await timing.pass(5_000);
    assert.equal(it_.count('initialize'), before);
  });

  it('is not tried again by itself when it could never be reached', async () => {
    it_.remote.become(gone);
    const timing = new FakeTiming();
    const hub = await it_.hub({ timing });
    await hub.ready();
    const failure = failed(hub);
    assert.equal(failure?.code, 'unreachable');
    assert.equal(failure.retryAt, undefined);
    assert.equal(timing.timers, 0);
    const before = attempts();
    await hub.ready();
    assert.equal(attempts(), before);
  });

  it('keeps no timer once it is closed', async () => {
    const timing = new FakeTiming();
    const hub = await connected(await it_.hub({ timing }));
    assert.ok(timing.timers > 0);
    await hub.disconnect('notes');
    assert.equal(timing.timers, 0);
  });
});
