import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { HubFixture } from '../support/hubFixture.ts';

describe('servers of the network that come with a workspace', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  let server: Server;
  let url: string;
  /** The header `X-Helped` of each request that arrived. */
  let arrived: (string | undefined)[];

  beforeEach(async () => {
    fixture = new HubFixture();
    arrived = [];
    server = createServer(({ headers }, response) => {
      arrived.push(headers['x-helped']?.toString());
      response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  });
  afterEach(async () => {
    await fixture.dispose();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Leaves a trace when it runs. */
  function helper(): { command: string; hasRun: () => boolean } {
    const trace = join(fixture.root, 'helper-has-run');
    return { command: `echo ran > '${trace}'; echo '{"X-Helped": "yes"}'`, hasRun: () => existsSync(trace) };
  }

  async function useAll(hub: Hub): Promise<void> {
    await hub.ready();
    for (const { definition } of hub.servers()) {
      await hub.connect(definition.name);
      await hub.restart(definition.name);
      await assert.rejects(hub.readResource(definition.name, 'tour:one'));
    }
  }

  for (const file of ['workspace/.mcp.json', 'workspace/.patchbay/mcp.json']) {
    it(`are not contacted, and no command for headers runs, before approval in ${file}`, async () => {
      const { command, hasRun } = helper();
      fixture.write(file, {
        remote: { url, headersHelper: command },
        events: { type: 'sse', url, headersHelper: command },
        socket: { type: 'ws', url: url.replace('http', 'ws') },
      });
      const hub = await fixture.hub();
      await useAll(hub);
      assert.ok(hub.servers().every(({ state }) => state.status === 'needsApproval'));
      for (const { definition } of hub.servers()) await hub.setApproval(definition, false);
      await useAll(hub);
      assert.deepEqual(arrived, []);
      assert.ok(!hasRun());

      const remote = hub.server('remote')?.definition;
      assert.ok(remote);
      await hub.setApproval(remote, true);
      await hub.connect('remote');
      assert.ok(hasRun());
      assert.ok(arrived.length > 0 && arrived.every((value) => value === 'yes'));
    });
  }

  it('are not contacted in a workspace that is not trusted, whatever was answered', async () => {
    const { command, hasRun } = helper();
    fixture.write('workspace/.mcp.json', { remote: { url, headersHelper: command } });
    const trusted = await fixture.hub();
    const { definition } = trusted.server('remote') ?? {};
    assert.ok(definition);
    await trusted.setApproval(definition, true);
    const hub = await fixture.hub(undefined, { isTrusted: () => false });
    await useAll(hub);
    await assert.rejects(hub.setApproval(definition, true), { code: 'disabled' });
    assert.deepEqual(arrived, []);
    assert.ok(!hasRun());
  });

  it('are asked about again when the address, a header or the command for headers changes', async () => {
    const { command } = helper();
    const entry = { url, headers: { A: 'b' }, headersHelper: 'true' };
    fixture.write('workspace/.mcp.json', { remote: entry });
    const hub = await fixture.hub();
    const first = hub.server('remote')?.definition;
    assert.ok(first);
    await hub.setApproval(first, true);
    for (const change of [{ url: `${url}/other` }, { headers: { A: 'c' } }, { headersHelper: command }]) {
      fixture.write('workspace/.mcp.json', { remote: { ...entry, ...change } });
      await hub.refreshDefinitions();
      assert.equal(hub.approvalOf('remote'), 'pending', JSON.stringify(change));
    }
    fixture.write('workspace/.mcp.json', { remote: entry });
    await hub.refreshDefinitions();
    assert.equal(hub.approvalOf('remote'), 'approved');
  });

  it('are asked about again after the answers were forgotten', async () => {
    fixture.write('workspace/.mcp.json', { remote: { url } });
    const hub = await fixture.hub();
    const { definition } = hub.server('remote') ?? {};
    assert.ok(definition);
    await hub.setApproval(definition, true);
    assert.equal(await hub.edits.resetChoices(), 1);
    await useAll(hub);
    assert.deepEqual(arrived, []);
  });
});
