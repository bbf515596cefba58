import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';

const script = fileURLToPath(new URL('../servers/lifecycle/restartable.mjs', import.meta.url));

describe('a server over HTTP whose process is restarted', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  let port: number;
  let server: ChildProcess;
  let hub: Hub;

  beforeEach(async () => {
    fixture = new HubFixture();
    port = await freePort();
    server = await start();
    hub = await fixture.hub({ it: { type: 'http', url: `http://127.0.0.1:${port}/mcp` } });
    assert.equal((await hub.connect('it')).status, 'connected');
  });
  afterEach(async () => {
    await fixture.dispose();
    await stop();
  });

  async function start(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [script, String(port), fixture.marker], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  }

  async function stop(): Promise<void> {
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  }

  async function restart(): Promise<void> {
    await stop();
    server = await start();
  }

  it('answers the next call that only looks, as if nothing had happened', async () => {
    const before = textOf(await hub.callTool('it', 'pid', {}));
    await restart();
    const after = textOf(await hub.callTool('it', 'pid', {}));
    assert.notEqual(after, before);
    assert.equal(after, String(server.pid));
  });

  it('is not sent a call twice that does something, and answers the next', async () => {
    await restart();
    await assert.rejects(hub.callTool('it', 'act', {}), { code: 'server_gone', message: /not repeated/ });
    assert.equal(textOf(await hub.callTool('it', 'act', {})), String(server.pid));
  });

  it('is reached again after requests that found nobody there', async () => {
    await stop();
    await assert.rejects(hub.callTool('it', 'pid', {}), { name: 'McpError' });
    server = await start();
    assert.equal(textOf(await hub.callTool('it', 'pid', {})), String(server.pid));
  });
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
