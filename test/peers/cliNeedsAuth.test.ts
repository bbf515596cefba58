import assert from 'node:assert/strict';
import { AuthorizationServer } from '../servers/auth/authorizationServer.ts';
import { ProtectedServer } from '../servers/auth/protectedServer.ts';
import { saying } from '../servers/scriptedModel/script.ts';
import { CommandLine, theOne } from './cli/commandLine.ts';
import type { Ended } from './cli/commandLine.ts';
import { converse } from './cli/conversation.ts';

describe('a server that wants a sign-in, on the command line', function () {
  this.timeout(30_000);
  let commandLine: CommandLine;
  let authorization: AuthorizationServer;
  let server: ProtectedServer;

  beforeEach(async () => {
    commandLine = await CommandLine.create();
    authorization = await AuthorizationServer.start();
    server = await ProtectedServer.start(authorization);
    await commandLine.write('home/mcp.json', { mcpServers: { tracker: { type: 'http', url: server.url } } });
  });
  afterEach(async () => {
    await commandLine.dispose();
    await server.dispose();
    await authorization.dispose();
  });

  it('keeps no conversation from going on, which is told how to sign in and asks nobody', async () => {
    const { code, objects, requests } = await converse(commandLine, [saying('Hello.')], ['-p', 'Ask the tracker']);
    const [status, ...others] = theOne(objects, 'mcp_status').servers;
    assert.deepEqual(others, []);
    assert.deepEqual([status?.name, status?.status, status?.error?.code], ['tracker', 'needs_auth', 'needs_auth']);
    const warning = theOne(objects, 'warning');
    assert.deepEqual([warning.code, warning.server], ['needs_auth', 'tracker']);
    assert.match(warning.message, /"patchbay mcp auth tracker"/);
    assert.equal(code, 0);
    // Nobody could sign in here: the model is not offered to have it done.
    assert.deepEqual(
      requests.map(({ body }) => body.tools),
      [undefined],
    );
    assert.ok(!authorization.requests.some(({ path }) => path.startsWith('/authorize')));
  });

  it('ends a verb that names it with 4 and the way to sign in', async () => {
    for (const args of [
      ['tools', 'tracker'],
      ['reconnect', 'tracker'],
      ['read', 'tracker', 'docs://a'],
    ]) {
      const { code, stdout, stderr } = await mcp(...args);
      assert.deepEqual([code, stdout], [4, ''], args.join(' '));
      assert.match(stderr, /\[needs_auth\] Server "tracker" is not connected: .*"patchbay mcp auth tracker"/);
      assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
    }
  });

  it('is shown as such', async () => {
    const { code, stdout } = await mcp('get', 'tracker', '--check');
    assert.equal(code, 4);
    assert.match(stdout, /^ {2}state: needs auth$/m);
    assert.match(stdout, /^ {2}to do: sign in with: patchbay mcp auth tracker$/m);
    const listed = JSON.parse((await mcp('list', '--check', '--json')).stdout) as { status: string }[];
    assert.deepEqual(
      listed.map(({ status }) => status),
      ['needs_auth'],
    );
  });

  function mcp(...args: readonly string[]): Promise<Ended> {
    return commandLine.run(['mcp', ...args]);
  }
});
