import assert from 'node:assert/strict';
import type { ServerSnapshot } from '../../../src/core/mcp/hubPort.ts';
import { McpError } from '../../../src/core/mcp/mcpError.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { aResource, aServer, aTool, connected } from '../../support/servers.ts';
import { allowOnce, TestDispatcher, textOf } from './fakes/aDispatcher.ts';
import { TestThread } from './fakes/aThread.ts';
import { calls, FakeModel, says } from './fakes/fakeModel.ts';

const book = 'mcp__tour__book_trip';

/** A server that is on its way, whose last catalog is known. */
function onItsWay(): ServerSnapshot {
  const state = connected({ instructions: 'Book in time.' });
  assert.ok(state.status === 'connected');
  const server = aServer({ tools: [aTool()], resources: [aResource()] }, {}, { status: 'connecting' });
  return { ...server, isCatalogCached: true, identity: state.identity };
}

describe('a server that is on its way and whose last catalog is known', () => {
  const open: { dispose(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((it) => it.dispose()));
  });

  async function aDispatcher(hub: FakeHub): Promise<TestDispatcher> {
    const dispatcher = await TestDispatcher.create({ hub, answer: () => allowOnce });
    open.push(dispatcher);
    return dispatcher;
  }

  it('keeps no turn waiting: its tools and instructions are given to the model', async () => {
    const hub = new FakeHub(onItsWay());
    hub.ready = () => new Promise(() => undefined);
    const model = new FakeModel(calls([book, { city: 'Rome' }]), says('Booked'));
    const thread = await TestThread.create({ hub, model, settings: { permissionMode: 'bypass' } });
    open.push(thread);
    assert.equal((await thread.run('Book Rome')).status, 'completed');
    const [first] = model.requests;
    assert.ok(first);
    assert.ok(first.tools.some(({ name }) => name === book));
    assert.match(first.system, /> Book in time\./);
    assert.deepEqual(
      hub.requests.map(({ item }) => item),
      ['book_trip'],
    );
  });

  it('is told which definition a call was allowed for', async () => {
    const hub = new FakeHub(onItsWay());
    let hash: string | undefined;
    hub.onTool = (_tool, _args, options) => {
      hash = options?.definitionHash;
      return Promise.reject(new McpError('changed', 'tour', 'The definition changed, so nothing was run.'));
    };
    const outcome = await (await aDispatcher(hub)).run(book, { city: 'Rome' });
    assert.equal(hash, onItsWay().catalog.tools[0]?.hash);
    assert.equal(outcome.status, 'failed');
    assert.match(textOf(outcome), /nothing was run\. Look at the tools you have now/);
  });

  it('can have its resources listed and read', async () => {
    const hub = new FakeHub(onItsWay());
    hub.ready = () => new Promise(() => undefined);
    const dispatcher = await aDispatcher(hub);
    assert.match(textOf(await dispatcher.run('list_mcp_resources', {})), /docs:\/\/handbook/);
    const read = await dispatcher.run('access_mcp_resource', { server_name: 'tour', uri: 'docs://handbook' });
    assert.match(textOf(read), /content of docs:\/\/handbook/);
  });
});
