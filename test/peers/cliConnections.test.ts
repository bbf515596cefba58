import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandLine, Ended } from './cli/commandLine.ts';
import { everything, recorded, requestsOf } from './cli/mcpServers.ts';
import { useCommandLine } from './cli/useCommandLine.ts';

const faults = fileURLToPath(new URL('../servers/faults', import.meta.url));

describe('connections by hand on the command line', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;
  let log: string;
  let config: string;
  const fixture = useCommandLine(async (given) => {
    ({ commandLine } = given);
    log = join(commandLine.folder, 'requests.jsonl');
    config = await commandLine.servers({
      tour: fixture.tour,
      broken: { command: 'no-such-program' },
      off: { command: 'no-such-program', disabled: true },
    });
  });

  describe('mcp get', () => {
    it('shows a server and where it is configured, and starts nothing', async () => {
      await commandLine.write('home/mcp.json', { mcpServers: { tour: { command: 'other' } } });
      const { code, stdout, stderr } = await mcp('get', 'tour');
      assert.deepEqual([code, stderr], [0, '']);
      assert.deepEqual(stdout.split('\n').slice(0, 4), [
        'tour',
        `  configured in: ${config}:3 (session)`,
        `  used in place of: ${join(commandLine.home, 'mcp.json')}:3 (user)`,
        '  state: enabled',
      ]);
    });

    it('says with --check what it speaks and offers', async () => {
      const { code, stdout } = await mcp('get', 'tour', '--check');
      assert.equal(code, 0);
      assert.match(stdout, /^ {2}state: connected$/m);
      assert.match(stdout, /^ {2}protocol: 2025-11-25 \(legacy era\)$/m);
      assert.match(stdout, /^ {2}offers: 2 tools, 3 resources, 1 template, 1 prompt$/m);
      const json = JSON.parse((await mcp('get', 'tour', '--check', '--json')).stdout) as Record<string, unknown>;
      assert.deepEqual([json['name'], json['status'], json['era']], ['tour', 'connected', 'legacy']);
      assert.deepEqual(json['counts'], { tools: 2, resources: 3, templates: 1, prompts: 1 });
    });

    it('ends with 4 for one that is not connected then, and still shows it with what is wrong', async () => {
      const { code, stdout } = await mcp('get', 'broken', '--check', '--json');
      const { status, error } = JSON.parse(stdout) as { status: string; error: { code: string } };
      assert.deepEqual([code, status, error.code], [4, 'failed', 'spawn_failed']);
      const off = await mcp('get', 'off', '--check');
      assert.equal(off.code, 4);
      assert.match(off.stdout, /to do: enable it with: patchbay mcp enable off/);
    });

    it('ends with 4 for one that is not configured', async () => {
      const { code, stdout, stderr } = await mcp('get', 'nobody');
      assert.deepEqual([code, stdout], [4, '']);
      assert.match(stderr, /"nobody" is not configured.*tour/);
    });
  });

  describe('mcp reconnect', () => {
    it('says what it is connected to', async () => {
      const { code, stdout, stderr } = await mcp('reconnect', 'tour');
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^Connected "tour" \(\S+ \S+\)\n$/);
    });

    it('ends with 4 when one of all is not there, and connects the others; what is off stays off', async () => {
      const { code, stdout, stderr } = await mcp('reconnect', '--all');
      assert.equal(code, 4);
      assert.match(stdout, /^Connected "tour"/);
      assert.match(stderr, /^patchbay: Server "broken" is not connected: .*no-such-program/);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
    });
  });

  describe('mcp complete', () => {
    beforeEach(async () => {
      config = await commandLine.servers({ every: recorded(log, everything) });
    });

    it('gives the values that the server proposes, a line each', async () => {
      const { code, stdout } = await mcp('complete', 'every', 'prompt', 'completable-prompt', 'department', 'E');
      assert.deepEqual([code, stdout], [0, 'Engineering\n']);
    });

    it('sends what is chosen already, and prints the result as it came with --json', async () => {
      const args = ['complete', 'every', 'prompt', 'completable-prompt', 'name', ''];
      const { stdout } = await mcp(...args, '--context', 'department=Sales', '--json');
      const { completion } = JSON.parse(stdout) as { completion: { values: string[] } };
      assert.ok(completion.values.length > 0);
      assert.deepEqual(await requestsOf(log, 'completion/complete'), [
        {
          ref: { type: 'ref/prompt', name: 'completable-prompt' },
          argument: { name: 'name', value: '' },
          context: { arguments: { department: 'Sales' } },
        },
      ]);
    });

    it('completes the variables of a template', async () => {
      const template = 'demo://resource/dynamic/text/{resourceId}';
      const { code } = await mcp('complete', 'every', 'template', template, 'resourceId', '1');
      assert.equal(code, 0);
      const [request] = (await requestsOf(log, 'completion/complete')) as [{ ref: object }];
      assert.deepEqual(request.ref, { type: 'ref/resource', uri: template });
    });
  });

  it('show what a server logs, from the level that is asked for', async () => {
    config = await commandLine.servers({ every: recorded(log, everything) });
    const { code, stdout, stderr } = await mcp('call', 'every', 'echo', '{"message":"Hi"}', '--log-level', 'debug');
    assert.deepEqual([code, stdout], [0, 'Echo: Hi\n']);
    assert.deepEqual(await requestsOf(log, 'logging/setLevel'), [{ level: 'debug' }]);
    assert.match(stderr, /^\[every\] /m);
  });

  it('take the value of an input from the environment, and say how when it is not there', async () => {
    config = await commandLine.write('inputs.json', {
      inputs: [{ id: 'word', type: 'promptString', description: 'A word' }],
      mcpServers: { echo: { command: 'node', args: [join(faults, 'echoesStart.mjs'), '${input:word}'] } },
    });
    const without = await mcp('tools', 'echo');
    assert.deepEqual([without.code, without.stdout], [4, '']);
    const [variable] = /PATCHBAY_\w+/.exec(without.stderr) ?? [];
    assert.ok(variable, without.stderr);
    const given = await commandLine.run(['mcp', 'tools', 'echo', '--mcp-config', config], {
      env: { [variable]: 'hey' },
    });
    assert.deepEqual([given.code, given.stderr], [0, '']);
  });

  function mcp(...args: readonly string[]): Promise<Ended> {
    return commandLine.run(['mcp', ...args, '--mcp-config', config]);
  }
});
