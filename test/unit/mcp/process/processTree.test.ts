import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { areGone, descendantsOf, killTreesNow, signalTree } from '../../../../src/core/mcp/process/processTree.ts';
import { taskkill } from '../../../../src/core/base/process/windowsSystem.ts';

describe('a tree of processes', function () {
  this.timeout(10_000);
  let root: ChildProcess;

  /** Starts a process below it that stays in its group and one that leaves it, and gives their numbers. */
  async function plant(): Promise<{ leader: number; below: number[] }> {
    const stay = 'setInterval(() => {}, 1_000)';
    const program = `
      const { spawn } = require('node:child_process');
      for (const detached of [false, true]) {
        const child = spawn(process.execPath, ['-e', ${JSON.stringify(stay)}], { stdio: 'ignore', detached });
        process.stdout.write(child.pid + ' ');
      }
      process.stdout.write('end');
      ${stay};`;
    root = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    let said = '';
    root.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
    while (!said.endsWith('end')) await once(root.stdout as NonNullable<typeof root.stdout>, 'data');
    return { leader: root.pid as number, below: said.split(' ').slice(0, -1).map(Number) };
  }

  it('holds what left the group as long as the parent lives', async () => {
    const { leader, below } = await plant();
    assert.deepEqual((await descendantsOf(leader)).sort(), below.sort());
    await signalTree(leader, below, 'SIGKILL');
    assert.ok(await areGone(leader, below, 2_000));
  });

  it('can be ended without waiting, whatever left the group', async () => {
    const { leader, below } = await plant();
    killTreesNow([leader]);
    assert.ok(await areGone(leader, below, 2_000));
  });

  it('is not gone as long as one of its processes lives', async () => {
    const { leader, below } = await plant();
    root.kill('SIGKILL');
    assert.equal(await areGone(leader, below, 50), false);
    assert.equal(await areGone(leader, [], 50), false, 'one of the group is left');
    await signalTree(leader, below, 'SIGKILL');
    assert.ok(await areGone(leader, below, 2_000));
  });

  it('is ended on Windows by the program of the system, never by one of the working directory', () => {
    assert.deepEqual(taskkill([7, 1234]), [
      'C:\\Windows\\System32\\taskkill.exe',
      ['/T', '/F', '/PID', '7', '/PID', '1234'],
    ]);
  });
});
