import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandFailed, runNpm } from './command.mjs';
import { cacheFolder, inRepository } from './paths.mjs';
import { say } from './say.mjs';
import { SetupError } from './setupError.mjs';

/** The npm package that carries the browser workbench, and the VS Code version inside it. */
const codeServerVersion = '4.139.1';
const vscodeVersion = '1.139.1';

/** Where it is installed. */
export const editorFolder = join(cacheFolder, `vscode-${vscodeVersion}`);
const editor = join(editorFolder, 'node_modules', 'code-server', 'lib', 'vscode');
const finishedMarker = join(editorFolder, '.finished');

/**
 * The real VS Code that `npm run try` opens in a browser and the editor tests drive. It is installed once, in the cache
 * folder: as a dependency of the checkout, its install scripts would demand system headers from everybody.
 *
 * @returns {Promise<string>} The folder that holds `out/server-main.js`.
 * @throws {SetupError}
 */
export async function ensureEditor() {
  if (isFinished()) return editor;
  mkdirSync(editorFolder, { recursive: true });
  const { lock } = await import('proper-lockfile');
  const release = await lock(editorFolder, {
    stale: 30_000,
    update: 5_000,
    retries: { retries: 150, factor: 1, minTimeout: 2_000 },
  });
  try {
    // Another run may have finished it while this one waited for the lock.
    if (!isFinished()) await install();
  } finally {
    await release();
  }
  return editor;
}

function isFinished() {
  try {
    return readFileSync(finishedMarker, 'utf8').trim() === codeServerVersion;
  } catch {
    return false;
  }
}

async function install() {
  say(
    `Installing VS Code ${vscodeVersion} for the browser into ${editorFolder} (once, 570 MB). This takes a minute or two.`,
  );
  try {
    writeFileSync(join(editorFolder, 'package.json'), '{ "private": true }\n');
    await npmInstall(editorFolder, [`code-server@${codeServerVersion}`]);
    await npmInstall(editor, ['--omit=dev']);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    throw new SetupError(`${error.message}\nVS Code could not be installed. Check the network, then run it again.`);
  }
  await rebuildNativeModules();
  writeFileSync(finishedMarker, `${codeServerVersion}\n`);
}

/**
 * @param {string} cwd
 * @param {string[]} args
 */
function npmInstall(cwd, args) {
  return runNpm(['install', ...args, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
}

/** Without these three the editor still starts, but has no log files of its own and no terminal. */
async function rebuildNativeModules() {
  const headers = inRepository('node_modules', 'node', 'node_modules', `node-${process.platform}-${process.arch}`);
  try {
    await runNpm(['rebuild', '@vscode/spdlog', '@vscode/native-watchdog', 'node-pty'], {
      cwd: editor,
      env: { ...process.env, npm_config_nodedir: headers },
    });
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    say(
      'VS Code works, but its terminal and its log files will not: their native parts could not be compiled. ' +
        `To have them, install Python 3, make and a C++ compiler, delete ${dirname(finishedMarker)} and run it again.`,
    );
  }
}
