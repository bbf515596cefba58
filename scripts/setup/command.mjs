import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A command that could not be started or ended with another code than 0. The message has the tail of what it printed. */
export class CommandFailed extends Error {
  /**
   * @param {string} commandLine
   * @param {string} reason
   * @param {string} output
   */
  constructor(commandLine, reason, output) {
    super(`"${commandLine}" ${reason}${output ? `:\n${output}` : '.'}`);
    this.name = 'CommandFailed';
  }
}

const tailCharacters = 4000;

/**
 * Runs a command to its end and gives what it printed (both streams). Its output is shown only when it fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean}} [options]
 * @returns {Promise<string>}
 * @throws {CommandFailed}
 */
export function runCommand(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    const fail = (/** @type {string} */ reason) =>
      reject(new CommandFailed([command, ...args].join(' '), reason, output.slice(-tailCharacters).trim()));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => fail(`could not be started (${error.message})`));
    child.on('close', (code, signal) =>
      code === 0 ? resolve(output) : fail(`ended with ${signal ?? `code ${code}`}`),
    );
  });
}

/**
 * Runs npm: the one that runs this script, if npm does, else the one on the PATH.
 *
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options]
 * @throws {CommandFailed}
 */
export function runNpm(args, options = {}) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js'))
    return runCommand(process.env.npm_node_execpath || process.execPath, [cli, ...args], options);
  return runCommand('npm', args, { ...options, shell: process.platform === 'win32' });
}

/**
 * The absolute path of a program on the PATH, or undefined.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
export function findOnPath(name) {
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name];
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((candidate) => join(folder, candidate)))
    .find(isExecutable);
}

/**
 * @param {string} path
 */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
