import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whileLocked } from '../../../src/core/base/lockedFile.ts';
import { silentLogger } from '../../../src/core/base/logger.ts';

describe('A file that is worked on while it is locked', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-lock-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('has one at work at a time', async () => {
    const file = join(folder, 'file');
    let working = 0;
    const most: number[] = [];
    const work = async (): Promise<void> => {
      most.push(++working);
      await Promise.resolve();
      working--;
    };
    await Promise.all(Array.from({ length: 5 }, () => whileLocked(file, silentLogger, work)));
    assert.deepEqual(most, [1, 1, 1, 1, 1]);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is not waited for where no lock can be made', async function () {
    this.timeout(2_000);
    const work = (): Promise<void> => Promise.reject(new Error('must not be reached'));
    await assert.rejects(whileLocked(join(folder, 'gone', 'file'), silentLogger, work), { code: 'ENOENT' });
  });

  it('can be had when whoever held it was killed', async () => {
    const file = join(folder, 'file');
    mkdirSync(`${file}.lock`);
    const long = new Date(Date.now() - 60_000);
    utimesSync(`${file}.lock`, long, long);
    assert.equal(await whileLocked(file, silentLogger, () => Promise.resolve('done')), 'done');
    assert.deepEqual(readdirSync(folder), []);
  });
});
