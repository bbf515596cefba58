import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lockfile from 'proper-lockfile';
import { whileLocked } from '../../../src/core/base/lockedFile.ts';

const logger = { info() {}, warn() {}, error() {} };

describe('work on a locked file', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-lock-'));
    file = join(folder, 'list.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('waits for what works on the same file', async () => {
    const order: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
    };
    await Promise.all([whileLocked(file, logger, work('a')), whileLocked(file, logger, work('b'))]);
    assert.equal(order.length, 4);
    assert.equal(order[0]?.[0], order[1]?.[0]);
    assert.equal(order[2]?.[0], order[3]?.[0]);
  });

  it('leaves the lock when it fails, and fails with its own error', async () => {
    await assert.rejects(
      whileLocked(file, logger, () => Promise.reject(new Error('the disk is full'))),
      /the disk is full/,
    );
    assert.equal(await whileLocked(file, logger, () => Promise.resolve('free')), 'free');
  });

  it('fails at once where no lock can be made', async function () {
    this.timeout(5_000);
    const work = (): Promise<void> => Promise.reject(new Error('must not be reached'));
    await assert.rejects(whileLocked(join(folder, 'gone', 'file'), logger, work), { code: 'ENOENT' });
  });

  it('begins when the lock is one that a killed process left', async () => {
    mkdirSync(`${file}.lock`);
    const before = new Date(Date.now() - 60_000);
    utimesSync(`${file}.lock`, before, before);
    assert.equal(await whileLocked(file, logger, () => Promise.resolve('done')), 'done');
  });

  it('is done when the lock was lost meanwhile', async () => {
    const done = await whileLocked(file, logger, async () => {
      await lockfile.unlock(file, { realpath: false });
      return 'done';
    });
    assert.equal(done, 'done');
  });
});
