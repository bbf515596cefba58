import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { JsonFile } from '../../../src/core/base/jsonFile.ts';

const writer = fileURLToPath(new URL('../../support/jsonFileWriter.ts', import.meta.url));

describe('a JSON file', function () {
  this.timeout(20_000);
  let folder: string;
  let file: string;
  let warnings: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-json-'));
    file = join(folder, 'below', 'list.json');
    warnings = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function list(): JsonFile<string[]> {
    const logger = { info() {}, warn: (message: string) => warnings.push(message), error() {} };
    return new JsonFile({ file, schema: z.array(z.string()), initial: [], logger });
  }

  /** Writes as something else than the product would. */
  async function written(text: string): Promise<void> {
    await list().update((value) => [...value, 'x']);
    writeFileSync(file, text);
  }

  it('that is not there has its initial value, and reading does not make it', async () => {
    assert.deepEqual(await list().read(), []);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('keeps what was written, readable for its owner alone', async () => {
    assert.deepEqual(await list().update((value) => [...value, 'one']), ['one']);
    assert.deepEqual(await list().read(), ['one']);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(join(folder, 'below')).mode & 0o777, 0o700);
    assert.deepEqual(readdirSync(join(folder, 'below')), ['list.json']);
  });

  it('is not written when nothing changes', async () => {
    await written('["by hand"]');
    await list().update((value) => value);
    assert.equal(readFileSync(file, 'utf8'), '["by hand"]');
  });

  it('loses no change of several made at once', async () => {
    const one = list();
    const other = list();
    const names = Array.from({ length: 20 }, (_, at) => `n${at}`);
    await Promise.all(names.map((name, at) => (at % 2 ? one : other).update((value) => [...value, name])));
    assert.deepEqual((await one.read()).sort(), names.sort());
  });

  it('loses no change that several processes make at the same time', async () => {
    const writers = ['a', 'b'].map((name) => fork(writer, [file, name, '25'], { stdio: 'ignore' }));
    await Promise.all(writers.map((child) => once(child, 'message')));
    const ended = writers.map((child) => once(child, 'exit'));
    for (const child of writers) child.send('go');
    assert.deepEqual(await Promise.all(ended), [
      [0, null],
      [0, null],
    ]);
    const value = await list().read();
    assert.equal(value.length, 50);
    assert.equal(new Set(value).size, 50);
  });

  for (const text of ['["torn', '{"not": "a list"}', '']) {
    it(`that holds ${JSON.stringify(text)} is moved aside with a warning, and not overwritten`, async () => {
      await written(text);
      assert.deepEqual(await list().read(), []);
      const aside = readdirSync(join(folder, 'below'));
      assert.equal(aside.length, 1);
      assert.match(aside[0] ?? '', /^list\.json\.damaged-\d+$/);
      assert.equal(readFileSync(join(folder, 'below', aside[0] ?? ''), 'utf8'), text);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', /list\.json could not be read .* was moved to .*damaged-\d+/);
      assert.deepEqual(await list().update((value) => [...value, 'new']), ['new']);
    });
  }

  it('goes on after a change that throws', async () => {
    const json = list();
    await assert.rejects(
      json.update(() => {
        throw new Error('no');
      }),
      /^Error: no$/,
    );
    assert.deepEqual(await json.update(() => ['yes']), ['yes']);
  });

  it('that cannot be read is an error and not an empty one', async () => {
    mkdirSync(file, { recursive: true });
    await assert.rejects(list().read(), { code: 'EISDIR' });
  });
});
