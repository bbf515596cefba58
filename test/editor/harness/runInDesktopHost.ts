import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { editorEnvironment } from '../../../scripts/editor/server.mjs';
import { repositoryRoot } from '../../../scripts/setup/paths.mjs';
import { resultsVariable, writeResults } from '../../../scripts/test/recordResults.mjs';
import { findDesktopEditor, hasDisplay } from './desktopEditor.ts';
import { readHostReport, requestedResultsFile } from './hostResults.ts';
import { hostTestsPath, modelExtension } from './runHostTests.ts';

/** What the dynamic linker ends a program with whose libraries are missing. */
const missingLibraries = 127;

const resultsFile = requestedResultsFile();
const desktop = await findDesktopEditor();
if ('reason' in desktop) {
  skip(desktop.reason);
} else if (hasDisplay()) {
  process.exitCode = await runOnDesktop(desktop.program);
  process.stdout.write(readHostReport(resultsFile));
} else {
  // The same program again, on a screen that nobody sees.
  process.exitCode =
    spawnSync('xvfb-run', ['-a', process.execPath, ...process.argv.slice(1)], { stdio: 'inherit' }).status ?? 1;
}

function skip(reason: string): void {
  writeResults({ passed: [], failed: [], skipped: [], notRun: reason }, resultsFile);
}

/** @returns The exit code. */
async function runOnDesktop(program: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-desktop-'));
  try {
    return await runTests({
      vscodeExecutablePath: program,
      extensionDevelopmentPath: [repositoryRoot, modelExtension],
      extensionTestsPath: hostTestsPath,
      extensionTestsEnv: editorEnvironment({ PATCHBAY_HOME: join(folder, 'home'), [resultsVariable]: resultsFile }),
      launchArgs: [`--user-data-dir=${join(folder, 'user')}`, `--extensions-dir=${join(folder, 'extensions')}`],
    });
  } catch (error) {
    if (!(error instanceof TestRunFailedError)) throw error;
    if (error.code !== missingLibraries) return error.code ?? 1;
    skip('the desktop VS Code does not start, because libraries of this system are missing');
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
