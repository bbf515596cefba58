import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { inheritedVariables } from './inheritedVariables.ts';
import { loginShellEnvironment } from './loginShell.ts';
import type { StdioTransportDefinition } from '../config/serverDefinition.ts';

const { platform: thisPlatform } = process;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What servers get of the environment Patchbay runs in: the SDK's list of harmless variables, and what is configured.
 * The login shell is asked once, and only when something is missing: it may take seconds, and an editor started from
 * a terminal, as the command line, has its environment already.
 */
export class ProcessEnvironment {
  readonly #platform: NodeJS.Platform;
  readonly #environment: Environment;
  readonly #askShell: () => Promise<Readonly<Record<string, string>>>;
  #shell: Promise<Readonly<Record<string, string>>> | undefined;

  constructor(
    environment: Environment,
    askShell = () => loginShellEnvironment(environment),
    platform: NodeJS.Platform = thisPlatform,
  ) {
    this.#platform = platform;
    this.#environment = platform === 'win32' ? upperCased(environment) : environment;
    this.#askShell = askShell;
  }

  variable(name: string): string | undefined {
    return this.#environment[this.#isWindows ? name.toUpperCase() : name];
  }

  /** The login shell's environment; empty when it cannot be had. */
  loginShell(): Promise<Readonly<Record<string, string>>> {
    // Kept for all servers, so that it must not be an error: without the shell they start with what is there.
    this.#shell ??= this.#askShell().catch(() => ({}));
    return this.#shell;
  }

  /** The environment a server is started with. */
  async forServer({ command, env }: StdioTransportDefinition): Promise<Record<string, string>> {
    const inherited: Record<string, string> = {};
    for (const name of inheritedVariables(this.#platform)) {
      const value = this.#environment[name];
      // A value that begins so is a shell function, which is code.
      if (value !== undefined && !value.startsWith('()')) inherited[name] = value;
    }
    const merged = this.#isWindows ? mergedAnyCase(inherited, env) : { ...inherited, ...env };
    // Editors of Windows have the person's PATH.
    if (this.#isWindows || env['PATH'] !== undefined || (await isOnPath(command, merged['PATH'] ?? ''))) return merged;
    const { PATH: shellPath } = await this.loginShell();
    if (shellPath !== undefined) merged['PATH'] = joined(shellPath, merged['PATH'] ?? '');
    return merged;
  }

  get #isWindows(): boolean {
    return this.#platform === 'win32';
  }
}

/** Names of variables do not distinguish case on Windows, where the path is often called `Path`. */
function upperCased(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name.toUpperCase(), value]));
}

/** What is configured wins; of names that differ in case alone, Windows would take one, and not always that. */
function mergedAnyCase(
  inherited: Readonly<Record<string, string>>,
  configured: Readonly<Record<string, string>>,
): Record<string, string> {
  const merged = new Map(Object.entries(inherited).map(([name, value]) => [name, { name, value }]));
  for (const [name, value] of Object.entries(configured)) {
    const upper = name.toUpperCase();
    const known = inheritedVariables('win32').includes(upper) ? upper : merged.get(upper)?.name;
    merged.set(upper, { name: known ?? name, value });
  }
  return Object.fromEntries([...merged.values()].map(({ name, value }) => [name, value]));
}

/** The folders of both, each once, those of the first path first. */
function joined(first: string, second: string): string {
  return [...new Set([...first.split(delimiter), ...second.split(delimiter)])].filter(Boolean).join(delimiter);
}

/** Whether the system would find the command. True for a path, which is not looked for. */
async function isOnPath(command: string, path: string): Promise<boolean> {
  if (command.includes('/')) return true;
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const isThere = await access(join(folder, command), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
  }
  return false;
}
