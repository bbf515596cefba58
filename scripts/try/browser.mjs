import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { editorFolders, loopback, startEditorServer } from '../editor/server.mjs';
import { ensureEditor } from '../setup/editor.mjs';
import { say } from '../setup/say.mjs';
import { interruption } from './interruption.mjs';
import { environment, extensions, tryFolder, workspace, writeFirstSettings } from './tryFolders.mjs';

/**
 * Serves the workbench to a browser on this machine and prints the URL, until Ctrl+C or the end of the server.
 *
 * @param {{check: boolean}} options With `check`, stops as soon as the workbench answers.
 * @returns {Promise<number>} The exit code.
 */
export async function tryInBrowser({ check }) {
  const editor = await ensureEditor();
  const dataFolder = join(tryFolder, 'browser');
  const folders = editorFolders(dataFolder);
  writeFirstSettings(folders.settings);
  linkExtensions(folders.extensions);

  const server = await startEditorServer({
    editor,
    dataFolder,
    port: await preferredPort(),
    env: environment,
    args: ['--default-folder', workspace, '--disable-workspace-trust'],
  });
  const interrupted = interruption();
  rememberPort(new URL(server.origin).port);
  try {
    await checkAnswer(`${server.origin}/`);
    say('\nPatchbay is ready in a real VS Code. Open this address in your browser:\n');
    console.log(`${server.origin}/`);
    if (check) return 0;
    say('\nIts view is in the side bar. Press Ctrl+C to stop.');
    const stopped = await Promise.race([interrupted.then(() => true), server.ended.then(() => false)]);
    if (!stopped) say(`VS Code ended by itself. Its log is ${folders.log}.`);
    return stopped ? 0 : 1;
  } finally {
    await server.stop();
  }
}

/**
 * Installed extensions are links to the checkout, so that the address stays short and a rebuild needs only a reload.
 *
 * @param {string} folder
 */
function linkExtensions(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const extension of extensions) {
    const { publisher, name, version } = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
    symlinkSync(extension, join(folder, `${publisher}.${name}-${version}`), 'junction');
  }
}

/**
 * The port of the last run while it is free: the browser keeps the layout and the secrets for each origin.
 *
 * @returns {Promise<number>} 0, for any, when there is none.
 */
async function preferredPort() {
  const port = rememberedPort();
  return port !== 0 && (await isFree(port)) ? port : 0;
}

const portFile = join(tryFolder, 'port');

function rememberedPort() {
  try {
    return Number.parseInt(readFileSync(portFile, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}

/**
 * @param {string} port
 */
function rememberPort(port) {
  writeFileSync(portFile, `${port}\n`);
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, loopback, () => probe.close(() => resolve(true)));
  });
}

/**
 * @param {string} url
 */
async function checkAnswer(url) {
  const { ok, status } = await fetch(url);
  if (!ok) throw new Error(`VS Code started, but answers ${url} with status ${status}.`);
}
