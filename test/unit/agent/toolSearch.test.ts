import assert from 'node:assert/strict';
import type { ToolDefinition } from '../../../src/core/mcp/catalog/catalog.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { aServer, aTool } from '../../support/servers.ts';
import { TestThread } from './fakes/aThread.ts';
import { calls, FakeModel, says } from './fakes/fakeModel.ts';

const subjects = ['invoice', 'ticket', 'branch', 'calendar', 'deployment'];
const verbs = ['create', 'delete', 'list'];

/** A server with so many tools of so much description. */
function aServerOf(count: number, descriptionChars: number) {
  const tools = Array.from({ length: count }, (_value, index): ToolDefinition => {
    const name = `${verbs[index % 3]}_${subjects[index % 5]}_${index}`;
    const filler = 'x'.repeat(descriptionChars);
    return aTool({ name, description: `${name.replaceAll('_', ' ')} of the company. ${filler}` });
  });
  return aServer({ tools });
}

describe('more tools than fit', () => {
  const threads: TestThread[] = [];
  afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.dispose())));

  async function aThread(hub: FakeHub, model: FakeModel): Promise<TestThread> {
    const thread = await TestThread.create({ hub, model, settings: { permissionMode: 'bypass' } });
    threads.push(thread);
    return thread;
  }

  const offeredIn = (model: FakeModel): string[][] => model.requests.map(({ tools }) => tools.map(({ name }) => name));

  it('are all defined while they take a few per cent of the window', async () => {
    const model = new FakeModel(says('Hi'));
    const thread = await aThread(new FakeHub(aServerOf(20, 100)), model);
    await thread.run('Hello');
    assert.equal(offeredIn(model)[0]?.length, 20);
  });

  it('are searched for instead, and those that are found are defined from then on', async () => {
    const model = new FakeModel(
      calls(['search_mcp_tools', { query: 'delete a ticket' }]),
      calls(['mcp__tour__delete_ticket_1', { city: 'x' }]),
      says('Done'),
      says('Still there'),
    );
    const hub = new FakeHub(aServerOf(60, 1_000));
    const thread = await aThread(hub, model);
    await thread.run('Remove the ticket');
    await thread.run('And?');
    const [first = [], second = [], third = [], fourth = []] = offeredIn(model);
    assert.deepEqual(first, ['search_mcp_tools']);
    assert.equal(second[0], 'search_mcp_tools');
    assert.ok(second.includes('mcp__tour__delete_ticket_1') && second.length <= 11, second.join());
    assert.deepEqual([third, fourth], [second, second]);
    assert.deepEqual(
      hub.requests.map(({ item }) => item),
      ['delete_ticket_1'],
    );
  });

  it('are still known to a conversation that is opened again', async () => {
    const search = calls(['search_mcp_tools', { query: 'calendar' }]);
    const thread = await aThread(new FakeHub(aServerOf(60, 1_000)), new FakeModel(search, says('Found')));
    await thread.run('Find them');
    const model = new FakeModel(says('Here'));
    const again = await thread.reopen(model);
    threads.push(again);
    await again.run('Which?');
    assert.ok(offeredIn(model)[0]?.some((name) => name.includes('calendar')));
  });

  it('are those that providers refuse, more than 128', async () => {
    const model = new FakeModel(says('Hi'));
    const thread = await aThread(new FakeHub(aServerOf(129, 1)), model);
    await thread.run('Hello');
    assert.deepEqual(offeredIn(model)[0], ['search_mcp_tools']);
  });

  it('can be called without having been found', async () => {
    const model = new FakeModel(calls(['mcp__tour__list_branch_2', { city: 'x' }]), says('Done'));
    const hub = new FakeHub(aServerOf(129, 1));
    const thread = await aThread(hub, model);
    await thread.run('List them');
    assert.equal(hub.requests.length, 1);
  });

  it('are looked for by beginnings and with slips; what is not found is said with what there is', async () => {
    const answers = async (input: { query: string; server?: string }): Promise<string> => {
      const model = new FakeModel(calls(['search_mcp_tools', input]), says('Ok'));
      const thread = await aThread(new FakeHub(aServerOf(130, 1)), model);
      const turn = await thread.run('Search');
      const part = turn.parts.find(({ kind }) => kind === 'toolCall');
      const call = part?.kind === 'toolCall' ? part.call : undefined;
      assert.ok(call?.status === 'completed' || call?.status === 'failed');
      return call.blocks.map((block) => (block.type === 'text' ? block.text : '')).join();
    };
    assert.match(await answers({ query: 'invoce' }), /mcp__tour__\w+_invoice_\d+ \| tour \| /);
    assert.match(await answers({ query: 'deploy' }), /deployment/);
    assert.match(await answers({ query: 'quantum' }), /None of the 130 tools fits/);
    assert.match(await answers({ query: ' ' }), /needs 'query'/);
    assert.match(await answers({ query: 'list', server: 'nowhere' }), /tour/);
  });
});
