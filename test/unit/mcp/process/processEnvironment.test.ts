import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEFAULT_INHERITED_ENV_VARS } from '@modelcontextprotocol/client/stdio';
import { inheritedVariables } from '../../../../src/core/mcp/process/inheritedVariables.ts';
import { loginShellEnvironment } from '../../../../src/core/mcp/process/loginShell.ts';
import { ProcessEnvironment } from '../../../../src/core/mcp/process/processEnvironment.ts';
import { shellCall } from '../../../../src/core/mcp/process/shellCall.ts';
import type { StdioTransportDefinition } from '../../../../src/core/mcp/config/serverDefinition.ts';

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

  function installed(name: string): string | undefined {
    const folders = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
    return folders.map((it) => join(it, name)).find((path) => existsSync(path));
  }

  function aTransport(changes: Partial<StdioTransportDefinition> = {}): StdioTransportDefinition {
    return { type: 'stdio', command: 'tool', args: [], env: {}, cwd: folder, ...changes };
  }

  it('holds the variables of the SDK', () => {
    assert.deepEqual(inheritedVariables(process.platform), DEFAULT_INHERITED_ENV_VARS);
  });

  it('holds nothing of the editor that Patchbay runs in', async () => {
    const editor = {
      ELECTRON_RUN_AS_NODE: '1',
      VSCODE_IPC_HOOK: '/run/hook',
      VSCODE_PID: '7',
      NODE_OPTIONS: '--inspect',
    };
    const environment = new ProcessEnvironment({ PATH: '/usr/bin', HOME: folder, ...editor }, () =>
      Promise.resolve({ PATH: '/shell/bin', ...editor }),
    );
    assert.deepEqual(await environment.forServer(aTransport()), { HOME: folder, PATH: '/shell/bin:/usr/bin' });
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

  /** Where a shell reads what a person sets, and how it is set there. */
  const profiles: readonly [shell: string, file: string, text: string][] = [
    ['bash', '.bash_profile', `echo Welcome\nexport FROM_PROFILE='two\nlines=1'\necho Bye >&2\n`],
    ['zsh', '.zshrc', `echo Welcome\nexport FROM_PROFILE='two\nlines=1'\n`],
    ['fish', '.config/fish/config.fish', `echo Welcome\nset -gx FROM_PROFILE 'two\nlines=1'\n`],
    ['tcsh', '.cshrc', `echo Welcome\nset nl="\\\n"\nsetenv FROM_PROFILE "two\${nl:q}lines=1"\n`],
  ];
  for (const [name, file, text] of profiles) {
    const shell = installed(name);
    if (shell === undefined) continue;
    it(`is read from what the profile of ${name} sets, noise and line ends included`, async () => {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      const found = await loginShellEnvironment({ HOME: folder, PATH: process.env['PATH'], SHELL: shell });
      assert.equal(found['FROM_PROFILE'], 'two\nlines=1');
      assert.equal(found['ELECTRON_RUN_AS_NODE'], undefined);
    });
  }

  it('is printed by a Node whose path holds what shells take for their own', () => {
    const path = join(folder, `it's a "$HOME"`);
    symlinkSync(process.execPath, path);
    for (const name of ['sh', 'bash', 'zsh', 'fish', 'tcsh']) {
      const shell = installed(name);
      if (shell === undefined) continue;
      const printed = execFileSync(shell, shellCall(shell, path, 'MARK'), {
        env: { HOME: folder, PATH: process.env['PATH'], VALUE: 'yes' },
        stdio: ['ignore', 'pipe', 'ignore'],
        encoding: 'utf8',
      });
      assert.match(printed.split('MARK')[1] ?? '', /"VALUE":"yes"/, name);
    }
  });

  it('is asked for in the words of each shell', () => {
    const words = (shell: string): string[] =>
      shellCall(`/usr/bin/${shell}`, `/it's/node`, 'M').map((word) => word.split(' -e ')[0] ?? '');
    assert.deepEqual(words('zsh'), ['-ilc', `'/it'\\''s/node'`]);
    assert.deepEqual(words('fish'), ['-ilc', `'/it\\'s/node'`]);
    assert.deepEqual(words('tcsh'), ['-ic', `'/it'\\''s/node'`]);
    assert.deepEqual(words('nu'), ['-i', '-l', '-c', `^"/it's/node"`]);
    assert.deepEqual(words('pwsh'), ['-Login', '-Command', `& '/it''s/node'`]);
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

  describe('on Windows', () => {
    function onWindows(environment: Readonly<Record<string, string>>): ProcessEnvironment {
      return new ProcessEnvironment(environment, () => assert.fail('asked'), 'win32');
    }

    it('holds what its programs cannot do without, whatever the case of the names', async () => {
      const environment = onWindows({
        Path: 'C:\\Windows;C:\\node',
        AppData: 'C:\\Users\\ada\\AppData\\Roaming',
        SystemRoot: 'C:\\Windows',
        PathExt: '.EXE;.CMD',
        ELECTRON_RUN_AS_NODE: '1',
      });
      assert.deepEqual(await environment.forServer(aTransport()), {
        APPDATA: 'C:\\Users\\ada\\AppData\\Roaming',
        PATH: 'C:\\Windows;C:\\node',
        PATHEXT: '.EXE;.CMD',
        SYSTEMROOT: 'C:\\Windows',
      });
    });

    it('takes what is configured for the same variable in another case', async () => {
      const environment = onWindows({ Path: 'C:\\Windows', TEMP: 'C:\\Temp' });
      const env = { Path: 'D:\\own', temp: 'D:\\Temp', Token: 'one', TOKEN: 'two', PathExt: '.EXE' };
      assert.deepEqual(await environment.forServer(aTransport({ env })), {
        PATH: 'D:\\own',
        TEMP: 'D:\\Temp',
        Token: 'two',
        PATHEXT: '.EXE',
      });
    });

    it('is looked in without regard to case', () => {
      assert.equal(onWindows({ Path: 'C:\\Windows' }).variable('pAtH'), 'C:\\Windows');
    });
  });
});
