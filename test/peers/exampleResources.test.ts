import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HubThread } from '../support/threadsOnHub.ts';
import { callsOf, resultOf, ThreadsOnHub } from '../support/threadsOnHub.ts';
import { until } from '../support/until.ts';
import { calls, FakeModel, says } from '../unit/agent/fakes/fakeModel.ts';
import { recorded, requestsOf } from './cli/mcpServers.ts';

const servers = fileURLToPath(new URL('../servers', import.meta.url));

/** Live data, an interface, terms of a field, and rules of an installation, each under a scheme of its own. */
const examples = [
  ['weather-server', 'weather://san-francisco/current', 'Fog, 14 degrees.'],
  ['api-docs', 'docs://payment-service/endpoints', 'POST /payments takes an amount.'],
  ['knowledge-base', 'kb://medical/terminology/common', 'Tachycardia is a fast heartbeat.'],
  ['infra-monitor', 'config://production/database', 'No more than 200 connections.'],
] as const;
const [[weather, forecast, fog], [docs, endpoints, payments]] = examples;

describe('resources under schemes of their own', function () {
  this.timeout(30_000);
  let threads: ThreadsOnHub;
  let log: (server: string) => string;

  before(async () => {
    threads = await ThreadsOnHub.create(
      ({ root }) => {
        log = (server) => join(root, `${server}.log`);
        const entries = examples.map(([name, uri, text]) => {
          const args = [join(servers, 'exampleResources.mjs'), uri, text];
          return [name, { ...recorded(log(name), { command: process.execPath, args }), timeout: 2 }] as const;
        });
        const calc = { command: process.execPath, args: [join(servers, 'calcServer.mjs')] };
        return { ...Object.fromEntries(entries), calc: { ...recorded(log('calc'), calc) } };
      },
      { settings: { offersSkills: true } },
    );
  });
  after(() => threads.dispose());

  async function say(text: string, model: FakeModel): Promise<HubThread> {
    const thread = await threads.thread(model);
    const outcome = await thread.runner.submit(text);
    assert(outcome.status === 'started', JSON.stringify(outcome));
    await outcome.done;
    return thread;
  }

  for (const [server, uri, text] of examples) {
    it(`are read by the model, mentioned and matched: ${uri} of ${server}`, async () => {
      const model = new FakeModel(
        calls(['list_mcp_resources', { server }]),
        calls(['access_mcp_resource', { server_name: server, uri }]),
        says('Read.'),
      );
      const before = (await requestsOf(log(server), 'resources/read')).length;
      const { lastTurn } = await say('What is there?', model);
      const [list, read] = callsOf(lastTurn);
      assert(list?.status === 'completed' && read?.status === 'completed');
      assert(JSON.stringify(list.blocks).includes(`${server} | ${uri} | Entry`), JSON.stringify(list.blocks));
      assert.equal(read.target.kind === 'resource' && read.target.name, 'Entry');
      assert(JSON.stringify(model.requests[2]?.messages).includes(text));
      const mentioning = new FakeModel(says('Attached.'));
      const { lastTurn: second } = await say(`See @${server}:${uri}.`, mentioning);
      assert.deepEqual(
        second.materials.map((material) => [material.server, material.uri]),
        [[server, uri]],
      );
      assert(JSON.stringify(mentioning.requests[0]?.messages[0]).includes(text));
      assert.deepEqual((await requestsOf(log(server), 'resources/read')).slice(before), [{ uri }, { uri }]);
    });
  }

  it('give nobody the metadata of their servers', async () => {
    const model = new FakeModel(
      calls(['list_mcp_resources', {}], ['access_mcp_resource', { server_name: weather, uri: forecast }]),
      says('Foggy.'),
    );
    const { lastTurn } = await say('How is the weather?', model);
    assert(JSON.stringify(lastTurn).includes(fog));
    assert.doesNotMatch(JSON.stringify([model.requests, lastTurn]), /-metadata/);
  });

  it('that never come hold up neither their server nor another, nor another conversation', async () => {
    const never = new FakeModel(
      calls(['access_mcp_resource', { server_name: weather, uri: 'slow://never' }]),
      says('No.'),
    );
    const waiting = await threads.thread(never);
    const { done } = await waiting.start();
    const status = () => waiting.runner.state.current && callsOf(waiting.runner.state.current)[0]?.status;
    await until(waiting.runner.onDidAppend, () => status() === 'running');
    const reading = new FakeModel(
      calls(
        ['access_mcp_resource', { server_name: weather, uri: forecast }],
        ['access_mcp_resource', { server_name: docs, uri: endpoints }],
      ),
      says('Both.'),
    );
    const { lastTurn } = await say('Read both', reading);
    assert.match(JSON.stringify(reading.requests[1]?.messages), new RegExp(`${fog}.*${payments}`));
    assert.deepEqual([lastTurn.status, status()], ['completed', 'running']);
    const ended = await done;
    assert.equal(ended.status, 'completed');
    assert.match(resultOf(ended), /within 2 s/);
    assert.equal(threads.hub.server(weather)?.state.status, 'connected');
  });

  it('come from servers whose prompts are for the person: no model is told of one', async () => {
    const model = new FakeModel(says('Hi.'));
    const { lastTurn } = await say('/help', model);
    assert.match(JSON.stringify(lastTurn.parts), /\/weather-server:opening_line/);
    await say('Hi', model);
    assert.equal(model.requests.length, 1);
    assert(model.requests[0]?.tools.some(({ name }) => name === 'access_mcp_resource'));
    assert.doesNotMatch(JSON.stringify(model.requests), /opening_line|Begins a conversation/);
  });

  it('are asked for nowhere else: a server of tools alone hears of no list but that of its tools', async () => {
    for (const method of ['resources/list', 'resources/templates/list', 'prompts/list', 'skills/list'])
      assert.deepEqual(await requestsOf(log('calc'), method), [], method);
    assert.equal((await requestsOf(log('calc'), 'tools/list')).length, 1);
    assert.equal((await requestsOf(log(weather), 'resources/list')).length, 1);
  });

  it('cannot be read of a server that has none, which the model is told', async () => {
    const model = new FakeModel(
      calls(['access_mcp_resource', { server_name: 'calc', uri: forecast }]),
      says('Not there.'),
    );
    const { lastTurn } = await say('Read it there', model);
    assert.equal(callsOf(lastTurn)[0]?.status, 'failed');
    assert.match(resultOf(lastTurn), /^"calc" refused reading "weather:\/\/san-francisco\/current"/);
  });
});
