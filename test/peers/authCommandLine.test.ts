import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AuthorizationServer } from '../servers/auth/authorizationServer.ts';
import { ProtectedServer } from '../servers/auth/protectedServer.ts';
import { CommandLine } from './cli/commandLine.ts';
import { plainNode } from './cli/plainNode.ts';

const opener = fileURLToPath(new URL('../servers/auth/openAndFollow.mjs', import.meta.url));

describe('Signing in on the command line', () => {
  let commandLine: CommandLine;
  let authorization: AuthorizationServer;
  let server: ProtectedServer;
  let env: Record<string, string>;

  beforeEach(async () => {
    commandLine = await CommandLine.create();
    authorization = await AuthorizationServer.start();
    server = await ProtectedServer.start(authorization);
    await commandLine.write('home/mcp.json', { mcpServers: { tracker: { type: 'http', url: server.url } } });
    const programs = join(commandLine.folder, 'programs');
    mkdirSync(programs);
    for (const name of ['xdg-open', 'open']) {
      copyFileSync(opener, join(programs, name));
      chmodSync(join(programs, name), 0o755);
    }
    symlinkSync(plainNode(), join(programs, 'node'));
    env = { PATH: [programs, dirname(plainNode()), process.env['PATH']].join(delimiter) };
  });

  afterEach(async () => {
    await commandLine.dispose();
    await server.dispose();
    await authorization.dispose();
  });

  it('opens the browser of the system, and is remembered by the next command', async () => {
    const before = await commandLine.run(['mcp', 'call', 'tracker', 'echo', '{"text":"hello"}'], { env });
    assert.equal(before.code, 4, before.stderr);
    const signedIn = await commandLine.run(['mcp', 'auth', 'tracker'], { env });
    assert.equal(signedIn.code, 0, signedIn.stderr);
    assert.match(signedIn.stderr, new RegExp(`${authorization.url}/authorize`));
    const after = await commandLine.run(['mcp', 'call', 'tracker', 'echo', '{"text":"hello"}'], { env });
    assert.equal(after.code, 0, after.stderr);
    assert.match(after.stdout, /hello/);
  });

  it('keeps no token in the clear, and lets nobody else read the files', async () => {
    await commandLine.run(['mcp', 'auth', 'tracker'], { env });
    const [token = ''] = server.tokens;
    assert.match(token, /^access-/);
    const files = readdirSync(commandLine.home, { recursive: true, encoding: 'utf8' })
      .map((name) => join(commandLine.home, name))
      .filter((file) => statSync(file).isFile());
    for (const file of files) assert.ok(!readFileSync(file, 'utf8').includes(token), file);
    for (const name of ['secrets.json', 'secrets.key']) {
      assert.equal(statSync(join(commandLine.home, name)).mode & 0o077, 0, name);
    }
  });

  it('is renewed once for two commands at the same time', async () => {
    await commandLine.run(['mcp', 'auth', 'tracker'], { env });
    authorization.expire();
    const call = ['mcp', 'call', 'tracker', 'echo', '{"text":"hello"}'];
    const both = await Promise.all([commandLine.run(call, { env }), commandLine.run(call, { env })]);
    for (const { code, stderr } of both) assert.equal(code, 0, stderr);
    assert.equal(authorization.tokenRequests('refresh_token').length, 1);
    assert.deepEqual(authorization.reused, []);
  });

  it('is over after signing out', async () => {
    await commandLine.run(['mcp', 'auth', 'tracker'], { env });
    const signedOut = await commandLine.run(['mcp', 'reset-auth', 'tracker'], { env });
    assert.equal(signedOut.code, 0, signedOut.stderr);
    assert.equal(authorization.revoked.length, 2);
    const after = await commandLine.run(['mcp', 'call', 'tracker', 'echo', '{"text":"hello"}'], { env });
    assert.equal(after.code, 4, after.stdout);
  });
});
