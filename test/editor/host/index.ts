import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { recordResults, resultsVariable } from '../../../scripts/test/recordResults.mjs';

/**
 * The entry that VS Code loads as `extensionTestsPath`: runs the bundled specs next to it inside the extension host.
 *
 * @throws When a test failed; VS Code then ends the run with another code than 0.
 */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  const grep = process.env['PATCHBAY_TEST_GREP'];
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 20_000, forbidOnly: true, ...(grep && { fgrep: grep }) });
  for (const spec of specFiles()) mocha.addFile(spec);
  const resultsFile = process.env[resultsVariable];
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    if (resultsFile !== undefined) recordResults(runner, resultsFile);
  });
  if (failures > 0) throw new Error(`${failures} of the tests inside the extension host failed.`);
}

function specFiles(): string[] {
  const folder = join(__dirname, 'host');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.cjs'))
    .map((file) => join(folder, file));
}
