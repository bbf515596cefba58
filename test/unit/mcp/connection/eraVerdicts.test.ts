import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../../../src/core/base/logger.ts';
import { EraVerdicts } from '../../../../src/core/mcp/connection/eraVerdicts.ts';

const legacy = { era: 'legacy', transport: 'http' } as const;
const modern = { era: 'modern', transport: 'http' } as const;
const day = 24 * 60 * 60_000;

describe('what servers were found to speak', () => {
  let home: string;
  let now: number;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'patchbay-verdicts-'));
    now = Date.UTC(2026, 10, 30);
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const file = (): string => join(home, 'cache', 'eras.json');
  async function another(): Promise<EraVerdicts> {
    const verdicts = new EraVerdicts(home, silentLogger, () => now);
    await verdicts.load();
    return verdicts;
  }

  it('is known to the next process', async () => {
    const first = await another();
    first.remember('a', legacy);
    assert.deepEqual(first.of('a'), legacy);
    await first.settle();
    const next = await another();
    assert.deepEqual(next.of('a'), legacy);
    assert.equal(next.of('b'), undefined);
  });

  it('is asked for again a week after it was found, however often it was used meanwhile', async () => {
    const first = await another();
    first.remember('a', legacy);
    now += 6 * day;
    first.remember('a', legacy);
    await first.settle();
    now += 2 * day;
    assert.equal(first.of('a'), undefined);
    assert.equal((await another()).of('a'), undefined);
    first.remember('a', legacy);
    assert.deepEqual(first.of('a'), legacy);
  });

  it('is replaced by what was found later, and can be forgotten', async () => {
    const first = await another();
    first.remember('a', legacy);
    first.remember('a', modern);
    first.remember('b', legacy);
    first.forget('b');
    await first.settle();
    const next = await another();
    assert.deepEqual(next.of('a'), modern);
    assert.equal(next.of('b'), undefined);
  });

  it('of two processes is kept by both', async () => {
    const [one, other] = await Promise.all([another(), another()]);
    one.remember('a', legacy);
    other.remember('b', modern);
    await Promise.all([one.settle(), other.settle()]);
    const next = await another();
    assert.deepEqual([next.of('a'), next.of('b')], [legacy, modern]);
  });

  it('is read entry by entry: one that makes no sense costs no other', async () => {
    mkdirSync(join(home, 'cache'));
    writeFileSync(
      file(),
      JSON.stringify({ a: { era: 'stone' }, b: { ...legacy, at: now }, c: { ...legacy, at: 'today' } }),
    );
    const verdicts = await another();
    assert.deepEqual([verdicts.of('a'), verdicts.of('b'), verdicts.of('c')], [undefined, legacy, undefined]);
  });

  it('is nothing when the file is damaged, and is written again', async () => {
    mkdirSync(join(home, 'cache'));
    writeFileSync(file(), '{"a": ');
    const verdicts = await another();
    assert.equal(verdicts.of('a'), undefined);
    verdicts.remember('a', legacy);
    await verdicts.settle();
    assert.deepEqual((await another()).of('a'), legacy);
  });

  it('stays in memory alone when the disk fails, with a warning', async () => {
    writeFileSync(join(home, 'cache'), 'a file where the folder should be');
    const warnings: string[] = [];
    const verdicts = new EraVerdicts(home, { ...silentLogger, warn: (text) => warnings.push(text) }, () => now);
    await verdicts.load();
    verdicts.remember('a', legacy);
    await verdicts.settle();
    assert.deepEqual(verdicts.of('a'), legacy);
    assert.ok(warnings.length > 0);
  });

  it('does not grow without end: the oldest go', async () => {
    const verdicts = await another();
    for (let index = 0; index < 450; index++) {
      now++;
      verdicts.remember(`hash-${index}`, legacy);
    }
    await verdicts.settle();
    const kept = Object.keys(JSON.parse(readFileSync(file(), 'utf8')) as object);
    assert.equal(kept.length, 400);
    assert.ok(kept.includes('hash-449') && !kept.includes('hash-0'));
    assert.deepEqual(readdirSync(join(home, 'cache')), ['eras.json']);
  });
});
