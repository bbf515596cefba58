import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CommandLine, Ended } from './cli/commandLine.ts';
import { everything, recorded, requestsOf } from './cli/mcpServers.ts';
import { useCommandLine } from './cli/useCommandLine.ts';
import { connectedTour } from './tourClient.ts';

describe('the verbs of patchbay mcp', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;
  let log: string;
  let config: string;

  const fixture = useCommandLine(async (given) => {
    ({ commandLine } = given);
    log = join(commandLine.folder, 'requests.jsonl');
    config = await commandLine.servers({
      tour: recorded(log, fixture.tour),
      broken: { command: 'no-such-program' },
    });
  });

  describe('that list', () => {
    it('give the items as the server gave them, with its name, in one array', async () => {
      const { client } = await connectedTour(fixture.tourServer);
      try {
        const { tools } = await client.listTools();
        const { resources } = await client.listResources();
        const { resourceTemplates } = await client.listResourceTemplates();
        const { prompts } = await client.listPrompts();
        const server = 'tour';
        const given = (items: readonly object[]): unknown => items.map((item) => ({ ...item, server }));
        assert.deepEqual(
          await json('tools', 'tour'),
          tools.map((tool) => ({ ...tool, server, publicName: `mcp__tour__${tool.name}` })),
        );
        assert.deepEqual(await json('resources', 'tour'), given(resources));
        assert.deepEqual(await json('templates', 'tour'), given(resourceTemplates));
        assert.deepEqual(await json('prompts', 'tour'), given(prompts));
      } finally {
        await client.close();
      }
    });

    it('list every server that can be reached and warn of the others', async () => {
      const { code, stdout, stderr } = await mcp('prompts', '--json');
      assert.equal(code, 0);
      const prompts = JSON.parse(stdout) as { server: string; name: string }[];
      assert.deepEqual(
        prompts.map(({ server, name }) => [server, name]),
        [['tour', 'plan_trip']],
      );
      assert.match(stderr, /^patchbay: warning \[connection_failed\] broken: .*no-such-program/);
    });

    it('start the named server only', async () => {
      const { stderr } = await mcp('tools', 'tour');
      assert.equal(stderr, '');
    });

    it('are readable without --json', async () => {
      const { stdout } = await mcp('resources', 'tour');
      assert.match(stdout, /^tour {2}docs:\/\/handbook +\S/m);
      assert.equal(stdout.trimEnd().split('\n').length, 3);
    });
  });

  describe('that request', () => {
    it('print the text of a resource, and with --json the result as the server gave it', async () => {
      const text = await mcp('read', 'tour', 'docs://packing-list');
      const { contents } = (await json('read', 'tour', 'docs://packing-list')) as { contents: { text: string }[] };
      assert.equal(text.stdout, contents[0]!.text);
      assert.deepEqual([text.code, text.stderr], [0, '']);
      assert.deepEqual(await requestsOf(log, 'resources/read'), [
        { uri: 'docs://packing-list' },
        { uri: 'docs://packing-list' },
      ]);
    });

    it('read a resource that is listed nowhere, its URI sent as it is', async () => {
      const { code, stdout } = await mcp('read', 'tour', 'docs://city/new-york');
      assert.equal(code, 0);
      assert.match(stdout, /New York/);
      assert.deepEqual(await requestsOf(log, 'resources/read'), [{ uri: 'docs://city/new-york' }]);
    });

    it('name binary content and give it with --json', async () => {
      const text = await mcp('read', 'tour', 'docs://logo');
      assert.match(text.stdout, /^\[docs:\/\/logo, image\/png, \d+ bytes; --json shows it as base64\]\n$/);
      const { contents } = (await json('read', 'tour', 'docs://logo')) as { contents: { blob: string }[] };
      assert.equal(Buffer.from(contents[0]!.blob, 'base64').subarray(1, 4).toString(), 'PNG');
    });

    it('call a tool under either name without asking', async () => {
      const input = JSON.stringify({ city: 'Paris', days: 2 });
      const original = await mcp('call', 'tour', 'book_trip', input);
      assert.deepEqual([original.code, original.stderr], [0, '']);
      assert.match(original.stdout, /^Booked Paris for one traveller, 2 days/);
      const result = (await json('call', 'tour', 'mcp__tour__estimate_cost', input)) as {
        structuredContent: { currency: string };
      };
      assert.equal(result.structuredContent.currency, 'EUR');
      assert.deepEqual(await requestsOf(log, 'tools/call'), [
        { name: 'book_trip', arguments: { city: 'Paris', days: 2 } },
        { name: 'estimate_cost', arguments: { city: 'Paris', days: 2 } },
      ]);
    });

    it('end with 1 when the tool says that it failed, and still print what it said', async () => {
      const { code, stdout } = await mcp('call', 'tour', 'book_trip', '{"city":"Atlantis","days":2}');
      assert.equal(code, 1);
      assert.match(stdout, /Atlantis/);
    });

    it('take the arguments of a prompt as words, by name or as JSON', async () => {
      const words = await mcp('prompt', 'tour', 'plan_trip', 'New York', '3');
      assert.match(words.stdout, /^user:\nPlease plan a business trip to New York for 3 days\./);
      await mcp('prompt', 'tour', 'plan_trip', 'days=3', 'city=Paris');
      const result = (await json('prompt', 'tour', 'plan_trip', '{"city":"Rome","days":"1"}')) as {
        messages: { role: string }[];
      };
      assert.deepEqual(
        result.messages.map(({ role }) => role),
        ['user'],
      );
      assert.deepEqual(await requestsOf(log, 'prompts/get'), [
        { name: 'plan_trip', arguments: { city: 'New York', days: '3' } },
        { name: 'plan_trip', arguments: { city: 'Paris', days: '3' } },
        { name: 'plan_trip', arguments: { city: 'Rome', days: '1' } },
      ]);
    });

    it('end with 2 when a prompt lacks an argument, without a request', async () => {
      const { code, stdout, stderr } = await mcp('prompt', 'tour', 'plan_trip', 'Paris');
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /plan_trip.*days/);
      assert.deepEqual(await requestsOf(log, 'prompts/get'), []);
    });

    it('end with 124 when the server does not answer in time', async () => {
      const file = await commandLine.servers({ every: { ...everything, timeout: 1 } });
      const { code, stdout, stderr } = await commandLine.run([
        ...['mcp', 'call', 'every', 'trigger-long-running-operation', '{"duration":20,"steps":1}'],
        ...['--mcp-config', file],
      ]);
      assert.deepEqual([code, stdout], [124, '']);
      assert.match(stderr, /^patchbay: .*every/);
    });
  });

  it('load nothing of models or of conversations', async () => {
    const loaded = async (...args: readonly string[]): Promise<string[]> => {
      const folder = join(commandLine.folder, 'coverage');
      const { code } = await commandLine.run(args, { env: { NODE_V8_COVERAGE: folder } });
      assert.equal(code, 0);
      const files = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')));
      await rm(folder, { recursive: true });
      const scripts = files.flatMap((file) => (JSON.parse(file) as { result: { url: string }[] }).result);
      return scripts.map(({ url }) => basename(url)).filter((name) => /model|threadrunner|prompt-?command/i.test(name));
    };
    assert.notDeepEqual(await loaded('--strict-mcp-config', '-p', 'Hello'), []);
    assert.deepEqual(await loaded('mcp', 'read', 'tour', 'docs://handbook', '--mcp-config', config), []);
  });

  describe('that name what is not there', () => {
    const missing: readonly [string, readonly string[], RegExp][] = [
      ['an unknown server', ['tools', 'nobody'], /"nobody" is not configured.*tour/],
      ['a server that cannot start', ['read', 'broken', 'docs://handbook'], /"broken".*no-such-program/],
      ['an unknown tool', ['call', 'tour', 'fly'], /no tool "fly".*book_trip/],
      ['an unknown prompt', ['prompt', 'tour', 'sing'], /no prompt "sing".*plan_trip/],
      ['an unknown resource', ['read', 'tour', 'docs://city/Atlantis'], /docs:\/\/city\/Atlantis/],
    ];
    for (const [what, args, message] of missing) {
      it(`end with 4 for ${what}`, async () => {
        const { code, stdout, stderr } = await mcp(...args);
        assert.deepEqual([code, stdout], [4, '']);
        assert.match(stderr, message);
        assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
      });
    }
  });

  describe('mcp list', () => {
    it('tells where each server is from, secrets redacted, and starts none', async () => {
      const server = { ...everything, env: { TOKEN: 's3cret', FROM: '${HOME}' }, disabled: true };
      const file = await commandLine.servers({ every: server, bad: { command: 7 } });
      await commandLine.write('home/mcp.json', { mcpServers: { every: { command: 'no-such-program' } } });
      const { code, stdout, stderr } = await commandLine.run(['mcp', 'list', '--json', '--mcp-config', file]);
      const [every, bad, ...others] = JSON.parse(stdout) as Record<string, unknown>[];
      assert.deepEqual(others, []);
      assert.deepEqual(every, {
        name: 'every',
        scope: 'session',
        source: file,
        line: 3,
        transport: 'stdio',
        enabled: false,
        approval: 'none',
        overrides: [{ scope: 'user', source: join(commandLine.home, 'mcp.json'), line: 3 }],
        definition: { ...server, env: { TOKEN: '<redacted>', FROM: '${HOME}' } },
      });
      assert.equal(bad!['name'], 'bad');
      assert.equal((bad!['error'] as { code: string }).code, 'invalid_config');
      assert.match(stderr, /^patchbay: warning \[invalid_config\] bad: .*servers\.json:\d+: .*command/);
      assert.equal(code, 0);
    });

    it('connects with --check and says how that went', async () => {
      const { code, stdout } = await mcp('list', '--check', '--json');
      const servers = JSON.parse(stdout) as { name: string; status: string; error?: { code: string } }[];
      assert.deepEqual(
        servers.map(({ name, status, error }) => [name, status, error?.code]),
        [
          ['tour', 'connected', undefined],
          ['broken', 'failed', 'spawn_failed'],
        ],
      );
      assert.equal(code, 0);
    });

    it('starts nothing without it', async () => {
      const { stdout } = await mcp('list');
      assert.match(stdout, /^tour +enabled +node /m);
      await assert.rejects(requestsOf(log, 'initialize'), { code: 'ENOENT' });
    });
  });

  function mcp(...args: readonly string[]): Promise<Ended> {
    return commandLine.run(['mcp', ...args, '--mcp-config', config]);
  }

  async function json(...args: readonly string[]): Promise<unknown> {
    const { code, stdout, stderr } = await mcp(...args, '--json');
    assert.deepEqual([code, stderr], [0, '']);
    return JSON.parse(stdout);
  }
});
