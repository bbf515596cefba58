import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { McpError } from '../../../src/core/mcp/mcpError.ts';
import { allowOnce, denyIt, textOf, TestDispatcher } from './fakes/aDispatcher.ts';
import type { DispatcherSetup } from './fakes/aDispatcher.ts';
import { FakeHub, textResult } from '../../support/fakeHub.ts';
import { aResource, aServer, aTemplate, aTool } from '../../support/servers.ts';

describe('ToolDispatcher', () => {
  const open: TestDispatcher[] = [];

  async function aDispatcher(setup: DispatcherSetup): Promise<TestDispatcher> {
    const dispatcher = await TestDispatcher.create(setup);
    open.push(dispatcher);
    return dispatcher;
  }

  afterEach(async () => {
    await Promise.all(open.splice(0).map((dispatcher) => dispatcher.dispose()));
  });

  const tour = aServer({ tools: [aTool()], resources: [aResource()], resourceTemplates: [aTemplate()] });
  const city = { city: 'Paris' };
  const name = 'mcp__tour__book_trip';

  describe('finding the tool', () => {
    it('calls a tool by its original name with the arguments as written', async () => {
      const hub = new FakeHub(aServer({ tools: [aTool({ name: 'book.trip!', publicName: 'mcp__tour__book_trip' })] }));
      const { length } = hub.requests;
      const dispatcher = await aDispatcher({ hub, answer: () => allowOnce });
      const args = { city: 'Zürich', extra: [1, { a: null }] };
      assert.equal((await dispatcher.run(name, args)).status, 'completed');
      assert.deepEqual(hub.requests.slice(length), [{ kind: 'tool', server: 'tour', item: 'book.trip!', args }]);
    });

    it('understands hyphens for underscores and another case when only one tool is meant', async () => {
      const hub = new FakeHub(tour);
      const dispatcher = await aDispatcher({ hub, answer: () => allowOnce });
      assert.equal((await dispatcher.run('mcp--tour--Book-Trip', city)).status, 'completed');
      assert.equal(hub.requests.length, 1);
    });

    it('guesses nothing when two tools could be meant', async () => {
      const tools = [aTool({ publicName: 'mcp__tour__book-trip' }), aTool({ publicName: 'mcp__tour__book_Trip' })];
      const hub = new FakeHub(aServer({ tools }));
      const dispatcher = await aDispatcher({ hub });
      const outcome = await dispatcher.run('mcp__tour__book_trip', city);
      assert.equal(outcome.status, 'failed');
      assert.match(
        textOf(outcome),
        /There is no tool 'mcp__tour__book_trip'\. Available tools: .*mcp__tour__book-trip/,
      );
      assert.deepEqual(hub.requests, []);
    });

    it('names few of many tools to a model that called another, and the way to the rest', async () => {
      const tools = Array.from({ length: 3_000 }, (_, index) => {
        const named = `book_${index}`;
        return aTool({ name: named, publicName: `mcp__tour__${named}` });
      });
      const dispatcher = await aDispatcher({ hub: new FakeHub(aServer({ tools })) });
      const said = textOf(await dispatcher.run('mcp__tour__fly'.padEnd(100_000, '!'), city));
      assert.match(said, /mcp__tour__book_9 and 2990 more, which search_mcp_tools finds/);
      assert.ok(said.length < 1_000, `${said.length} characters`);
      assert.match(textOf(await dispatcher.run('search_mcp_tools', { query: 'book 2999' })), /mcp__tour__book_2999/);
    });

    it('neither offers nor calls a tool that the configuration disables', async () => {
      const hub = new FakeHub(aServer({ tools: [aTool()] }, { disabledTools: ['book_trip'] }));
      const dispatcher = await aDispatcher({ hub });
      assert.deepEqual(await dispatcher.dispatcher.tools({ schemaDialect: 'openai' }), []);
      assert.equal((await dispatcher.run(name, city)).status, 'failed');
      assert.deepEqual(hub.requests, []);
    });

    it('asks to call again when the tool comes back while it is looked for', async () => {
      const hub = new FakeHub();
      hub.onReady = () => {
        hub.snapshots = [tour];
        return Promise.resolve();
      };
      const dispatcher = await aDispatcher({ hub });
      assert.match(textOf(await dispatcher.run(name, city)), /is now\. Call it again/);
      assert.deepEqual(hub.requests, []);
    });
  });

  describe('validating', () => {
    it('tells the model what is wrong before anybody is asked', async () => {
      const hub = new FakeHub(tour);
      const dispatcher = await aDispatcher({ hub });
      const outcome = await dispatcher.run(name, { city: 5 });
      assert.equal(outcome.status, 'failed');
      assert.match(textOf(outcome), /'city' must be string/);
      assert.deepEqual([dispatcher.steps, hub.requests], [[], []]);
    });

    it('tells the model that it did not write JSON', async () => {
      const dispatcher = await aDispatcher({ hub: new FakeHub(tour) });
      assert.match(textOf(await dispatcher.run(name, '{"city": "Par')), /not valid JSON/);
      assert.match(textOf(await dispatcher.run(name, ['Paris'])), /not a JSON object/);
    });

    it('takes nothing written as no arguments', async () => {
      const hub = new FakeHub(aServer({ tools: [aTool({ inputSchema: { type: 'object' } })] }));
      const dispatcher = await aDispatcher({ hub, answer: () => allowOnce });
      assert.equal((await dispatcher.run(name, null)).status, 'completed');
      assert.equal((await dispatcher.run(name, '')).status, 'completed');
      assert.deepEqual(
        hub.requests.map(({ args }) => args),
        [{}, {}],
      );
    });
  });

  describe('approving', () => {
    it('asks, runs, and says each step', async () => {
      const dispatcher = await aDispatcher({ hub: new FakeHub(tour), answer: () => allowOnce });
      await dispatcher.run(name, city);
      assert.deepEqual(dispatcher.steps, ['approvalRequested', 'approvalResolved', 'toolCallRunning']);
    });

    it('sends nothing when the person denies, and tells the model with the note', async () => {
      const hub = new FakeHub(tour);
      const dispatcher = await aDispatcher({ hub, answer: () => ({ ...denyIt, note: ' Too expensive ' }) });
      const outcome = await dispatcher.run(name, city);
      assert.deepEqual(outcome.status === 'cancelled' && outcome.reason, 'denied');
      assert.match(textOf(outcome), /The user denied this call\..*\n.*note: Too expensive$/s);
      assert.deepEqual(hub.requests, []);
    });

    it('puts the note of an allowance before the result', async () => {
      const dispatcher = await aDispatcher({
        hub: new FakeHub(tour),
        answer: () => ({ ...allowOnce, note: 'Only once' }),
      });
      assert.match(textOf(await dispatcher.run(name, city)), /note: Only once\nbook_trip ran$/);
    });

    it('asks once for a conversation, and each time for "once"', async () => {
      for (const [scope, asked] of [
        ['once', 2],
        ['conversation', 1],
        ['always', 1],
      ] as const) {
        const dispatcher = await aDispatcher({ hub: new FakeHub(tour), answer: () => ({ decision: 'allow', scope }) });
        await dispatcher.run(name, city);
        await dispatcher.run(name, city);
        assert.equal(dispatcher.steps.filter((step) => step === 'approvalRequested').length, asked, scope);
      }
    });

    it('keeps an allowance for the conversation to the tool as it was', async () => {
      const hub = new FakeHub(tour);
      const dispatcher = await aDispatcher({ hub, answer: () => ({ decision: 'allow', scope: 'conversation' }) });
      await dispatcher.run(name, city);
      hub.snapshots = [aServer({ tools: [aTool({ description: 'Now it deletes trips.' })] })];
      await dispatcher.run(name, city);
      assert.equal(dispatcher.steps.filter((step) => step === 'approvalRequested').length, 2);
    });

    it('goes on for the conversation and warns when "Always allow" cannot be saved', async () => {
      const hub = new FakeHub(tour);
      const dispatcher = await aDispatcher({ hub, answer: () => ({ decision: 'allow', scope: 'always' }) });
      // The folder of the approvals is gone and a file in its place.
      await dispatcher.dispose();
      await writeFile(dispatcher.storage, '');
      assert.equal((await dispatcher.run(name, city)).status, 'completed');
      assert.ok(dispatcher.steps.includes('warning'));
      assert.equal((await dispatcher.run(name, city)).status, 'completed');
      assert.equal(dispatcher.steps.filter((step) => step === 'approvalRequested').length, 1);
    });

    it('denies by default what would be asked where nobody can answer', async () => {
      const hub = new FakeHub(tour);
      const dispatcher = await aDispatcher({ hub, canAsk: false });
      const outcome = await dispatcher.run(name, city);
      assert.match(textOf(outcome), /nobody can answer here.*--allowed-tools mcp__tour__book_trip/);
      assert.deepEqual(dispatcher.events, [
        {
          type: 'approvalResolved',
          at: 1,
          turnId: 'turn-1',
          toolCallId: 'call-1',
          decision: 'denied',
          by: 'default',
        },
      ]);
      assert.deepEqual(hub.requests, []);
    });

    it('says which rule denied', async () => {
      const settings = { permissionRules: [{ effect: 'deny', server: 'tour' }] } as const;
      const dispatcher = await aDispatcher({ hub: new FakeHub(tour), settings });
      assert.match(textOf(await dispatcher.run(name, city)), /\{"effect":"deny","server":"tour"\}/);
    });

    it('does not send what changed, or lost its server, while the person was deciding', async () => {
      const worlds = [
        aServer({ tools: [aTool({ description: 'Something else.' })] }),
        aServer({ tools: [aTool()] }, { hash: 'definition-2' }),
        aServer({ tools: [] }),
        aServer({}, {}, { status: 'disconnected' }),
      ];
      for (const world of worlds) {
        const hub = new FakeHub(tour);
        const answer = () => {
          hub.snapshots = [world];
          return allowOnce;
        };
        const dispatcher = await aDispatcher({ hub, answer });
        const outcome = await dispatcher.run(name, city);
        assert.equal(outcome.status, 'failed');
        assert.match(textOf(outcome), /changed or went away/);
        assert.deepEqual(hub.requests, []);
      }
    });

    it('does not ask about another tool than the one that was shown', async () => {
      const hub = new FakeHub(tour);
      const { dispatcher } = await aDispatcher({ hub });
      const target = dispatcher.target(name, city);
      hub.snapshots = [aServer({ tools: [aTool({ name: 'cancel_trip', publicName: name })] })];
      const outcome = await dispatcher.run(
        { name, input: city, target },
        {
          threadId: 'thread-1',
          turnId: 'turn-1',
          toolCallId: 'call-1',
          signal: new AbortController().signal,
          emit: (event) => assert.fail(`nothing is expected, but came: ${event.type}`),
          now: () => 1,
          save: () => Promise.resolve(),
        },
      );
      assert.match(textOf(outcome), /changed or went away/);
    });
  });

  describe('calling', () => {
    const settings = { permissionMode: 'bypass' } as const;

    it('reports progress and an error that the server calls one', async () => {
      const hub = new FakeHub(tour);
      hub.onTool = (_tool, _args, options) => {
        options?.onProgress?.({ progress: 1, total: 3, message: 'Looking' });
        return Promise.resolve(textResult('No seats', true));
      };
      const dispatcher = await aDispatcher({ hub, settings });
      const outcome = await dispatcher.run(name, city);
      assert.equal(outcome.status, 'failed');
      assert.equal(textOf(outcome), 'No seats');
      assert.deepEqual(dispatcher.steps, ['approvalResolved', 'toolCallRunning', 'toolCallProgress']);
    });

    it('reports at most 4,000 characters of what a server says with its progress', async () => {
      const hub = new FakeHub(tour);
      hub.onTool = (_tool, _args, options) => {
        options?.onProgress?.({ progress: 1, message: 'x'.repeat(5_000) });
        return Promise.resolve(textResult('Booked', false));
      };
      const dispatcher = await aDispatcher({ hub, settings });
      await dispatcher.run(name, city);
      const told = dispatcher.events.flatMap((event) => (event.type === 'toolCallProgress' ? [event.message] : []));
      assert.deepEqual(told, ['x'.repeat(4_000)]);
    });

    it('turns each way a request can fail into a result that says what to do', async () => {
      const cases = [
        ['timeout', 'failed', /took effect: check/],
        ['server_gone', 'cancelled', /took effect: check/],
        ['protocol', 'failed', /Correct the arguments/],
        ['not_connected', 'failed', /without this server/],
      ] as const;
      for (const [code, status, advice] of cases) {
        const hub = new FakeHub(tour);
        hub.onTool = () => Promise.reject(new McpError(code, 'tour', 'It did not work'));
        const dispatcher = await aDispatcher({ hub, settings });
        const outcome = await dispatcher.run(name, city);
        assert.equal(outcome.status, status, code);
        assert.match(textOf(outcome), /^It did not work\. /, code);
        assert.match(textOf(outcome), advice, code);
        if (outcome.status === 'cancelled') assert.equal(outcome.reason, 'serverGone');
      }
    });

    it('makes a fault of its own a result, too', async () => {
      const hub = new FakeHub(tour);
      hub.onTool = () => {
        throw new TypeError('undefined is not a function');
      };
      const dispatcher = await aDispatcher({ hub, settings });
      assert.match(textOf(await dispatcher.run(name, city)), /Patchbay could not carry out this call/);
    });

    it('gives up a call at once when the turn is stopped, and tells the server', async () => {
      const hub = new FakeHub(tour);
      const stop = new AbortController();
      let received: AbortSignal | undefined;
      hub.onTool = (_tool, _args, options) => {
        received = options?.signal;
        queueMicrotask(() => stop.abort());
        return new Promise(() => undefined);
      };
      const dispatcher = await aDispatcher({ hub, settings });
      const outcome = await dispatcher.run(name, city, stop.signal);
      assert.deepEqual(outcome, { status: 'cancelled', reason: 'aborted', blocks: [] });
      assert.equal(received?.aborted, true);
    });
  });

  it('gives the card and the dialog what the server says of the tool, bounded', async () => {
    const annotations = { destructiveHint: true };
    const tool = aTool({ title: 'Book', description: 'd'.repeat(5_000), annotations });
    const { dispatcher } = await aDispatcher({ hub: new FakeHub(aServer({ tools: [tool] })) });
    assert.deepEqual(dispatcher.target(name, city), {
      kind: 'tool',
      server: 'tour',
      tool: 'book_trip',
      title: 'Book',
      description: 'd'.repeat(1_000),
      annotations,
    });
    assert.deepEqual(dispatcher.target('mcp__tour__nothing', city), { kind: 'unknown' });
  });

  describe('the tools of a round', () => {
    const names = async (hub: FakeHub): Promise<string[]> => {
      const { dispatcher } = await aDispatcher({ hub });
      return (await dispatcher.tools({ schemaDialect: 'openai' })).map((tool) => tool.name);
    };

    it('follow what is connected at that moment, in a stable order', async () => {
      const other = aServer({ tools: [aTool({ server: 'zoo', name: 'feed' })] }, { name: 'zoo' });
      const hub = new FakeHub(other, tour);
      const all = ['list_mcp_resources', 'access_mcp_resource', 'mcp__zoo__feed', 'mcp__tour__book_trip'];
      assert.deepEqual(await names(hub), all);
      assert.deepEqual(await names(hub), all);
      hub.snapshots = [other];
      assert.deepEqual(await names(hub), ['mcp__zoo__feed']);
    });

    it('include the resource tools exactly once, however many servers have something to read', async () => {
      const many = ['tour', 'zoo', 'desk'].map((server) =>
        aServer({ resources: [aResource({ server })] }, { name: server }),
      );
      assert.deepEqual(await names(new FakeHub(...many)), ['list_mcp_resources', 'access_mcp_resource']);
    });

    it('include the resource tools only while there is something to read', async () => {
      const resourceTools = ['list_mcp_resources', 'access_mcp_resource'];
      assert.deepEqual(await names(new FakeHub(aServer())), []);
      assert.deepEqual(await names(new FakeHub(aServer({ resources: [aResource()] }))), resourceTools);
      assert.deepEqual(await names(new FakeHub(aServer({ resourceTemplates: [aTemplate()] }))), resourceTools);
      const gone = aServer({}, {}, { status: 'disconnected' });
      assert.deepEqual(
        (await names(new FakeHub(gone))).filter((tool) => resourceTools.includes(tool)),
        [],
      );
    });

    it('include read_artifact once something is stored', async () => {
      const { dispatcher, artifacts } = await aDispatcher({ hub: new FakeHub() });
      assert.deepEqual(await dispatcher.tools({ schemaDialect: 'openai' }), []);
      const content = { server: 'tour', tool: 'big', index: 0, mimeType: 'text/plain' };
      await artifacts.save({ ...content, threadId: 'thread-1', kind: 'text', data: 'long' });
      assert.deepEqual(
        (await dispatcher.tools({ schemaDialect: 'openai' })).map((tool) => tool.name),
        ['read_artifact'],
      );
    });

    it('have descriptions of bounded length, and one where the server gave none', async () => {
      const tools = [aTool({ description: 'x'.repeat(10_000) }), aTool({ name: 'mute', description: undefined })];
      const { dispatcher } = await aDispatcher({ hub: new FakeHub(aServer({ tools })) });
      const [long, mute] = await dispatcher.tools({ schemaDialect: 'openai' });
      assert.equal(long?.description.length, 4_000);
      assert.equal(mute?.description, "The tool 'mute' of the MCP server 'tour'.");
    });
  });
});
