import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Hub } from '../../src/core/mcp/hub.ts';
import type { ToolCallResult } from '../../src/core/mcp/connection/content.ts';
import type { JsonObject } from '../../src/shared/base/json.ts';
import { FakeHost } from '../support/fakeHost.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';
import { startEverything } from './everythingServer.ts';
import type { EverythingServer } from './everythingServer.ts';

/** Tools that need nothing of the host, with what they are called with and the kinds of content they answer with. */
const plainTools: readonly (readonly [tool: string, args: JsonObject, content: readonly string[]])[] = [
  ['echo', { message: 'hello' }, ['text']],
  ['get-annotated-message', { messageType: 'error', includeImage: true }, ['text', 'image']],
  ['get-env', {}, ['text']],
  ['get-resource-links', { count: 2 }, ['text', 'resource_link', 'resource_link']],
  ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }, ['text', 'resource', 'text']],
  ['get-structured-content', { location: 'Chicago' }, ['text']],
  ['get-sum', { a: 2, b: 3 }, ['text']],
  ['get-tiny-image', {}, ['text', 'image', 'text']],
  ['gzip-file-as-resource', { name: 'a.gz', data: 'data:text/plain,hello', outputType: 'resource' }, ['resource']],
  ['toggle-simulated-logging', {}, ['text']],
  ['toggle-subscriber-updates', {}, ['text']],
  ['trigger-long-running-operation', { duration: 0.1, steps: 2 }, ['text']],
];
const taskTool = 'simulate-research-query';
const askingTools = [
  'get-roots-list',
  'trigger-elicitation-request',
  'trigger-url-elicitation',
  'trigger-sampling-request',
];
const document = 'demo://resource/static/document/features.md';

for (const transport of ['stdio', 'streamableHttp', 'sse'] as const) {
  describe(`the hub with the reference server over ${transport}`, function () {
    this.timeout(20_000);
    const name = 'everything';
    let fixture: HubFixture;
    let server: EverythingServer;
    let host: FakeHost;
    let hub: Hub;
    const log = (): string => join(fixture.root, 'messages.log');

    before(async () => {
      fixture = new HubFixture();
      server = await startEverything(transport, fixture.marker, log());
      host = new FakeHost();
      hub = await fixture.hub({ [name]: { ...server.entry, roots: true } }, { hostHandlers: host.handlers });
      const state = await hub.connect(name);
      assert.equal(state.status, 'connected', JSON.stringify(state));
    });
    after(async () => {
      await fixture.dispose();
      await server.stop();
      assert.deepEqual(fixture.processes(), [], 'left running');
    });

    const call = (tool: string, args: JsonObject = {}): Promise<ToolCallResult> => hub.callTool(name, tool, args);
    const firstText = ({ content: [block] }: ToolCallResult): string => (block?.type === 'text' ? block.text : '');
    const toolsOf = (of: Hub): string[] => (of.server(name)?.catalog.tools ?? []).map((tool) => tool.name);
    const untilLogged = (line: RegExp): Promise<unknown> =>
      until(hub.onDidLog, () => hub.logTail(name).some((it) => line.test(it)));

    it('is told of nothing but what a surface serves', async () => {
      const bare = await fixture.hub({ [name]: server.entry });
      await bare.connect(name);
      assert.deepEqual(toolsOf(bare).sort(), [...plainTools.map(([tool]) => tool), taskTool].sort());
      await bare.dispose();
    });

    it('offers the tools that ask the host to a surface that serves all', async () => {
      await until(hub.onDidChange, () => toolsOf(hub).length === 17);
      assert.deepEqual(toolsOf(hub).sort(), [...plainTools.map(([tool]) => tool), taskTool, ...askingTools].sort());
    });

    for (const [tool, args, kinds] of plainTools) {
      it(`calls ${tool}`, async () => {
        const { content, isError } = await call(tool, args);
        assert.equal(isError, false, JSON.stringify(content));
        assert.deepEqual(
          content.map(({ type }) => type),
          kinds,
        );
      });
    }

    it('takes what a tool says that it cannot do as its result', async () => {
      assert.equal((await call('get-sum', { a: 'two' })).isError, true);
      assert.match(textOf(await call('get-sum', { a: 2, b: 3 })), /sum of 2 and 3 is 5/);
      assert.deepEqual((await call('get-structured-content', { location: 'Chicago' })).structuredContent, {
        temperature: 36,
        conditions: 'Light rain / drizzle',
        humidity: 82,
      });
    });

    it('reads resources, of a list, of templates and of the session', async () => {
      const { resources, resourceTemplates } = hub.server(name)!.catalog;
      assert.equal(resources.filter(({ uri }) => uri.startsWith('demo://resource/static/')).length, 7);
      assert.deepEqual(resourceTemplates.map(({ uriTemplate }) => uriTemplate).sort(), [
        'demo://resource/dynamic/blob/{resourceId}',
        'demo://resource/dynamic/text/{resourceId}',
      ]);
      const [text] = (await hub.readResource(name, document)).contents;
      assert.equal(text?.mimeType, 'text/markdown');
      const [blob] = (await hub.readResource(name, 'demo://resource/dynamic/blob/2')).contents;
      assert.match(Buffer.from(blob?.blob ?? '', 'base64').toString(), /Resource 2/);

      await call('gzip-file-as-resource', { name: 'b.gz', data: 'data:text/plain,bye', outputType: 'resourceLink' });
      const added = await until(hub.onDidChange, () =>
        hub.server(name)?.catalog.resources.find((resource) => resource.name === 'b.gz'),
      );
      const [zipped] = (await hub.readResource(name, added.uri)).contents;
      assert.equal(
        Buffer.from(zipped?.blob ?? '', 'base64')
          .subarray(0, 2)
          .toString('hex'),
        '1f8b',
      );
    });

    it('gets prompts, and completes their arguments and those of templates', async () => {
      const { prompts } = hub.server(name)!.catalog;
      assert.deepEqual(prompts.map((prompt) => prompt.name).sort(), [
        'args-prompt',
        'completable-prompt',
        'resource-prompt',
        'simple-prompt',
      ]);
      const prompt = await hub.getPrompt(name, 'args-prompt', { city: 'Rome' });
      assert.match(textOf({ content: prompt.messages.map(({ content }) => content) }), /weather in Rome/);
      const withResource = await hub.getPrompt(name, 'resource-prompt', { resourceType: 'Text', resourceId: '1' });
      assert.deepEqual(
        withResource.messages.map(({ content }) => content.type),
        ['text', 'resource'],
      );

      const ref = { type: 'prompt', name: 'completable-prompt' } as const;
      const departments = await hub.complete(name, { ref, argument: 'department', value: 'S', context: {} });
      assert.deepEqual(departments.values, ['Sales', 'Support']);
      const context = { department: 'Sales' };
      assert.deepEqual((await hub.complete(name, { ref, argument: 'name', value: 'D', context })).values, ['David']);
      const template = { type: 'template', uri: 'demo://resource/dynamic/text/{resourceId}' } as const;
      const ids = await hub.complete(name, { ref: template, argument: 'resourceId', value: '7', context: {} });
      assert.deepEqual(ids.values, ['7']);
    });

    it('hears of the progress of a long call', async () => {
      const seen: string[] = [];
      const onProgress = ({ progress, total }: { progress: number; total?: number | undefined }): void => {
        seen.push(`${progress}/${total}`);
      };
      await hub.callTool(name, 'trigger-long-running-operation', { duration: 0.3, steps: 3 }, { onProgress });
      // What comes together with the answer may be lost to it.
      assert.deepEqual(seen.slice(0, 2), ['1/3', '2/3']);
    });

    it('fills in a form with every kind of field', async () => {
      const content = {
        name: 'Ada',
        email: 'ada@example.com',
        birthdate: '1815-12-10',
        integer: 7,
        untitledMultipleSelectEnum: ['Guitar', 'Drums'],
        titledSingleSelectEnum: 'hero-2',
        legacyTitledEnum: 'pet-3',
      };
      host.willAnswer({ action: 'accept', content });
      const result = await call('trigger-elicitation-request');
      assert.match(firstText(result), /User provided the requested information/);
      const last = result.content.at(-1);
      assert.ok(last?.type === 'text');
      assert.deepEqual(JSON.parse(last.text.slice(last.text.indexOf('{'))), { action: 'accept', content });
      const asked = host.elicitations.at(-1);
      assert.ok(asked?.mode === 'form');
      assert.equal(asked.server, name);
      assert.equal(Object.keys(asked.requestedSchema['properties'] ?? {}).length, 13);
    });

    for (const [action, answer] of [
      ['decline', /User declined to provide/],
      ['cancel', /User cancelled the elicitation/],
    ] as const) {
      it(`tells the server that a person answers a form with ${action}`, async () => {
        host.willAnswer({ action });
        assert.match(firstText(await call('trigger-elicitation-request')), answer);
      });
    }

    it('does not send values that do not fit the form', async () => {
      host.willAnswer({ action: 'accept', content: { name: 'Ada', integer: 1_000 } });
      const { isError, content } = await call('trigger-elicitation-request');
      assert.equal(isError, true);
      assert.match(JSON.stringify(content), /The host failed to answer/);
      await untilLogged(/"integer" must be <= 100/);
    });

    it('sends a person to an address, and says which one a call needs first', async () => {
      const args = { url: 'https://example.com/sign', message: 'Sign here', elicitationId: 'e-1' };
      host.willAnswer({ action: 'accept' });
      assert.match(firstText(await call('trigger-url-elicitation', args)), /User completed the URL elicitation/);
      assert.deepEqual(host.elicitations.at(-1), { mode: 'url', server: name, ...args });

      await assert.rejects(call('trigger-url-elicitation', { ...args, errorPath: true }), (error: unknown) => {
        const { rpcCode, elicitations } = error as { rpcCode?: number; elicitations?: readonly JsonObject[] };
        assert.equal(rpcCode, -32042);
        assert.deepEqual(
          elicitations?.map(({ mode, server: asking, url }) => ({ mode, asking, url })),
          [{ mode: 'url', asking: name, url: 'https://modelcontextprotocol.io' }],
        );
        return true;
      });
    });

    it('answers what the server asks of the model', async () => {
      const result = await call('trigger-sampling-request', { prompt: 'Say hello', maxTokens: 50 });
      assert.match(firstText(result), /"text": "A short answer\."/);
      const { params } = host.samplings.at(-1)!;
      assert.equal(params['maxTokens'], 50);
      assert.equal(params['systemPrompt'], 'You are a helpful test server.');
    });

    it('gives the folders of the workspace, and announces when there are others', async () => {
      const uri = pathToFileURL(fixture.workspace).href;
      host.setRoots([{ uri, name: 'workspace' }]);
      await untilLogged(/Roots updated: 1 root/);
      assert.match(textOf(await call('get-roots-list')), new RegExp(`1\\. workspace\\s+URI: ${uri}`));
    });

    it('logs from the level that a person set', async () => {
      const subscribed = /Received Subscribe Resource request for URI: demo:\/\/resource\/static\/document\/(\w+)/;
      await hub.setLogLevel(name, 'error');
      await hub.subscribeResource(name, 'demo://resource/static/document/startup.md');
      await hub.setLogLevel(name, 'debug');
      assert.equal(hub.logLevel(name), 'debug');
      await hub.subscribeResource(name, 'demo://resource/static/document/structure.md');
      await untilLogged(subscribed);
      const logged = hub.logTail(name).flatMap((line) => subscribed.exec(line)?.[1] ?? []);
      assert.deepEqual(logged, ['structure']);
    });

    it('hears of changes of a resource only while it is subscribed to', async () => {
      const updates: string[] = [];
      const subscription = hub.onDidUpdateResource(({ uri }) => updates.push(uri));
      await hub.subscribeResource(name, document);
      // Off, if it is on since it was called above: turned on, the server reports at once.
      const toggled = textOf(await call('toggle-subscriber-updates'));
      if (toggled.startsWith('Stopped')) await call('toggle-subscriber-updates');
      await until(hub.onDidUpdateResource, () => updates.includes(document));
      await hub.unsubscribeResource(name, document);
      updates.length = 0;
      await call('toggle-subscriber-updates');
      await call('toggle-subscriber-updates');
      await until(hub.onDidUpdateResource, () => updates.length > 0);
      assert.ok(!updates.includes(document), `still told of ${document}`);
      subscription.dispose();
    });

    it('waits for a person who takes longer than a call may', async () => {
      const slow = new FakeHost(1_300);
      const patient = await fixture.hub({ [name]: { ...server.entry, timeout: 1 } }, { hostHandlers: slow.handlers });
      await patient.connect(name);
      assert.match(firstText(await patient.callTool(name, 'trigger-elicitation-request', {})), /User declined/);
      const long = patient.callTool(name, 'trigger-long-running-operation', { duration: 3, steps: 1 });
      await assert.rejects(long, { code: 'timeout' });
      await patient.dispose();
    });

    if (transport !== 'stdio') return;
    it('reads the tools once more after a burst of seven announcements', async () => {
      const burst = join(fixture.root, 'burst.log');
      const recorded = await startEverything('stdio', fixture.marker, burst);
      const quiet = await fixture.hub({ [name]: { ...recorded.entry, roots: true } }, { hostHandlers: host.handlers });
      await quiet.connect(name);
      await until(quiet.onDidChange, () => toolsOf(quiet).length === 17);
      // The answer to a call settles what was announced before it.
      await quiet.callTool(name, 'trigger-long-running-operation', { duration: 1, steps: 1 });
      const sent = readFileSync(burst, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"tools/list"'));
      assert.ok(sent.length <= 2, `read ${sent.length} times`);
      await quiet.dispose();
    });
  });
}
