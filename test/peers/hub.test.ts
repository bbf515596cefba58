import assert from 'node:assert/strict';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';

describe('the hub with server-everything', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  let hub: Hub;

  before(async () => {
    fixture = new HubFixture();
    hub = await fixture.hub({ everything: fixture.everything() });
    await hub.ready();
  });
  after(() => fixture.dispose());

  it('knows what the server says of itself', () => {
    const state = hub.server('everything')?.state;
    assert.ok(state?.status === 'connected');
    const { instructions, ...identity } = state.identity;
    assert.deepEqual(identity, {
      name: 'mcp-servers/everything',
      title: 'Everything Reference Server',
      version: '2.0.0',
      protocolVersion: '2025-11-25',
      era: 'legacy',
      transport: 'stdio',
      declares: {
        tools: true,
        resources: true,
        prompts: true,
        completions: true,
        logging: true,
        subscriptions: true,
      },
    });
    assert.equal(instructions?.length, 1575);
  });

  it('has the whole catalog of a client without capabilities', () => {
    const catalog = hub.server('everything')?.catalog;
    assert.equal(catalog?.tools.length, 13);
    assert.equal(catalog.resources.length, 7);
    assert.equal(catalog.resourceTemplates.length, 2);
    assert.deepEqual(catalog.warnings, []);
    assert.deepEqual(
      catalog.prompts.map(({ name, arguments: args }) => [
        name,
        ...args.map((arg) => arg.name + (arg.isRequired ? '!' : '')),
      ]),
      [
        ['simple-prompt'],
        ['args-prompt', 'city!', 'state'],
        ['completable-prompt', 'department!', 'name!'],
        ['resource-prompt', 'resourceType!', 'resourceId!'],
      ],
    );
  });

  it('finds a tool by its public name', () => {
    const tool = hub.toolByPublicName('mcp__everything__get_structured_content');
    assert.equal(tool?.name, 'get-structured-content');
    assert.equal(tool.annotations?.readOnlyHint, true);
    assert.equal(tool.outputSchema?.['type'], 'object');
    assert.match(tool.hash, /^[0-9a-f]{64}$/);
    assert.equal(hub.toolByPublicName('mcp__everything__nothing'), undefined);
  });

  it('calls tools and gives every kind of block in plain types', async () => {
    assert.equal(textOf(await hub.callTool('everything', 'get-sum', { a: 2, b: 3 })), 'The sum of 2 and 3 is 5.');
    const image = await hub.callTool('everything', 'get-tiny-image', {});
    assert.deepEqual(
      image.content.map(({ type }) => type),
      ['text', 'image', 'text'],
    );
    const embedded = await hub.callTool('everything', 'get-resource-reference', {
      resourceType: 'Text',
      resourceId: 1,
    });
    const block = embedded.content.find(({ type }) => type === 'resource');
    assert.ok(block?.type === 'resource');
    assert.match(block.resource.text ?? '', /^Resource 1:/);
    const links = await hub.callTool('everything', 'get-resource-links', { count: 2 });
    assert.equal(links.content.filter(({ type }) => type === 'resource_link').length, 2);
    const structured = await hub.callTool('everything', 'get-structured-content', { location: 'Chicago' });
    assert.deepEqual(Object.keys(structured.structuredContent as object), ['temperature', 'conditions', 'humidity']);
  });

  it('hands on a tool error as a result', async () => {
    const result = await hub.callTool('everything', 'get-sum', { a: 'two' });
    assert.equal(result.isError, true);
    assert.match(textOf(result), /Invalid arguments/);
  });

  it('reports progress', async () => {
    const reports: unknown[] = [];
    await hub.callTool(
      'everything',
      'trigger-long-running-operation',
      { duration: 0.2, steps: 2 },
      {
        onProgress: (progress) => reports.push(progress),
      },
    );
    assert.deepEqual(reports, [
      { progress: 1, total: 2, message: undefined },
      { progress: 2, total: 2, message: undefined },
    ]);
  });

  it('reads resources, listed and from a template', async () => {
    const [listed] = hub.server('everything')?.catalog.resources ?? [];
    const { contents } = await hub.readResource('everything', listed?.uri ?? '');
    assert.equal(contents[0]?.mimeType, 'text/markdown');
    assert.ok((contents[0]?.text?.length ?? 0) > 100);
    const blob = await hub.readResource('everything', 'demo://resource/dynamic/blob/7');
    assert.match(Buffer.from(blob.contents[0]?.blob ?? '', 'base64').toString(), /^Resource 7:/);
  });

  it('says that a resource does not exist', async () => {
    await assert.rejects(hub.readResource('everything', 'demo://nowhere'), {
      name: 'McpError',
      code: 'not_found',
      rpcCode: -32602,
      message: /^Resource not found: "everything" has no "demo:\/\/nowhere"/,
    });
  });

  it('gets prompts with their arguments and completes them', async () => {
    const prompt = await hub.getPrompt('everything', 'args-prompt', { city: 'Paris' });
    assert.deepEqual(prompt.messages, [{ role: 'user', content: { type: 'text', text: "What's weather in Paris?" } }]);
    const query = { ref: { type: 'prompt', name: 'completable-prompt' }, argument: 'name', value: '' } as const;
    const sales = await hub.complete('everything', { ...query, context: { department: 'Sales' } });
    const marketing = await hub.complete('everything', { ...query, context: { department: 'Marketing' } });
    assert.ok(sales.values.length > 0 && marketing.values.every((name) => !sales.values.includes(name)));
  });

  it('refuses a tool or a prompt that is not listed, and names those that are', async () => {
    await assert.rejects(hub.callTool('everything', 'ech', {}), {
      code: 'not_found',
      message: /Its tools are: echo, /,
    });
    await assert.rejects(hub.getPrompt('everything', 'none', {}), {
      code: 'not_found',
      message: /Its prompts are: simple-prompt/,
    });
  });

  it('names the servers there are when one is asked for that does not exist', async () => {
    await assert.rejects(hub.callTool('nobody', 'echo', {}), {
      code: 'unknown_server',
      message: 'There is no server "nobody". Configured are "everything".',
    });
  });

  it('lists a resource that a tool has added', async () => {
    await hub.callTool('everything', 'gzip-file-as-resource', { name: 'tiny.gz', data: 'data:text/plain,hello' });
    const resource = await until(hub.onDidChange, () =>
      hub.server('everything')?.catalog.resources.find(({ name }) => name === 'tiny.gz'),
    );
    assert.match(resource.uri, /tiny\.gz$/);
  });

  it('keeps what the server logs', () => {
    assert.deepEqual(hub.logTail('everything'), ['Starting default (STDIO) server...']);
  });

  it('disconnects and connects again by the person’s wish, and keeps it off in between', async () => {
    await hub.disconnect('everything');
    assert.equal(hub.server('everything')?.state.status, 'disconnected');
    assert.deepEqual(hub.server('everything')?.catalog.tools, []);
    assert.equal(hub.toolByPublicName('mcp__everything__echo'), undefined);
    assert.deepEqual(fixture.processes(), []);
    await hub.ready();
    await hub.refreshDefinitions();
    await assert.rejects(hub.callTool('everything', 'echo', { message: 'x' }), { code: 'not_connected' });
    assert.equal((await hub.connect('everything')).status, 'connected');
    assert.equal(textOf(await hub.callTool('everything', 'echo', { message: 'x' })), 'Echo: x');
  });

  it('restarts on demand', async () => {
    const before = fixture.processes();
    assert.equal((await hub.restart('everything')).status, 'connected');
    const after = fixture.processes();
    assert.equal(after.length, 1);
    assert.notDeepEqual(after, before);
  });
});
