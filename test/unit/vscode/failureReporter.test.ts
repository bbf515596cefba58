import assert from 'node:assert/strict';
import { silentLogger } from '../../../src/core/base/logger.ts';
import { FailureReporter } from '../../../src/vscode/failureReporter.ts';

describe('FailureReporter', () => {
  let logged: unknown[][];
  let shown: string[];
  let failures: FailureReporter;
  const broken = new Error('The disk is full');

  beforeEach(() => {
    logged = [];
    shown = [];
    const logger = { ...silentLogger, error: (...line: unknown[]) => logged.push(line) };
    failures = new FailureReporter(logger, (message) => shown.push(message));
  });

  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('logs and shows work that failed and that nobody waits for', async () => {
    failures.reportFailureOf(Promise.reject(broken), 'The servers were not read again. Reload the window.');
    await settled();
    assert.deepEqual(logged, [['The servers were not read again. Reload the window.', broken]]);
    assert.deepEqual(shown, ['The servers were not read again. Reload the window. The disk is full']);
  });

  it('only logs what a person can do nothing about', async () => {
    failures.logFailureOf(Promise.reject(broken), 'A message could not be posted');
    await settled();
    assert.deepEqual(logged, [['A message could not be posted', broken]]);
    assert.deepEqual(shown, []);
  });

  it('shows an error that says all by itself as it is', () => {
    failures.report(broken);
    assert.deepEqual(shown, ['The disk is full']);
    assert.equal(logged.length, 1);
  });

  it('says nothing of work that is done', async () => {
    failures.reportFailureOf(Promise.resolve());
    failures.logFailureOf(Promise.resolve(), 'Not to be said');
    await settled();
    assert.deepEqual([logged, shown], [[], []]);
  });
});
