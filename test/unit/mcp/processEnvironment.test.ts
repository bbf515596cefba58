import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_INHERITED_ENV_VARS } from '@modelcontextprotocol/client/stdio';
import { inheritedVariables } from '../../../src/core/mcp/process/inheritedVariables.ts';
import { loginShellEnvironment } from '../../../src/core/mcp/process/loginShell.ts';
import { ProcessEnvironment } from '../../../src/core/mcp/process/processEnvironment.ts';
import type { StdioTransportDefinition } from '../../../src/core/mcp/config/serverDefinition.ts';

describe('the environment of servers', function () {
  this.timeout(15_000);
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-shell-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function script(name: string, text: string): string {
    const file = join(folder, name);
    writeFileSync(file, text);
    chmodSync(file, 0o755);
    return file;
  }

  function aTransport(changes: Partial<StdioTransportDefinition> = {}): StdioTransportDefinition {
    return { type: 'stdio', command: 'tool', args: [], env: {}, cwd: folder, ...changes };
  }

  it('holds the variables of the SDK', () => {
    assert.deepEqual(inheritedVariables, DEFAULT_INHERITED_ENV_VARS);
  });

  it('does not ask the login shell for a program that is on the path', async () => {
    script('tool', '#!/bin/sh\n');
    const environment = new ProcessEnvironment({ PATH: `/nowhere:${folder}` }, () => assert.fail('asked'));
    assert.equal((await environment.forServer(aTransport()))['PATH'], `/nowhere:${folder}`);
    await environment.forServer(aTransport({ command: '/full/path/to/tool' }));
    await environment.forServer(aTransport({ command: 'other', env: { PATH: '/own' } }));
  });

  it('puts the path of the login shell in front, asked once, when a program is not found', async () => {
    let asked = 0;
    const askShell = () => {
      asked++;
      return Promise.resolve({ PATH: '/shell/bin:/usr/bin' });
    };
    const environment = new ProcessEnvironment({ PATH: '/usr/bin:/own/bin' }, askShell);
    const [one, two] = await Promise.all([environment.forServer(aTransport()), environment.forServer(aTransport())]);
    assert.equal(one['PATH'], '/shell/bin:/usr/bin:/own/bin');
    assert.deepEqual(two, one);
    assert.equal(asked, 1);
  });

  it('keeps the path when the login shell gives none', async () => {
    const environment = new ProcessEnvironment({ PATH: '/usr/bin' }, () => Promise.resolve({}));
    assert.equal((await environment.forServer(aTransport()))['PATH'], '/usr/bin');
  });

  it('keeps the path when the login shell cannot be asked', async () => {
    const environment = new ProcessEnvironment({ PATH: '/usr/bin' }, () => Promise.reject(new Error('no shell')));
    assert.equal((await environment.forServer(aTransport()))['PATH'], '/usr/bin');
    assert.deepEqual(await environment.loginShell(), {});
  });

  it('is empty for a user without an account, as in a container', async () => {
    const noAccount = () => {
      throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)');
    };
    assert.deepEqual(await loginShellEnvironment({ PATH: process.env['PATH'] }, noAccount), {});
  });

  it('is that of the account’s shell where $SHELL is not set', async () => {
    const shell = script('own', `#!/bin/sh\nFROM_ACCOUNT=yes exec /bin/sh -c "$2"\n`);
    const found = await loginShellEnvironment({ PATH: process.env['PATH'] }, () => shell);
    assert.equal(found['FROM_ACCOUNT'], 'yes');
  });

  it('is read from what the profile of the login shell sets, noise and line ends included', async () => {
    const home = { HOME: folder, PATH: process.env['PATH'], SHELL: '/bin/bash' };
    writeFileSync(join(folder, '.bash_profile'), `echo Welcome to bash\nexport FROM_PROFILE='two\nlines=1'\n`);
    const found = await loginShellEnvironment(home);
    assert.equal(found['FROM_PROFILE'], 'two\nlines=1');
  });

  it('is empty when the shell cannot be started or says nothing', async () => {
    assert.deepEqual(await loginShellEnvironment({ SHELL: '/nowhere/sh' }), {});
    assert.deepEqual(await loginShellEnvironment({ SHELL: script('silent', '#!/bin/sh\nexit 1\n') }), {});
  });

  it('is empty after five seconds when a profile hangs, and nothing of the shell is left', async () => {
    // The shell and what it starts have it open, so its end comes when the last of them is gone.
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const ended = once(createReadStream(pipe).resume(), 'end');
    const shell = script('hanging', `#!/bin/sh\nexec 3>'${pipe}'\nsleep 600 & sleep 600\n`);
    assert.deepEqual(await loginShellEnvironment({ SHELL: shell }), {});
    await ended;
  });
});
