import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const baseline = 'test/conformance/baseline.yml';
const clientCommand = 'node test/conformance/client.ts';
const timeoutMs = 30_000;

/** A revision of the specification that the suite has a frozen set of required scenarios for. */
export type Revision = '2025-11-25' | '2026-07-28';

/** How a scenario ended. `skipped`: the client did nothing that the scenario could have judged. */
export interface Verdict {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What the suite printed of it. */
  readonly report: string;
}

/** The scenarios for clients that the suite knows, or those that a revision requires, in the suite's order. */
export async function listScenarios(revision?: Revision): Promise<readonly string[]> {
  const args = ['list', '--client', ...(revision === undefined ? [] : ['--requirements', revision])];
  const { stdout } = await run(args);
  const [required = ''] = stdout.split(/^Run and reported/m);
  const [, clients = ''] = required.split(/^Client scenarios.*$/m);
  return [...clients.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name);
}

/**
 * Runs one scenario by itself: only then does the suite's verdict count how the client ended. At a revision it is what
 * `--requirements` runs; without one, what `--suite all` does.
 */
export async function runScenario(scenario: string, revision?: Revision): Promise<Verdict> {
  const output = mkdtempSync(join(tmpdir(), 'patchbay-conformance-results-'));
  try {
    const { stdout, stderr, code } = await run([
      ...['client', '--command', clientCommand, '--scenario', scenario, '--timeout', String(timeoutMs)],
      ...['--expected-failures', baseline, '-o', output],
      ...(revision === undefined ? [] : ['--spec-version', revision]),
    ]);
    const report = stripVTControlCharacters(`${stderr}\n${stdout}`);
    // With a baseline the exit code leaves out how the client ended.
    const isPassed = code === 0 && /OVERALL: PASSED|Expected failures \(in baseline\)/.test(report);
    if (!isPassed) return { outcome: 'failed', report };
    return { outcome: wasJudged(output) ? 'passed' : 'skipped', report };
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

function wasJudged(output: string): boolean {
  const [file] = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith('checks.json'));
  if (file === undefined) return false;
  const checks = JSON.parse(readFileSync(join(output, file), 'utf8')) as readonly { readonly status: string }[];
  // Whether messages were well-formed is judged in all scenarios, and says nothing of this one.
  return checks.some(
    ({ status, ...check }) => status === 'SUCCESS' && !('id' in check && check.id === 'wire-schema-valid'),
  );
}

async function run(args: readonly string[]): Promise<{ stdout: string; stderr: string; code: number }> {
  // The suite starts the client through a shell: "node" has to be the one that this runs on.
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  // Each scenario loads the suite and the hub anew: half of the time of all is saved by compiling them once.
  const cache = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };
  const options = { cwd: repository, env: { ...process.env, ...cache, PATH: path }, maxBuffer: 64 * 2 ** 20 };
  try {
    return { ...(await promisify(execFile)(process.execPath, [suite, ...args], options)), code: 0 };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { stdout: stdout ?? '', stderr: stderr ?? '', code };
  }
}
