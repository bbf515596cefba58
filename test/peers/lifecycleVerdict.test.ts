import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemTiming } from '../../src/core/base/timing.ts';
import { HubFixture } from '../support/hubFixture.ts';
import { asks, modern, oldSse, oldStreamable, silence, status, where } from '../servers/remote/answers.ts';
import { RemoteServer } from '../servers/remote/remoteServer.ts';
import type { Answer } from '../servers/remote/remoteServer.ts';

describe('what a server was found to speak', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  let server: RemoteServer;

  afterEach(async () => {
    await fixture.dispose();
    await server.stop();
  });

  async function serve(answer: Answer): Promise<void> {
    fixture = new HubFixture();
    server = await RemoteServer.start(answer);
  }

  /** Connects with another hub on the same home, as the next start of the program; gives the methods it asked for. */
  async function start(path: string, more: object = {}, days = 0): Promise<string[]> {
    const before = server.methods().length;
    const timing = { ...systemTiming, now: () => Date.now() + days * 24 * 60 * 60_000 };
    const hub = await fixture.hub({ it: { url: server.url(path), ...more } }, { timing });
    const state = await hub.connect('it');
    await hub.dispose();
    assert.equal(state.status, 'connected', JSON.stringify(state));
    return server.methods().slice(before);
  }

  it('is not asked for again at the next start', async () => {
    await serve(oldStreamable());
    assert.equal((await start('/mcp', { type: 'http' }))[0], 'server/discover');
    assert.deepEqual(await start('/mcp', { type: 'http' }), ['initialize', 'tools/list']);
  });

  it('says which transport an address without a type has', async () => {
    await serve(oldSse());
    assert.ok((await start('/sse')).includes('server/discover'));
    assert.deepEqual(await start('/sse'), ['initialize', 'tools/list']);
  });

  it('is asked for again after a week, and after a change of the definition', async () => {
    await serve(oldStreamable());
    await start('/mcp', { type: 'http' });
    assert.equal((await start('/mcp', { type: 'http' }, 8))[0], 'server/discover');
    assert.equal((await start('/mcp', { type: 'http' }, 9))[0], 'initialize');
    assert.equal((await start('/mcp', { type: 'http', headers: { 'x-team': 'a' } }, 9))[0], 'server/discover');
  });

  it('is kept for a definition of which only the time limit changed while it was connected', async () => {
    await serve(oldStreamable());
    const hub = await fixture.hub({ it: { url: server.url(), type: 'http' } });
    await hub.connect('it');
    fixture.write('home/mcp.json', { it: { url: server.url(), type: 'http', timeout: 30 } });
    await hub.refreshDefinitions();
    await hub.dispose();
    assert.equal((await start('/mcp', { type: 'http', timeout: 30 }))[0], 'initialize');
  });

  it('never keeps a server out of reach that learned the other era', async () => {
    await serve(oldStreamable());
    await start('/mcp', { type: 'http' });
    server.become(modern({ legacy: 'reject' }));
    const methods = await start('/mcp', { type: 'http' });
    assert.ok(methods.includes('server/discover'), methods.join());
    // And back.
    server.become(oldStreamable());
    assert.ok((await start('/mcp', { type: 'http' })).includes('initialize'));
    assert.equal((await start('/mcp', { type: 'http' }))[0], 'initialize');
  });

  it('is asked for again after a server said nothing in the era that it is said to speak', async () => {
    await serve(oldStreamable());
    await start('/mcp', { type: 'http' });
    server.become(where(asks('initialize'), silence, modern({ legacy: 'reject' })));
    const hub = await fixture.hub({ it: { url: server.url(), type: 'http' } }, {}, { connectTimeoutMs: 300 });
    const state = await hub.connect('it');
    assert.equal(state.status === 'failed' && state.failure.code, 'timeout');
    await hub.dispose();
    assert.equal((await start('/mcp', { type: 'http' }))[0], 'server/discover');
  });

  it('never keeps a server out of reach that moved to the other transport', async () => {
    await serve(oldSse());
    await start('/sse');
    server.become(oldStreamable());
    assert.ok((await start('/sse')).includes('initialize'));
  });

  it('stays when the server cannot be reached for a while', async () => {
    await serve(oldStreamable());
    await start('/mcp', { type: 'http' });
    server.become((_request, response) => void response.destroy());
    const hub = await fixture.hub({ it: { url: server.url(), type: 'http' } });
    assert.equal((await hub.connect('it')).status, 'failed');
    await hub.dispose();
    server.become(oldStreamable());
    assert.equal((await start('/mcp', { type: 'http' }))[0], 'initialize');
  });

  it('is asked for again when the file of the answers is damaged', async () => {
    await serve(oldStreamable());
    await start('/mcp', { type: 'http' });
    const file = join(fixture.home, 'cache', 'eras.json');
    assert.match(readFileSync(file, 'utf8'), /"era": "legacy"/);
    writeFileSync(file, '{');
    assert.equal((await start('/mcp', { type: 'http' }))[0], 'server/discover');
    assert.equal((await start('/mcp', { type: 'http' }))[0], 'initialize');
  });

  it('spares a server on a pipe the question that it dies of', async () => {
    await serve(status(404));
    const args = [fileURLToPath(new URL('../servers/lifecycle/diesOfProbeLoudly.mjs', import.meta.url))];
    const entries = { it: { command: process.execPath, args: [...args, fixture.marker] } };
    for (const log of [['started', 'started'], ['started']]) {
      const hub = await fixture.hub(entries);
      assert.equal((await hub.connect('it')).status, 'connected');
      assert.deepEqual(hub.logTail('it'), log);
      await hub.dispose();
    }
  });
});
