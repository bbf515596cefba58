import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ConnectionState } from '../../src/core/mcp/connection/connectionState.ts';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { asObject } from '../../src/shared/base/json.ts';
import { FakeHost } from '../support/fakeHost.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';

type Entry = Record<string, unknown>;

const scripts = {
  filesystem: import.meta.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'),
  memory: import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'),
  'sequential-thinking': import.meta.resolve('@modelcontextprotocol/server-sequential-thinking/dist/index.js'),
};

function script(name: keyof typeof scripts): string {
  return fileURLToPath(scripts[name]);
}

async function connected(hub: Hub, name: string): Promise<Extract<ConnectionState, { status: 'connected' }>> {
  const state = await hub.connect(name);
  assert.ok(state.status === 'connected', JSON.stringify(state));
  return state;
}

const toolsOf = (hub: Hub, name: string): string[] => (hub.server(name)?.catalog.tools ?? []).map((tool) => tool.name);

describe('the hub with the reference servers of files, memory and thinking', function () {
  this.timeout(20_000);
  let fixture: HubFixture;

  beforeEach(() => {
    fixture = new HubFixture();
  });
  afterEach(async () => {
    await fixture.dispose();
    assert.deepEqual(fixture.processes(), [], 'left running');
  });

  describe('filesystem', () => {
    /** Folders of the server's arguments and of the workspace, each with a file. */
    const folders = (): { given: string; workspace: string; entry: Entry } => {
      const given = join(fixture.root, fixture.marker);
      mkdirSync(given);
      writeFileSync(join(given, 'given.txt'), 'a given file');
      writeFileSync(join(fixture.workspace, 'own.txt'), 'a file of the workspace');
      const entry = { command: process.execPath, args: [script('filesystem'), given] };
      return { given, workspace: fixture.workspace, entry };
    };

    it('works in the folders of its arguments when it is given no roots', async () => {
      const { given, workspace, entry } = folders();
      const host = new FakeHost();
      host.setRoots([{ uri: pathToFileURL(workspace).href, name: 'workspace' }]);
      const hub = await fixture.hub({ files: entry }, { hostHandlers: host.handlers });
      await connected(hub, 'files');
      assert.equal(toolsOf(hub, 'files').length, 14);
      assert.equal(
        textOf(await hub.callTool('files', 'read_text_file', { path: join(given, 'given.txt') })),
        'a given file',
      );
      const outside = await hub.callTool('files', 'read_text_file', { path: join(workspace, 'own.txt') });
      assert.equal(outside.isError, true);
      assert.match(textOf(outside), /outside allowed directories/);
      const listed = await hub.callTool('files', 'list_directory', { path: given });
      assert.deepEqual(listed.structuredContent, { content: '[FILE] given.txt' });
    });

    it('works in the roots instead when its definition opts in, and in others when they change', async () => {
      const { given, workspace, entry } = folders();
      const host = new FakeHost();
      host.setRoots([{ uri: pathToFileURL(workspace).href, name: 'workspace' }]);
      const hub = await fixture.hub({ files: { ...entry, roots: true } }, { hostHandlers: host.handlers });
      await connected(hub, 'files');
      const logged = (text: string): Promise<unknown> =>
        until(hub.onDidLog, () => hub.logTail('files').filter((line) => line.includes(text)).length > 0);
      await logged('Updated allowed directories from MCP roots: 1 valid');
      const read = async (path: string): Promise<string> =>
        textOf(await hub.callTool('files', 'read_text_file', { path }));
      assert.equal(await read(join(workspace, 'own.txt')), 'a file of the workspace');
      assert.match(await read(join(given, 'given.txt')), /outside allowed directories/);

      host.setRoots([workspace, given].map((folder) => ({ uri: pathToFileURL(folder).href })));
      await logged('Updated allowed directories from MCP roots: 2 valid');
      assert.equal(await read(join(given, 'given.txt')), 'a given file');
    });
  });

  it('keeps what the memory server is told, and hears when its graph changes', async () => {
    const graph = 'memory://knowledge-graph';
    const env = { MEMORY_FILE_PATH: join(fixture.root, 'memory.jsonl') };
    const hub = await fixture.hub({
      memory: { command: process.execPath, args: [script('memory'), fixture.marker], env },
    });
    await connected(hub, 'memory');
    assert.equal(toolsOf(hub, 'memory').length, 9);
    const updates: string[] = [];
    hub.onDidUpdateResource(({ server, uri }) => updates.push(`${server} ${uri}`));
    await hub.subscribeResource('memory', graph);
    const ada = { name: 'Ada', entityType: 'person', observations: ['likes engines'] };
    await hub.callTool('memory', 'create_entities', { entities: [ada] });
    await until(hub.onDidUpdateResource, () => updates.includes(`memory ${graph}`));
    const [contents] = (await hub.readResource('memory', graph)).contents;
    assert.deepEqual(JSON.parse(contents?.text ?? ''), { entities: [ada], relations: [] });

    await hub.restart('memory');
    const found = await hub.callTool('memory', 'search_nodes', { query: 'engines' });
    assert.deepEqual(asObject(found.structuredContent)?.['entities'], [ada]);
  });

  it('thinks one thought after another', async () => {
    const env = { DISABLE_THOUGHT_LOGGING: 'true' };
    const hub = await fixture.hub({
      thinking: { command: process.execPath, args: [script('sequential-thinking'), fixture.marker], env },
    });
    await connected(hub, 'thinking');
    const [tool] = hub.server('thinking')?.catalog.tools ?? [];
    assert.equal(tool?.name, 'sequentialthinking');
    assert.equal(Object.keys(asObject(tool.inputSchema['properties']) ?? {}).length, 9);
    for (const thoughtNumber of [1, 2]) {
      const thought = { thought: 'so', thoughtNumber, totalThoughts: 2, nextThoughtNeeded: thoughtNumber === 1 };
      const { structuredContent } = await hub.callTool('thinking', 'sequentialthinking', thought);
      assert.equal(asObject(structuredContent)?.['thoughtHistoryLength'], thoughtNumber);
    }
  });
});
