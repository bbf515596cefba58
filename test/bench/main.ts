import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { inRepository } from '../../scripts/setup/paths.mjs';
import { say } from '../../scripts/setup/say.mjs';
import type { Benchmark } from './benchmark.ts';
import { bundleSize } from './bundleSize.ts';
import { commandLineRead } from './commandLineRead.ts';
import { deltaTime } from './deltaTime.ts';
import { hostMemory } from './hostMemory.ts';
import { packageSize } from './packageSize.ts';
import type { Row } from './report.ts';
import { rowsOf, tableOf } from './report.ts';
import { serverStart } from './serverStart.ts';
import { toolCall } from './toolCall.ts';
import { viewTraffic } from './viewTraffic.ts';

const benchmarks: readonly Benchmark[] = [
  toolCall,
  serverStart,
  viewTraffic,
  deltaTime,
  bundleSize,
  packageSize,
  commandLineRead,
  hostMemory,
];

process.exitCode = await run(process.argv.slice(2));

/** Measures what is named, or everything. Gives the exit code: the verdicts decide it only with `--check`. */
async function run(args: readonly string[]): Promise<number> {
  const names = args.filter((arg) => arg !== '--check');
  const unknown = names.find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown !== undefined) {
    say(`There is no benchmark "${unknown}"; there are ${benchmarks.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  const rows: Row[] = [];
  for (const benchmark of benchmarks) {
    if (names.length > 0 && !names.includes(benchmark.name)) continue;
    say(`Measuring ${benchmark.name}`);
    rows.push(...(await rowsOf(benchmark)));
  }
  writeReport(rows);
  process.stdout.write(`${tableOf(rows)}\n`);
  return args.includes('--check') && rows.some(({ verdict }) => verdict !== 'within') ? 1 : 0;
}

function writeReport(rows: readonly Row[]): void {
  const { version: node, platform, arch } = process;
  const machine = { node, platform, arch, cores: cpus().length };
  mkdirSync(inRepository('test-results'), { recursive: true });
  const report = { at: new Date().toISOString(), machine, rows };
  writeFileSync(inRepository('test-results', 'bench.json'), `${JSON.stringify(report, undefined, 2)}\n`);
}
