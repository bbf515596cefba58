import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** A row of the document, with the tests that show it. */
interface CoveredRow {
  readonly row: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

const areas = ['RES', 'PRM', 'APR', 'OUT', 'HIS'] as const;
/** Numbers of the public reports by area. */
const reports: Readonly<Record<(typeof areas)[number], readonly number[]>> = {
  RES: [1, 2, 3, 4, 6, 7, 8, 9],
  PRM: [10, 11],
  APR: [26, 28, 29],
  OUT: [39, 40, 41, 64],
  HIS: [53, 55],
};

/** Every row that the document has to list. */
const wanted: readonly string[] = [
  ...rangeOf(2, 74).map(String),
  ...rangeOf(79, 112).map(String),
  ...areas.flatMap((area) => reports[area].map((number) => `${area} ${number}`)),
];

describe('docs/seed-coverage.md', function () {
  // Loading every spec to know its titles takes a while on a busy machine.
  this.timeout(60_000);
  const rows = readRows(readFileSync(join(root, 'docs/seed-coverage.md'), 'utf8'));

  it('lists every behaviour once, each with a test at least', () => {
    assert.deepEqual(
      rows.map(({ row }) => row),
      wanted,
    );
    const bare = rows.filter(({ tests }) => tests.length === 0).map(({ row }) => row);
    assert.deepEqual(bare, []);
  });

  it('names tests that exist', async () => {
    const named = rows.flatMap(({ row, tests }) => tests.map((test) => ({ row, ...test })));
    const titles = await titlesOf([...new Set(named.map(({ file }) => file))]);
    const missing = named.filter(({ file, title }) => !titles.has(`${file}: ${title}`));
    assert.deepEqual(
      missing.map(({ row, file, title }) => `${row}: ${file}: ${title}`),
      [],
    );
  });
});

function rangeOf(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_value, index) => first + index);
}

/** A row is an item whose bold text begins with its number; its tests are the items below, `file`: `title`. */
function readRows(text: string): CoveredRow[] {
  const rows: { row: string; tests: { file: string; title: string }[] }[] = [];
  for (const line of text.split('\n')) {
    const row = /^- \*\*((?:[A-Z]{3} )?\d+)\b/.exec(line)?.[1];
    if (row !== undefined) rows.push({ row, tests: [] });
    const [, file, title] = /^ {2}- `(test\/[^`]+)`: `(.+)`$/.exec(line) ?? [];
    if (file !== undefined && title !== undefined) rows.at(-1)?.tests.push({ file, title });
  }
  return rows;
}

/** The full titles in these specs as `file: title`, told by the runner itself, which runs none of them. */
async function titlesOf(files: readonly string[]): Promise<ReadonlySet<string>> {
  const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
  const { stdout } = await run(process.execPath, [mocha, '--dry-run', '--reporter', 'json', ...files], {
    cwd: root,
    maxBuffer: 64_000_000,
  });
  const { tests } = JSON.parse(stdout) as { tests: readonly { file: string; fullTitle: string }[] };
  return new Set(tests.map(({ file, fullTitle }) => `${file.slice(root.length + 1)}: ${fullTitle}`));
}
