import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../../src/core/base/logger.ts';
import { ConfigWatcher } from '../../../src/core/mcp/config/configWatcher.ts';

describe('the watcher of configuration files', () => {
  let folder: string;
  let file: string;
  let opened: Map<string, FSWatcher>;
  let warnings: string[];
  let watcher: ConfigWatcher;
  let changed: Promise<void>;
  let refusal: Error | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-watch-'));
    file = join(folder, 'mcp.json');
    opened = new Map();
    warnings = [];
    refusal = undefined;
    let hasChanged = (): void => {};
    changed = new Promise((resolve) => (hasChanged = resolve));
    const logger = { ...silentLogger, warn: (message: string) => warnings.push(message) };
    watcher = new ConfigWatcher(
      () => hasChanged(),
      logger,
      (path, onName) => {
        if (refusal && path === folder) throw refusal;
        const made = watch(path, { persistent: false }, onName);
        opened.set(path, made);
        return made;
      },
    );
  });
  afterEach(() => {
    watcher.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says when a folder can no longer be watched, and watches it again when asked to', async () => {
    watcher.watch([file]);
    const first = opened.get(folder);
    first?.emit('error', new Error('the disk was taken out'));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /not noticed until the configuration is read again: the disk was taken out/);

    watcher.watch([file]);
    assert.notEqual(opened.get(folder), first);
    writeFileSync(file, '{}');
    await changed;
    assert.equal(warnings.length, 1);
  });

  it('says when a folder cannot be watched at all, and tries again when asked to', async () => {
    refusal = new Error('too many watches');
    watcher.watch([file]);
    assert.match(warnings.join(), /too many watches/);
    refusal = undefined;
    watcher.watch([file]);
    writeFileSync(file, '{}');
    await changed;
  });

  it('does not let go of a new watch for a late error of the old one', () => {
    watcher.watch([file]);
    const first = opened.get(folder);
    first?.emit('error', new Error('gone'));
    watcher.watch([file]);
    const second = opened.get(folder);
    first?.emit('error', new Error('gone, again'));
    watcher.watch([file]);
    assert.equal(opened.get(folder), second);
  });
});
