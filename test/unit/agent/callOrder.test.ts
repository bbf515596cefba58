import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { ToolCallResult } from '../../../src/core/mcp/connection/content.ts';
import { FakeHub, textResult } from '../../support/fakeHub.ts';
import { aServer, aTool } from '../../support/servers.ts';
import { TestThread } from './fakes/aThread.ts';
import { calls, FakeModel, says } from './fakes/fakeModel.ts';

const reading = { readOnlyHint: true };
const tools = [
  aTool({ name: 'look', publicName: 'mcp__tour__look', annotations: reading }),
  aTool({ name: 'claims', publicName: 'mcp__tour__claims', annotations: { ...reading, destructiveHint: true } }),
  aTool(),
];
const look = (city: string) => ['mcp__tour__look', { city }] as const;
const book = (city: string) => ['mcp__tour__book_trip', { city }] as const;
const claims = (city: string) => ['mcp__tour__claims', { city }] as const;

describe('the calls of a round', () => {
  let thread: TestThread | undefined;
  afterEach(() => thread?.dispose());

  /** Calls that a test ends when it wants; each as it began. */
  function heldHub() {
    const hub = new FakeHub(aServer({ tools }));
    const begun: string[] = [];
    const ends = new Map<string, (result: ToolCallResult) => void>();
    hub.onTool = (_tool, args) =>
      new Promise((resolve) => {
        const city = JSON.stringify(args['city']).slice(1, -1);
        begun.push(city);
        ends.set(city, resolve);
      });
    const end = (city: string) => ends.get(city)?.(textResult(`${city} is done`));
    const until = async (count: number) => {
      while (begun.length < count) await setImmediate();
      // Whatever would begin as well has the time to.
      for (let turns = 0; turns < 20; turns += 1) await setImmediate();
      return [...begun];
    };
    return { hub, end, until };
  }

  it('run together when they only read, and wait for each other in order when they do not', async () => {
    const { hub, end, until } = heldHub();
    const made = [look('A'), look('B'), book('C'), look('D'), claims('E')];
    const model = new FakeModel(calls(...made), says('Done'));
    thread = await TestThread.create({ hub, model, settings: { permissionMode: 'bypass' } });
    const outcome = await thread.runner.submit('Go');
    assert.ok(outcome.status === 'started');
    assert.deepEqual(await until(2), ['A', 'B']);
    end('B');
    assert.deepEqual(await until(2), ['A', 'B']);
    end('A');
    assert.deepEqual(await until(3), ['A', 'B', 'C']);
    end('C');
    assert.deepEqual(await until(4), ['A', 'B', 'C', 'D']);
    end('D');
    assert.deepEqual(await until(5), ['A', 'B', 'C', 'D', 'E']);
    end('E');
    assert.equal(await outcome.done, 'completed');
    const results = model.requests[1]?.messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
    assert.deepEqual(
      results?.map(({ content: [part] }) => part?.type === 'text' && part.text),
      ['A', 'B', 'C', 'D', 'E'].map((city) => `${city} is done`),
    );
  });

  it('are asked about one by one, also when they run together; a denial leaves the others', async () => {
    const hub = new FakeHub(aServer({ tools }));
    const model = new FakeModel(calls(look('A'), look('B'), look('C')), says('Done'));
    thread = await TestThread.create({ hub, model });
    const { runner } = thread;
    let asked = 0;
    runner.onDidAppend((event) => {
      if (event.type !== 'approvalRequested') return;
      asked += 1;
      const decision = asked === 2 ? 'deny' : 'allow';
      runner.answerApproval({ toolCallId: event.toolCallId, decision, scope: 'once' });
    });
    const turn = await thread.run('Go');
    const statuses = turn.parts.flatMap((part) => (part.kind === 'toolCall' ? [part.call.status] : []));
    assert.deepEqual([asked, statuses], [3, ['completed', 'cancelled', 'completed']]);
    assert.equal(hub.requests.length, 2);
  });

  it('leave the others when one fails', async () => {
    const hub = new FakeHub(aServer({ tools }));
    hub.onTool = (_tool, { city }) =>
      city === 'A' ? Promise.reject(new Error('Broken')) : Promise.resolve(textResult('ok'));
    const model = new FakeModel(calls(look('A'), look('B')), says('Done'));
    thread = await TestThread.create({ hub, model, settings: { permissionMode: 'bypass' } });
    const turn = await thread.run('Go');
    const statuses = turn.parts.flatMap((part) => (part.kind === 'toolCall' ? [part.call.status] : []));
    assert.deepEqual([turn.status, statuses], ['completed', ['failed', 'completed']]);
  });

  it('are all cancelled with the turn, each with its one result, and the server is told', async () => {
    const hub = new FakeHub(aServer({ tools }));
    const aborted: boolean[] = [];
    let begun = 0;
    hub.onTool = (_tool, _args, options) => {
      begun += 1;
      options?.signal?.addEventListener('abort', () => aborted.push(true));
      return new Promise(() => undefined);
    };
    const model = new FakeModel(calls(look('A'), look('B'), book('C')));
    thread = await TestThread.create({ hub, model, settings: { permissionMode: 'bypass' } });
    const outcome = await thread.runner.submit('Go');
    while (begun < 2) await setImmediate();
    thread.runner.stop();
    assert.ok(outcome.status === 'started');
    assert.equal(await outcome.done, 'cancelled');
    assert.deepEqual(aborted, [true, true]);
    assert.deepEqual(
      thread.of('toolCallEnded').map(({ status }) => status),
      ['cancelled', 'cancelled', 'cancelled'],
    );
  });
});
