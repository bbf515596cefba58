import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../../src/core/base/logger.ts';
import { processSpace, startTimesOf } from '../../../src/core/base/process/processIdentity.ts';
import { isThreadLocked, ThreadLock } from '../../../src/core/threads/threadLock.ts';

describe('ThreadLock', () => {
  let folder: string;
  let record: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-lock-'));
    record = join(folder, 'writer.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const acquire = (): Promise<ThreadLock> => ThreadLock.acquire(folder, silentLogger);
  const held = (writer: object): Promise<void> => writeFile(record, JSON.stringify({ token: 'other', ...writer }));

  it('is had by one opening at a time, also within a process', async () => {
    const lock = await acquire();
    await assert.rejects(acquire(), { name: 'ThreadError', code: 'locked' });
    assert.equal(await isThreadLocked(folder), true);
    await lock.release();
    assert.equal(await isThreadLocked(folder), false);
    await (await acquire()).release();
  });

  it('is had by one of many that ask at the same moment', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 8 }, acquire));
    assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('is had by who waits for it as soon as it is given back, and refused after their patience', async () => {
    const lock = await acquire();
    await assert.rejects(ThreadLock.acquire(folder, silentLogger, 60), { code: 'locked' });
    const waiting = ThreadLock.acquire(folder, silentLogger, 30_000);
    await lock.release();
    await (await waiting).release();
  });

  it('is private, and leaves nothing in the folder when it is given back', async () => {
    const lock = await acquire();
    assert.equal((await stat(record)).mode & 0o777, 0o600);
    await lock.release();
    await assert.rejects(stat(record), { code: 'ENOENT' });
  });

  it('of a process that lives keeps others away, and of one that ended does not', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const pid = child.pid as number;
    const startedAt = (await startTimesOf([pid])).get(pid);
    const ended = once(child, 'exit');
    await held({ space: processSpace(), pid, startedAt });
    await assert.rejects(acquire(), { code: 'locked', message: /open in another window or command/ });
    child.kill('SIGKILL');
    await ended;
    const before = performance.now();
    await (await acquire()).release();
    assert(performance.now() - before < 2_000, 'a lock that was left behind was waited for');
  });

  it('of a process whose number another one has by now keeps nobody away', async () => {
    await held({ space: processSpace(), pid: process.ppid, startedAt: 'another time' });
    await (await acquire()).release();
  });

  it('of another machine holds while the thread changes there', async () => {
    await held({ space: 'elsewhere', pid: 1, startedAt: 'x' });
    await assert.rejects(acquire(), { code: 'locked' });
    const longAgo = Date.now() / 1_000 - 3_600;
    await utimes(record, longAgo, longAgo);
    await writeFile(join(folder, 'events.jsonl'), '');
    await assert.rejects(acquire(), { code: 'locked' });
    await utimes(join(folder, 'events.jsonl'), longAgo, longAgo);
    await (await acquire()).release();
  });

  it('that was taken over meanwhile is not given back by who had it', async () => {
    const lock = await acquire();
    await held({ space: 'elsewhere', pid: 1 });
    await lock.release();
    assert.match(await readFile(record, 'utf8'), /elsewhere/);
  });

  for (const damaged of ['', '{"pid":', '{"pid":"x"}', 'null']) {
    it(`with a record of ${JSON.stringify(damaged)} keeps nobody away`, async () => {
      await writeFile(record, damaged);
      await (await acquire()).release();
    });
  }
});
