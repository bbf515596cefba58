import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSuite, type SuiteOutcome } from '../../../scripts/test/runSuite.mjs';

describe('a suite of tests run by the scripts', function () {
  this.timeout(20_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-suite-'));
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function outcomeOf(source: string): Promise<SuiteOutcome> {
    const spec = join(folder, 'some.test.mjs');
    await writeFile(spec, source);
    const suite = { name: 'some', needs: [], specFolders: [], timeout: 1_000 };
    return runSuite(suite, { grep: undefined, spec: [spec] }, 'ignore');
  }

  it('counts what passed, failed and was skipped', async () => {
    const outcome = await outcomeOf(`
      describe('a thing', () => {
        it('works', () => {});
        it('breaks', () => { throw new Error('it broke'); });
        it('waits');
      });
    `);

    assert.deepEqual([outcome.passed, outcome.failed.length, outcome.skipped], [1, 1, 1]);
    assert.equal(outcome.failed[0]?.title, 'a thing breaks');
    assert.match(outcome.failed[0]?.error ?? '', /it broke/);
  });

  it('fails when its process ends before its tests do', async () => {
    const outcome = await outcomeOf(`it('ends everything', () => process.exit(0));`);

    assert.deepEqual(outcome.failed, [
      { title: 'the process of some', error: 'It ended with code 0 before its tests did.' },
    ]);
  });

  it('fails when its process ends badly after its tests passed', async () => {
    const outcome = await outcomeOf(
      `it('fails at the very end', () => process.once('exit', () => { throw new Error('late'); }));`,
    );

    assert.equal(outcome.passed, 1);
    assert.deepEqual(outcome.failed, [{ title: 'the process of some', error: 'It ended with code 7.' }]);
  });

  it('fails when a file of tests cannot be loaded', async () => {
    const outcome = await outcomeOf(`import './missing.mjs';`);

    assert.equal(outcome.failed.length, 1);
  });
});
