import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { node24 } from '../setup/paths.mjs';
import { endProcessTree } from './processTree.mjs';

/** The only address that is listened on: whoever reaches a workbench without a token can run programs with it. */
export const loopback = '127.0.0.1';

/** How long the editor may take to listen. */
const startMilliseconds = 60_000;

/**
 * @typedef {object} EditorServerOptions
 * @property {string} editor The folder that holds `out/server-main.js`.
 * @property {string} dataFolder Where settings (`user/User/settings.json`), extensions and logs of this server live.
 * @property {number} [port] The port to listen on; 0 and nothing let the system choose.
 * @property {string[]} [args] More arguments for the server.
 * @property {NodeJS.ProcessEnv} [env] Added to the environment of the server, and so to that of the extension host.
 *
 * @typedef {object} RunningEditorServer
 * @property {string} origin Such as `http://127.0.0.1:43210`.
 * @property {Promise<void>} ended Resolves when the server has ended, whatever ended it.
 * @property {() => Promise<void>} stop Ends the server and every process below it.
 */

/**
 * The folders of one server below its data folder.
 *
 * @param {string} dataFolder
 */
export function editorFolders(dataFolder) {
  const user = join(dataFolder, 'user');
  return {
    server: join(dataFolder, 'server'),
    user,
    extensions: join(dataFolder, 'extensions'),
    settings: join(user, 'User', 'settings.json'),
    log: join(dataFolder, 'server.log'),
  };
}

/**
 * Arguments that every use of the server's program needs: where things are and what not to ask.
 *
 * @param {string} dataFolder
 */
export function editorFolderArguments(dataFolder) {
  const { server, user, extensions } = editorFolders(dataFolder);
  return ['--server-data-dir', server, '--user-data-dir', user, '--extensions-dir', extensions];
}

/**
 * The environment for an editor's process: without what a surrounding VS Code or Node debugger leaves in ours.
 *
 * @param {NodeJS.ProcessEnv} [additions]
 * @returns {NodeJS.ProcessEnv}
 */
export function editorEnvironment(additions = {}) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('VSCODE_') && !name.startsWith('ELECTRON_') && name !== 'NODE_OPTIONS',
  );
  return { ...Object.fromEntries(inherited), ...additions };
}

/**
 * Starts the browser workbench and waits until it answers.
 *
 * @param {EditorServerOptions} options
 * @returns {Promise<RunningEditorServer>}
 * @throws {Error} With the end of the log, when the server ends or stays silent.
 */
export async function startEditorServer({ editor, dataFolder, port = 0, args = [], env = {} }) {
  mkdirSync(dataFolder, { recursive: true });
  const log = createWriteStream(editorFolders(dataFolder).log, { flags: 'a' });
  const child = spawn(
    node24,
    [
      join(editor, 'out', 'server-main.js'),
      ...['--host', loopback, '--port', String(port)],
      ...['--without-connection-token', '--accept-server-license-terms', '--telemetry-level', 'off'],
      ...editorFolderArguments(dataFolder),
      ...args,
    ],
    { env: editorEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise((resolve) => child.once('close', () => log.end(() => resolve(undefined))));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });

  const stop = async () => {
    if (child.pid === undefined) return;
    await endProcessTree(child.pid);
    await ended;
  };
  try {
    const listeningPort = await portOf(child);
    return { origin: `http://${loopback}:${listeningPort}`, ended: /** @type {Promise<void>} */ (ended), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The port that the server reports to listen on.
 *
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 * @returns {Promise<number>}
 */
function portOf(child) {
  return new Promise((resolve, reject) => {
    let printed = '';
    const settle = (/** @type {() => void} */ outcome) => {
      clearTimeout(silent);
      child.stdout.off('data', read);
      child.stderr.off('data', read);
      outcome();
    };
    const fail = (/** @type {string} */ reason) =>
      settle(() => reject(new Error(`VS Code ${reason}. The end of its log:\n${printed.slice(-2000)}`)));
    const read = (/** @type {Buffer} */ chunk) => {
      printed += chunk.toString();
      const listening = /Extension host agent listening on (\d+)/.exec(printed);
      if (listening) settle(() => resolve(Number(listening[1])));
    };
    const silent = setTimeout(
      () => fail(`did not start within ${startMilliseconds / 1000} seconds`),
      startMilliseconds,
    );
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', (error) => fail(`could not be started (${error.message})`));
    child.once('close', (code, signal) => fail(`ended while starting (${signal ?? `code ${code}`})`));
  });
}
