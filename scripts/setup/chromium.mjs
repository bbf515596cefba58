import { homedir } from 'node:os';
import { join } from 'node:path';
import { CommandFailed, findOnPath, isExecutable, runCommand } from './command.mjs';
import { say } from './say.mjs';
import { SetupError } from './setupError.mjs';

const advice =
  'Install Chromium, Google Chrome or Microsoft Edge, or set PATCHBAY_CHROMIUM to the path of its program, then run it again.';

const namesOnPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];

/**
 * The Chromium that drives the view's and the editor's tests: found, or installed with apt where that is possible.
 *
 * @returns {Promise<string>} The absolute path of its program.
 * @throws {SetupError}
 */
export async function ensureChromium() {
  const found = await findChromium();
  if (found !== undefined) return found;
  await installWithApt();
  const installed = await findChromium();
  if (installed === undefined) throw new SetupError(`Chromium was installed but does not start. ${advice}`);
  return installed;
}

/**
 * @returns {Promise<string | undefined>}
 * @throws {SetupError} When PATCHBAY_CHROMIUM is set to something that does not start.
 */
async function findChromium() {
  const chosen = process.env.PATCHBAY_CHROMIUM;
  if (chosen) {
    if (await starts(chosen)) return chosen;
    throw new SetupError(`PATCHBAY_CHROMIUM is set to ${chosen}, which does not start. Correct it or unset it.`);
  }
  for (const candidate of [...namesOnPath.map(findOnPath), ...usualPlaces()]) {
    if (candidate !== undefined && (await starts(candidate))) return candidate;
  }
  return undefined;
}

/**
 * Some distributions put a script in the place of the browser that only says how to install it: asking for the version
 * tells them apart. On Windows the question would open a window instead of printing.
 *
 * @param {string} program
 */
async function starts(program) {
  if (!isExecutable(program)) return false;
  if (process.platform === 'win32') return true;
  return runCommand(program, ['--version']).then(
    () => true,
    () => false,
  );
}

function usualPlaces() {
  if (process.platform === 'darwin') {
    const programs = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `${name}.app/Contents/MacOS/${name}`,
    );
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      programs.map((program) => join(folder, program)),
    );
  }
  if (process.platform === 'win32') {
    const programs = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => programs.map((program) => join(folder, program)));
  }
  return ['/usr/lib/chromium/chromium', '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'];
}

async function installWithApt() {
  const apt = findOnPath('apt-get');
  if (apt === undefined) throw new SetupError(`No Chromium was found on this machine. ${advice}`);
  const asRoot = await rootPrefix();
  if (asRoot === undefined) {
    throw new SetupError(`No Chromium was found, and installing it with apt needs root, without a password. ${advice}`);
  }
  const apply = (/** @type {string[]} */ ...args) => {
    const [command = apt, ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', apt, ...args];
    return runCommand(command, rest);
  };
  say('Installing Chromium with apt, because no browser was found. This takes a minute or two.');
  try {
    await apply('update');
    await apply('install', '-y', '--no-install-recommends', 'chromium');
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    throw new SetupError(`${error.message}\nChromium could not be installed with apt. ${advice}`);
  }
}

/**
 * What to put in front of a command to run it as root; undefined when it cannot be.
 *
 * @returns {Promise<string[] | undefined>}
 */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  const sudo = findOnPath('sudo');
  if (sudo === undefined) return undefined;
  return runCommand(sudo, ['-n', 'true']).then(
    () => [sudo, '-n'],
    () => undefined,
  );
}
