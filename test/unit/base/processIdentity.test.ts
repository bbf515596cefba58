import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startTimesOf } from '../../../src/core/base/process/processIdentity.ts';

describe('the start of a process', () => {
  it('is the same at each asking, and missing for a process that has ended', async () => {
    const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await once(child, 'exit');
    const [first, second] = await Promise.all([1, 2].map(() => startTimesOf([process.pid, child.pid as number])));
    assert.deepEqual([...(first?.keys() ?? [])], [process.pid]);
    assert.deepEqual(second, first);
  });

  it('differs between processes', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' });
    try {
      const times = await startTimesOf([process.pid, child.pid as number]);
      assert.equal(new Set(times.values()).size, 2);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('is asked for nothing when there is nothing to ask for', async () => {
    assert.equal((await startTimesOf([], 'darwin', () => assert.fail('asked'))).size, 0);
  });

  it('is what ps says on macOS, in a form that time zones and languages do not change', async () => {
    const times = await startTimesOf([process.pid], 'darwin');
    assert.match(times.get(process.pid) ?? '', /^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
    const before = process.env['TZ'];
    process.env['TZ'] = 'Asia/Tokyo';
    try {
      assert.deepEqual(await startTimesOf([process.pid], 'darwin'), times);
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it('is what PowerShell says on Windows', async () => {
    const asked: string[] = [];
    const times = await startTimesOf([7, 1234], 'win32', (program, args) => {
      asked.push(program, ...args);
      return Promise.resolve('1234 133700000000000000\r\n   7 133700000000000001\r\n');
    });
    assert.deepEqual(
      [...times],
      [
        [1234, '133700000000000000'],
        [7, '133700000000000001'],
      ],
    );
    assert.match(asked[0] ?? '', /powershell\.exe$/);
    assert.deepEqual(asked.slice(1), [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      `Get-CimInstance Win32_Process -Filter 'ProcessId=7 OR ProcessId=1234' | ForEach-Object { "$($_.ProcessId) $($_.CreationDate.ToFileTimeUtc())" }`,
    ]);
  });

  it('is not known where nobody can be asked', async () => {
    assert.equal((await startTimesOf([process.pid], 'win32')).size, 0);
  });
});
