import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';

const password = 'correct-horse-battery';

describe('inputs of servers', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  let asked: string[];

  beforeEach(() => {
    fixture = new HubFixture();
    asked = [];
  });
  afterEach(async () => {
    await fixture.dispose();
    assert.deepEqual(fixture.processes(), [], 'left running');
  });

  /** A project file with one server that takes a key from an input, and one that asks for nothing. */
  function writeProject(): void {
    const inputs = [{ id: 'docs-key', type: 'promptString', description: 'Key of the docs', password: true }];
    const docs = fixture.fault('echoesStart', { env: { DOCS_KEY: '${input:docs-key}' } });
    const mcpServers = { docs, plain: fixture.fault('echoesStart') };
    fixture.write('workspace/.mcp.json', JSON.stringify({ inputs, mcpServers }, undefined, 2));
  }

  async function approved(hub: Hub): Promise<void> {
    for (const { definition } of hub.servers()) await hub.setApproval(definition, true);
  }

  async function environmentOf(hub: Hub, name: string): Promise<Record<string, string>> {
    const start = JSON.parse(textOf(await hub.callTool(name, 'echo', {}))) as { env: Record<string, string> };
    return start.env;
  }

  function askFor(answer: string | undefined): { askInput: (input: { id: string }) => Promise<string | undefined> } {
    return {
      askInput: ({ id }) => {
        asked.push(id);
        return Promise.resolve(answer);
      },
    };
  }

  it('are asked for at the first start after approval, and never again', async () => {
    writeProject();
    const hub = await fixture.hub(undefined, askFor(password));
    await hub.ready();
    assert.deepEqual(asked, [], 'asked before approval');
    await approved(hub);
    assert.deepEqual(asked, [], 'asked by listing');
    await hub.ready();
    assert.equal((await environmentOf(hub, 'docs'))['DOCS_KEY'], password);

    const other = await fixture.hub(undefined, askFor(password));
    await other.ready();
    assert.equal(other.server('docs')?.state.status, 'connected');
    assert.deepEqual(asked, ['docs-key']);
  });

  it('leave no trace of the value outside of the secret store', async () => {
    writeProject();
    const hub = await fixture.hub(undefined, askFor(password));
    await approved(hub);
    const { hash } = hub.server('docs')?.definition ?? {};
    await hub.ready();
    await hub.refreshDefinitions();
    assert.equal(hub.server('docs')?.definition.hash, hash);
    assert.equal(hub.approvalOf('docs'), 'approved');
    assert.doesNotMatch(JSON.stringify(hub.servers()), new RegExp(password));
    for (const folder of [fixture.home, fixture.workspace]) {
      for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (name.isFile())
          assert.doesNotMatch(readFileSync(join(name.parentPath, name.name), 'utf8'), new RegExp(password));
      }
    }
    assert.deepEqual([...fixture.secrets.values.values()], [password]);
  });

  it('that nobody answers fail their server alone, which asks again when it is connected by hand', async () => {
    writeProject();
    const answers = [undefined, password];
    const hub = await fixture.hub(undefined, {
      askInput: ({ id }) => {
        asked.push(id);
        return Promise.resolve(answers.shift());
      },
    });
    await approved(hub);
    await hub.ready();
    await hub.ready();
    const state = hub.server('docs')?.state;
    assert.ok(state?.status === 'failed' && state.failure.code === 'missing_env');
    assert.equal(hub.server('plain')?.state.status, 'connected');
    assert.deepEqual(asked, ['docs-key']);
    assert.equal((await hub.connect('docs')).status, 'connected');
  });

  it('name the variable to set where nobody can be asked, and are taken from it', async () => {
    writeProject();
    const hub = await fixture.hub();
    await approved(hub);
    await hub.ready();
    const state = hub.server('docs')?.state;
    assert.ok(state?.status === 'failed' && state.failure.code === 'missing_env');
    assert.match(state.failure.message, /PATCHBAY_INPUT_DOCS_KEY/);
    const environment = { ...process.env, PATCHBAY_INPUT_DOCS_KEY: password };
    const other = await fixture.hub(undefined, { environment });
    await other.ready();
    assert.equal((await environmentOf(other, 'docs'))['DOCS_KEY'], password);
  });

  it('hold up no other server while a person thinks, and can be given up', async () => {
    writeProject();
    const hub = await fixture.hub(undefined, { askInput: () => new Promise(() => undefined) });
    await approved(hub);
    const ready = hub.ready();
    assert.equal((await hub.connect('plain')).status, 'connected');
    assert.equal(hub.server('docs')?.state.status, 'connecting');
    await hub.disconnect('docs');
    assert.equal(hub.server('docs')?.state.status, 'disconnected');
    ready.catch(() => undefined);
  });

  it('are hidden in what a server logs', async () => {
    const inputs = [{ id: 'key', password: true }];
    const quoting = fixture.fault('quotesItsKey', { env: { MY_API_KEY: '${input:key}' } });
    fixture.write('home/mcp.json', JSON.stringify({ inputs, mcpServers: { quoting } }));
    const hub = await fixture.hub(undefined, askFor(password));
    await hub.connect('quoting');
    assert.ok(hub.logTail('quoting').length > 0);
    assert.doesNotMatch(JSON.stringify([hub.logTail('quoting'), hub.server('quoting')]), new RegExp(password));
  });
});
