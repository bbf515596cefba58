import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { silentLogger } from '../../../../src/core/base/logger.ts';
import { parseRecord, recordFolder } from '../../../../src/core/mcp/process/processRecord.ts';
import { ProcessRegistry } from '../../../../src/core/mcp/process/processRegistry.ts';

describe('the registry of running servers', () => {
  let home: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'patchbay-registry-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  /** A machine on which every process started at its number. */
  const startTimes = (pids: readonly number[]): Promise<Map<number, string>> =>
    Promise.resolve(new Map(pids.map((pid) => [pid, `at ${pid}`])));

  function children(): number[] | undefined {
    const [name] = readdirSync(recordFolder(home));
    if (name === undefined) return undefined;
    return parseRecord(readFileSync(join(recordFolder(home), name), 'utf8'))?.children.map(({ pid }) => pid);
  }

  it('holds what was added and has not ended, whatever came while it was written', async () => {
    const registry = new ProcessRegistry(home, silentLogger, startTimes);
    const added = [101, 102, 103].map((pid) => registry.add(pid));
    added[1]?.dispose();
    await Promise.resolve();
    registry.add(104);
    await nextTurn();
    await registry.close();
    assert.deepEqual(children(), [101, 103, 104]);
  });

  it('is gone with the last, and begun anew', async () => {
    const registry = new ProcessRegistry(home, silentLogger, startTimes);
    const one = registry.add(101);
    await nextTurn();
    one.dispose();
    await registry.close();
    assert.equal(children(), undefined);
  });

  it('leaves out what cannot be told from others', async () => {
    const registry = new ProcessRegistry(home, silentLogger, (pids) => startTimes(pids.filter((pid) => pid !== 102)));
    registry.add(101);
    registry.add(102);
    await registry.close();
    assert.deepEqual(children(), [101]);
  });

  it('is not begun by a process that could be thought dead', async () => {
    const registry = new ProcessRegistry(home, silentLogger, () => Promise.resolve(new Map()));
    registry.add(101);
    await registry.close();
    assert.equal(existsSync(recordFolder(home)), false);
  });

  it('does not wait in the end for a system that does not answer', async () => {
    const registry = new ProcessRegistry(home, silentLogger, () => new Promise(() => {}));
    registry.add(101).dispose();
    await registry.close();
    assert.equal(existsSync(recordFolder(home)), false);
  });
});
