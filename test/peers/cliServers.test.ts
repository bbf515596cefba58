import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { saying } from '../servers/scriptedModel/script.ts';
import { ofType, theOne } from './cli/commandLine.ts';
import type { CommandLine } from './cli/commandLine.ts';
import { converse } from './cli/conversation.ts';
import { useCommandLine } from './cli/useCommandLine.ts';

describe('servers of a conversation on the command line', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;

  const fixture = useCommandLine((given) => {
    ({ commandLine } = given);
  });

  it('work beside those that cannot', async () => {
    const config = await commandLine.servers({
      missing: { command: 'no-such-program' },
      ending: { command: 'node', args: ['-e', 'console.error("out of cheese"); process.exit(3)'] },
      tour: fixture.tour,
      wrong: { command: 7 },
      unset: { command: 'node', env: { TOKEN: '${NO_SUCH_VARIABLE}' } },
      off: { command: 'no-such-program', disabled: true },
    });
    const { code, objects } = await converse(
      commandLine,
      [saying('Fine.')],
      ['--mcp-config', config, '-p', 'See @tour:docs://handbook'],
    );
    const { servers } = theOne(objects, 'mcp_status');
    assert.deepEqual(Object.fromEntries(servers.map(({ name, status, error }) => [name, [status, error?.code]])), {
      missing: ['failed', 'spawn_failed'],
      ending: ['failed', 'exited'],
      tour: ['connected', undefined],
      wrong: ['failed', 'invalid_config'],
      unset: ['failed', 'missing_env'],
      off: ['disabled', undefined],
    });
    const warnings = ofType(objects, 'warning');
    assert.deepEqual(Object.fromEntries(warnings.map((warning) => [warning.server, warning.code])), {
      missing: 'connection_failed',
      ending: 'connection_failed',
      wrong: 'invalid_config',
      unset: 'missing_env',
    });
    assert.equal(warnings.length, 4);
    const messageOf = (name: string): string => warnings.find(({ server }) => server === name)!.message;
    assert.match(messageOf('missing'), /no-such-program/);
    assert.match(messageOf('ending'), /out of cheese/);
    assert.match(messageOf('wrong'), /servers\.json:\d+.*command/);
    assert.match(messageOf('unset'), /NO_SUCH_VARIABLE/);
    assert.equal(theOne(objects, 'attached').uri, 'docs://handbook');
    assert.equal(theOne(objects, 'result').status, 'completed');
    assert.equal(code, 0);
  });

  it('do not keep the model from answering when their file cannot be read as JSON', async () => {
    const broken = await commandLine.write('broken.json', '{ "mcpServers": { "tour": {} ');
    const good = await commandLine.servers({ tour: fixture.tour }, 'good.json');
    const args = ['--mcp-config', broken, '--mcp-config', good, '-p', 'Hi'];
    const { code, objects } = await converse(commandLine, [saying('Hello.')], args);
    assert.equal(theOne(objects, 'mcp_status').servers[0]?.status, 'connected');
    const warning = theOne(objects, 'warning');
    assert.equal(warning.code, 'invalid_config');
    assert.match(warning.message, /broken\.json:\d+/);
    assert.equal(code, 0);
  });

  it('have their broken schemas repaired for the model, and each is named once', async () => {
    const badTools = fileURLToPath(new URL('../servers/faults/badTools.mjs', import.meta.url));
    const config = await commandLine.servers({ faulty: { command: 'node', args: [badTools] } });
    const args = ['--mcp-config', config, '-p', 'Hi'];
    const { objects, requests } = await converse(commandLine, [saying('Hello.')], args);
    const repaired = ofType(objects, 'warning').filter(({ code }) => code === 'schema_repaired');
    assert.deepEqual(
      repaired.map(({ server, message }) => [server, /"(\w+)"/.exec(message)?.[1]]),
      [['faulty', 'open']],
    );
    const tools = requests[0]!.body.tools ?? [];
    const open = tools.find((tool) => tool.function['name'] === 'mcp__faulty__open');
    assert.deepEqual(open?.function['parameters'], { type: 'object', properties: {} });
    assert.equal(theOne(objects, 'mcp_status').servers[0]?.tools, tools.length);
  });

  it('of the project wait for approval, with the way to give it, and are not started', async () => {
    await commandLine.write('workspace/.mcp.json', { mcpServers: { tour: fixture.tour } });
    const { code, objects } = await converse(commandLine, [saying('Hello.')], ['-p', 'Read from tour please']);
    assert.deepEqual(theOne(objects, 'mcp_status').servers, [
      { name: 'tour', status: 'needs_approval', tools: 0, resources: 0, templates: 0, prompts: 0 },
    ]);
    const warning = theOne(objects, 'warning');
    assert.deepEqual([warning.code, warning.server], ['pending_approval', 'tour']);
    assert.match(warning.message, /patchbay mcp approve tour/);
    assert.equal(code, 0);
  });

  it('of the session win over the others, and are the only ones when that is asked for', async () => {
    await commandLine.write('home/mcp.json', {
      mcpServers: { tour: { command: 'no-such-program' }, mine: { command: 'no-such-program' } },
    });
    const config = await commandLine.servers({ tour: fixture.tour });
    const statuses = async (...args: string[]): Promise<unknown> => {
      const { objects } = await converse(commandLine, [saying('Hi.')], ['--mcp-config', config, ...args, '-p', 'Hi']);
      return Object.fromEntries(theOne(objects, 'mcp_status').servers.map(({ name, status }) => [name, status]));
    };
    assert.deepEqual(await statuses(), { mine: 'failed', tour: 'connected' });
    assert.deepEqual(await statuses('--strict-mcp-config'), { tour: 'connected' });
  });
});
