import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/shared/base/json.ts';
import { McpError } from '../../../src/core/mcp/mcpError.ts';
import { allowOnce, denyIt, textOf, TestDispatcher } from './fakes/aDispatcher.ts';
import type { DispatcherSetup } from './fakes/aDispatcher.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { aResource, aServer, aTemplate } from '../../support/servers.ts';

describe('the built-in tools', () => {
  const open: TestDispatcher[] = [];

  async function aDispatcher(setup: DispatcherSetup): Promise<TestDispatcher> {
    const dispatcher = await TestDispatcher.create(setup);
    open.push(dispatcher);
    return dispatcher;
  }

  afterEach(async () => {
    await Promise.all(open.splice(0).map((dispatcher) => dispatcher.dispose()));
  });

  const tour = aServer({ resources: [aResource()], resourceTemplates: [aTemplate()] });
  const handbook = { server_name: 'tour', uri: 'docs://handbook' };

  describe('access_mcp_resource', () => {
    it('says what it is for: context, data of specialised systems, documentation, live data', async () => {
      const { dispatcher } = await aDispatcher({ hub: new FakeHub(aServer({ resources: [aResource()] })) });
      const tools = await dispatcher.tools({ schemaDialect: 'openai' });
      const { description, inputSchema } = tools.find((tool) => tool.name === 'access_mcp_resource') ?? assert.fail();
      const reasons = [/context from outside/, /specialised systems/, /reference documentation/, /live data/];
      for (const reason of reasons) assert.match(description, reason);
      assert.match(description, /To run an action use the tool of the server instead/);
      assert.deepEqual(inputSchema['required'], ['server_name', 'uri']);
      assert.equal(inputSchema['additionalProperties'], false);
    });

    it('asks about server and URI, then reads, then gives the content', async () => {
      const hub = new FakeHub(tour);
      const dispatcher = await aDispatcher({ hub, answer: () => allowOnce });
      const outcome = await dispatcher.run('access_mcp_resource', handbook);
      assert.equal(outcome.status, 'completed');
      assert.equal(textOf(outcome), 'content of docs://handbook');
      assert.deepEqual(hub.requests, [{ kind: 'resource', server: 'tour', item: 'docs://handbook' }]);
      assert.deepEqual(dispatcher.steps, ['approvalRequested', 'approvalResolved', 'toolCallRunning']);
    });

    it('answers to its other names and to "server"', async () => {
      for (const name of ['read_mcp_resource', 'ReadMcpResourceTool', 'access-mcp-resource']) {
        const hub = new FakeHub(tour);
        const dispatcher = await aDispatcher({ hub, answer: () => allowOnce });
        const outcome = await dispatcher.run(name, { server: 'tour', uri: 'docs://handbook' });
        assert.equal(outcome.status, 'completed', name);
      }
    });

    it('shows the matching entry, or the template that the URI was made from', async () => {
      const { dispatcher } = await aDispatcher({ hub: new FakeHub(tour) });
      assert.deepEqual(dispatcher.target('access_mcp_resource', handbook), {
        kind: 'resource',
        server: 'tour',
        uri: 'docs://handbook',
        name: 'Handbook',
        description: 'Travel rules',
        mimeType: 'text/markdown',
      });
      const target = dispatcher.target('access_mcp_resource', { server_name: 'Tour', uri: 'docs://city/Paris' });
      assert.deepEqual(
        [target.kind === 'resource' && target.server, 'name' in target && target.name],
        ['tour', 'City guide'],
      );
    });

    it('sends the URI byte for byte', async () => {
      const uri = 'DOCS://Ünï/%7Euser/../x?q=a b#%zz/';
      const hub = new FakeHub(tour);
      const dispatcher = await aDispatcher({ hub, answer: () => allowOnce });
      await dispatcher.run('access_mcp_resource', { server_name: 'tour', uri });
      assert.equal(hub.requests[0]?.item, uri);
    });

    const impossible: readonly [sentence: string, hub: FakeHub, input: JsonValue, problem: RegExp][] = [
      ['a missing URI', new FakeHub(tour), { server_name: 'tour' }, /needs 'server_name' and 'uri'/],
      ['a missing server', new FakeHub(tour), { uri: 'a:b' }, /needs 'server_name' and 'uri'/],
      ['broken JSON', new FakeHub(tour), '{"server_name', /needs 'server_name' and 'uri'/],
      [
        'an unknown server',
        new FakeHub(tour),
        { server_name: 'x', uri: 'a:b' },
        /no server 'x'\. Connected servers: tour\./,
      ],
      ['an empty URI', new FakeHub(tour), { server_name: 'tour', uri: '' }, /'uri' is empty/],
      ['a disabled server', new FakeHub(aServer({}, {}, { status: 'disabled' })), handbook, /is disabled/],
      [
        'an unapproved server',
        new FakeHub(aServer({}, {}, { status: 'needsApproval' })),
        handbook,
        /not been approved/,
      ],
      ['a disconnected server', new FakeHub(aServer({}, {}, { status: 'disconnected' })), handbook, /is not connected/],
      [
        'a failed server',
        new FakeHub(aServer({}, {}, { status: 'failed', failure: { code: 'exited', message: 'It ended.' } })),
        handbook,
        /is not available: It ended\./,
      ],
    ];
    for (const [sentence, hub, input, problem] of impossible) {
      it(`asks nobody about ${sentence} and tells the model`, async () => {
        const dispatcher = await aDispatcher({ hub });
        const outcome = await dispatcher.run('access_mcp_resource', input);
        assert.equal(outcome.status, 'failed');
        assert.match(textOf(outcome), problem);
        assert.deepEqual([dispatcher.steps, hub.requests], [[], []]);
      });
    }

    it('waits until servers that are starting are there', async () => {
      const hub = new FakeHub(aServer({}, {}, { status: 'connecting' }));
      hub.onReady = () => {
        hub.snapshots = [tour];
        return Promise.resolve();
      };
      const dispatcher = await aDispatcher({ hub, answer: () => allowOnce });
      assert.equal((await dispatcher.run('access_mcp_resource', handbook)).status, 'completed');
    });

    it('reads nothing after a denial', async () => {
      const hub = new FakeHub(tour);
      const dispatcher = await aDispatcher({ hub, answer: () => denyIt });
      const outcome = await dispatcher.run('access_mcp_resource', handbook);
      assert.equal(outcome.status === 'cancelled' && outcome.reason, 'denied');
      assert.deepEqual(hub.requests, []);
    });

    it('checks again after the approval', async () => {
      const worlds = [
        [aServer({}, {}, { status: 'disabled' }), /is disabled/],
        [aServer({}, { hash: 'definition-2' }), /changed while the approval was open/],
      ] as const;
      for (const [world, problem] of worlds) {
        const hub = new FakeHub(tour);
        const answer = () => {
          hub.snapshots = [world];
          return allowOnce;
        };
        const dispatcher = await aDispatcher({ hub, answer });
        const outcome = await dispatcher.run('access_mcp_resource', handbook);
        assert.equal(outcome.status, 'failed');
        assert.match(textOf(outcome), problem);
        assert.deepEqual(hub.requests, []);
      }
    });

    it('remembers one URI, not the server', async () => {
      const dispatcher = await aDispatcher({
        hub: new FakeHub(tour),
        answer: () => ({ decision: 'allow', scope: 'always' }),
      });
      await dispatcher.run('access_mcp_resource', handbook);
      await dispatcher.run('access_mcp_resource', handbook);
      await dispatcher.run('access_mcp_resource', { server_name: 'tour', uri: 'docs://other' });
      assert.equal(dispatcher.steps.filter((step) => step === 'approvalRequested').length, 2);
    });

    it('says that a resource is not there and how to find the right one', async () => {
      const hub = new FakeHub(tour);
      hub.onResource = () => Promise.reject(new McpError('not_found', 'tour', 'Resource not found: docs://handbook'));
      const dispatcher = await aDispatcher({ hub, answer: () => allowOnce });
      const outcome = await dispatcher.run('access_mcp_resource', handbook);
      assert.equal(outcome.status, 'failed');
      assert.match(textOf(outcome), /Resource not found: docs:\/\/handbook\. Use list_mcp_resources/);
    });
  });

  describe('list_mcp_resources', () => {
    const list = async (hub: FakeHub, input: JsonValue): Promise<string> => {
      const dispatcher = await aDispatcher({ hub });
      return textOf(await dispatcher.run('list_mcp_resources', input));
    };
    const zoo = aServer({ resources: [aResource({ server: 'zoo', uri: 'zoo://map', name: 'Map' })] }, { name: 'zoo' });

    it('gives compact lines of resources and templates without asking', async () => {
      assert.equal(
        await list(new FakeHub(tour, zoo), {}),
        [
          'Resources (server | URI | name | type: description)',
          'tour | docs://handbook | Handbook | text/markdown: Travel rules',
          'zoo | zoo://map | Map | text/markdown: Travel rules',
          'Templates; fill in the {…} to get a URI (server | URI template | name | type: description)',
          'tour | docs://city/{name} | City guide | unknown type',
        ].join('\n'),
      );
    });

    it('answers to its other name and filters by server and words', async () => {
      const hub = new FakeHub(tour, zoo);
      const dispatcher = await aDispatcher({ hub });
      const named = textOf(await dispatcher.run('ListMcpResourcesTool', { server: 'zoo' }));
      assert.match(named, /zoo:\/\/map/);
      assert.doesNotMatch(named, /handbook/);
      const searched = await list(hub, { query: 'GUIDE city' });
      assert.match(searched, /docs:\/\/city/);
      assert.doesNotMatch(searched, /handbook/);
      assert.match(await list(hub, { query: 'nothing of the kind' }), /None of the 3 resources/);
    });

    it('finds what comes close when nothing has the words as they are written', async () => {
      const found = await list(new FakeHub(tour, zoo), { query: 'handbok' });
      assert.match(found, /handbook/);
      assert.doesNotMatch(found, /zoo:\/\/map/);
    });

    it('names ten of many servers, and how many more there are, when one is unknown', async () => {
      const many = Array.from({ length: 40 }, (_, at) => ({
        ...tour,
        definition: { ...tour.definition, name: `s${at}` },
      }));
      const dispatcher = await aDispatcher({ hub: new FakeHub(...many) });
      const text = textOf(await dispatcher.run('list_mcp_resources', { server: 'nowhere' }));
      assert.match(text, /Connected servers: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9 and 30 more\./);
    });

    it('names the servers there are when one is unknown', async () => {
      const dispatcher = await aDispatcher({ hub: new FakeHub(tour, zoo) });
      const outcome = await dispatcher.run('list_mcp_resources', { server: 'nowhere' });
      assert.equal(outcome.status, 'failed');
      assert.match(textOf(outcome), /no server 'nowhere'\. Connected servers: tour, zoo\./);
    });

    it('says that there is nothing to read', async () => {
      assert.match(await list(new FakeHub(aServer()), {}), /No connected server offers resources/);
      assert.match(await list(new FakeHub(aServer(), zoo), { server: 'tour' }), /'tour' offers no resources/);
    });

    it('keeps each entry on its line whatever a server puts into it, and the URI usable', async () => {
      const resource = aResource({ uri: 'a:b c', name: 'One\nTwo | three', description: `x\n${'y'.repeat(500)}` });
      const text = await list(new FakeHub(aServer({ resources: [resource] })), {});
      assert.deepEqual(text.split('\n').slice(1), [
        `tour | "a:b c" | One Two / three | text/markdown: x ${'y'.repeat(118)}…`,
      ]);
    });

    it('is bounded and says how to see the rest', async () => {
      const resources = Array.from({ length: 5_000 }, (_, index) => aResource({ uri: `docs://${index}` }));
      const text = await list(new FakeHub(aServer({ resources })), {});
      assert.match(text, /… 4800 more\. Narrow the list down with 'server' or 'query'\.$/);
      assert.ok(text.length < 25_000);
    });
  });

  describe('read_artifact', () => {
    const content = { threadId: 'thread-1', server: 'tour', tool: 'big', index: 0, mimeType: 'text/plain' };

    it('reads a stored text piece by piece until its end', async () => {
      const text = Array.from({ length: 10_000 }, (_, index) => `line ${index} 🚂`).join('\n');
      const dispatcher = await aDispatcher({ hub: new FakeHub() });
      const { id } = await dispatcher.artifacts.save({ ...content, kind: 'text', data: text });
      let offset: string | undefined = '0';
      let read = '';
      while (offset !== undefined) {
        const piece = textOf(await dispatcher.run('read_artifact', { id, offset: Number(offset), length: 30_001 }));
        read += piece.slice(piece.indexOf('\n\n') + 2);
        offset = /Go on with offset (\d+)\./.exec(piece.split('\n', 1)[0]!)?.[1];
      }
      assert.equal(read, text);
    });

    it('gives 20,000 characters when no length is named, and 50,000 at most', async () => {
      const dispatcher = await aDispatcher({ hub: new FakeHub() });
      const { id } = await dispatcher.artifacts.save({ ...content, kind: 'text', data: 'x'.repeat(80_000) });
      assert.match(textOf(await dispatcher.run('read_artifact', { id })), /^Characters 0 to 20000 of 80000/);
      assert.match(
        textOf(await dispatcher.run('read_artifact', { id, length: 70_000 })),
        /^Characters 0 to 50000 of 80000/,
      );
    });

    it('says what is wrong with an id, a range or a type', async () => {
      const dispatcher = await aDispatcher({ hub: new FakeHub() });
      const { id } = await dispatcher.artifacts.save({ ...content, kind: 'text', data: 'short' });
      const image = {
        ...content,
        kind: 'image',
        mimeType: 'image/png',
        data: Buffer.from([0x89, 0xff, 0x00]),
      } as const;
      const { id: imageId } = await dispatcher.artifacts.save(image);
      const cases: readonly [JsonValue, RegExp][] = [
        [{}, /needs 'id'/],
        [{ id, offset: -1 }, /whole numbers/],
        [{ id, offset: 5 }, /has 5 characters/],
        [{ id: '../../../etc/passwd' }, /is not the id of stored content.*Stored in this conversation: tour\/big\//],
        [{ id: id.replace(/[0-9a-f]{16}/, '0'.repeat(16)) }, /is gone/],
        [{ id: imageId }, /is binary \(image\/png, 3 bytes\)/],
      ];
      for (const [input, problem] of cases) {
        const outcome = await dispatcher.run('read_artifact', input);
        assert.equal(outcome.status, 'failed');
        assert.match(textOf(outcome), problem);
      }
    });

    it('reads nothing of another conversation', async () => {
      const dispatcher = await aDispatcher({ hub: new FakeHub() });
      const { id } = await dispatcher.artifacts.save({
        ...content,
        threadId: 'thread-2',
        kind: 'text',
        data: 'secret',
      });
      const outcome = await dispatcher.run('read_artifact', { id });
      assert.equal(outcome.status, 'failed');
      assert.doesNotMatch(textOf(outcome), /secret/);
    });
  });
});
