import { spawn } from 'node:child_process';
import { join, sep } from 'node:path';
import { editorEnvironment } from '../editor/server.mjs';
import { CommandFailed, findOnPath, runCommand } from '../setup/command.mjs';
import { say } from '../setup/say.mjs';
import { environment, extensions, tryFolder, workspace, writeFirstSettings } from './tryFolders.mjs';

/** The oldest VS Code that can run Patchbay; the same as `engines.vscode` of the extension. */
const oldestMinor = 104;

/**
 * Looks for a VS Code on this machine that can show a window.
 *
 * @returns {Promise<{program: string} | {reason: string}>} The reason, a clause, when there is none.
 */
export async function findDesktop() {
  const program = findOnPath('code');
  if (program === undefined) return { reason: 'no "code" is on the PATH' };
  if (program.includes(`${sep}remote-cli${sep}`)) {
    return { reason: 'the "code" on the PATH belongs to a remote connection and cannot open a development window' };
  }
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return { reason: 'this machine has no display' };
  }
  try {
    const [version = ''] = (await runCommand(program, [...rootArguments(), '--version'], shell)).split('\n');
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major === 1 && minor >= oldestMinor) return { program };
    return { reason: `the "code" on the PATH is version ${version.trim()} and 1.${oldestMinor} is needed` };
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    return { reason: 'the "code" on the PATH does not start' };
  }
}

/**
 * Opens an Extension Development Host and waits until its window is closed.
 *
 * @param {string} program
 * @returns {Promise<number>} The exit code.
 */
export async function tryOnDesktop(program) {
  const user = join(tryFolder, 'desktop', 'user');
  writeFirstSettings(join(user, 'User', 'settings.json'));
  const child = spawn(
    program,
    [
      ...extensions.map((extension) => `--extensionDevelopmentPath=${extension}`),
      ...['--user-data-dir', user, '--extensions-dir', join(tryFolder, 'desktop', 'extensions')],
      ...['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes', ...rootArguments(true)],
      ...['--new-window', '--wait', workspace],
    ],
    { ...shell, stdio: 'inherit', env: editorEnvironment(environment) },
  );
  say('Patchbay is opening in VS Code; its view is in the side bar. This command ends when the window is closed.');
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 0));
  });
}

/** `code` is a batch file on Windows. */
const shell = { shell: process.platform === 'win32' };

/** Electron refuses to start as root with its sandbox, and `code` refuses without a user data folder. */
function rootArguments(hasUserFolder = false) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return [];
  return hasUserFolder ? ['--no-sandbox'] : ['--no-sandbox', '--user-data-dir', join(tryFolder, 'desktop', 'user')];
}
