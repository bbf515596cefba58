import assert from 'node:assert/strict';
import { windowsSpawnCall } from '../../../../src/core/mcp/process/spawnCall.ts';
import { windowsProgram } from '../../../../src/core/mcp/process/windowsProgram.ts';

const cwd = 'C:\\work';
const env = {
  PATH: 'C:\\Windows\\System32;"C:\\Program Files\\nodejs";.;tools',
  PATHEXT: '.COM;.EXE;.BAT;.CMD',
  COMSPEC: 'C:\\Windows\\System32\\cmd.exe',
};

/** Looks on a machine that has these files. Windows does not distinguish case. */
function lookIn(...files: readonly string[]): typeof windowsProgram {
  const names = files.map((file) => file.toLowerCase());
  return (command, variables, folder) =>
    windowsProgram(command, variables, folder, (path) => Promise.resolve(names.includes(path.toLowerCase())));
}

const nodejs = [
  'C:\\Program Files\\nodejs\\node.exe',
  'C:\\Program Files\\nodejs\\npx',
  'C:\\Program Files\\nodejs\\npx.cmd',
];

describe('a program on Windows', () => {
  const found: readonly [what: string, command: string, file: string][] = [
    ['a name by the extensions of PATHEXT', 'npx', 'C:\\Program Files\\nodejs\\npx.CMD'],
    ['a name with its extension', 'npx.cmd', 'C:\\Program Files\\nodejs\\npx.cmd'],
    ['a program', 'node', 'C:\\Program Files\\nodejs\\node.EXE'],
    ['a full path', 'C:\\Program Files\\nodejs\\npx.cmd', 'C:\\Program Files\\nodejs\\npx.cmd'],
    ['a full path without the extension', 'C:/Program Files/nodejs/npx', 'C:\\Program Files\\nodejs\\npx.CMD'],
    ['a path from the working directory', '.\\run.bat', 'C:\\work\\run.bat'],
  ];
  for (const [what, command, file] of found) {
    it(`is found for ${what}`, async () => {
      assert.equal(await lookIn(...nodejs, 'C:\\work\\run.bat')(command, env, cwd), file);
    });
  }

  it('is not looked for in the working directory, nor in folders below it, which a workspace may fill', async () => {
    const planted = ['C:\\work\\npx.cmd', 'C:\\work\\npx.exe', 'C:\\work\\tools\\npx.exe'];
    assert.equal(await lookIn(...planted)('npx', env, cwd), undefined);
  });

  it('is found without a PATHEXT', async () => {
    const { PATH } = env;
    assert.equal(await lookIn(...nodejs)('npx', { PATH }, cwd), 'C:\\Program Files\\nodejs\\npx.CMD');
  });

  it('is started as it is', async () => {
    const call = await windowsSpawnCall({ command: 'node', args: ['a b'], env, cwd }, lookIn(...nodejs));
    assert.deepEqual(call, { command: 'C:\\Program Files\\nodejs\\node.EXE', args: ['a b'] });
  });

  it('is started through cmd.exe when it is a batch file', async () => {
    const call = await windowsSpawnCall({ command: 'npx', args: ['-y', 'a&b'], env, cwd }, lookIn(...nodejs));
    assert.deepEqual(call, {
      command: 'C:\\Windows\\System32\\cmd.exe',
      args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', '""C:\\Program Files\\nodejs\\npx.CMD" -y "a&b""'],
      windowsVerbatimArguments: true,
    });
  });

  it('that is not there cannot be started, which is said as the system says it', async () => {
    await assert.rejects(windowsSpawnCall({ command: 'uvx', args: [], env, cwd }, lookIn()), {
      code: 'ENOENT',
      syscall: 'spawn uvx',
      message: 'spawn uvx ENOENT',
    });
  });
});
