import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { signalTree } from './processTree.ts';
import { shellCall } from './shellCall.ts';

const { platform } = process;

const mark = '_PATCHBAY_ENVIRONMENT_';
const timeoutMs = 5_000;

/** Set for the shell alone: what a server gets must not hold them. */
const forTheShell: Readonly<Record<string, string>> = {
  // The program of an editor is one of Node only with it.
  ELECTRON_RUN_AS_NODE: '1',
  ELECTRON_NO_ATTACH_CONSOLE: '1',
  // Profiles know by it not to start anything that stays.
  VSCODE_RESOLVING_ENVIRONMENT: '1',
  // Frameworks for zsh must not ask about updates nor open a terminal multiplexer.
  DISABLE_AUTO_UPDATE: 'true',
  ZSH_TMUX_AUTOSTART: 'false',
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment that the person's login shell makes from its profile. Resolves to an empty one on Windows, without an
 * account that has a shell, when the shell fails, and after five seconds. `shellOfAccount` may throw. The libraries for
 * this give no hold on the shell they start, and a profile that waits for input would outlive Patchbay.
 */
export async function loginShellEnvironment(
  environment: Environment,
  shellOfAccount: () => string | null = () => userInfo().shell,
): Promise<Readonly<Record<string, string>>> {
  if (platform === 'win32') return {};
  const shell = environment['SHELL'] || orNone(shellOfAccount);
  if (shell === undefined) return {};
  const found = environmentIn(await run(shell, environment));
  return Object.fromEntries(Object.entries(found).filter(([name]) => !(name in forTheShell)));
}

/** In a container the user often has no account, which the system answers with an error. */
function orNone(shellOfAccount: () => string | null): string | undefined {
  try {
    return shellOfAccount() || '/bin/sh';
  } catch {
    return undefined;
  }
}

/** Profiles print too, before and after. */
function environmentIn(output: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(output.split(mark)[1] ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/** What the shell printed until it ended, or was ended. */
function run(shell: string, environment: Environment): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(shell, shellCall(shell, process.execPath, mark), {
      env: { ...environment, ...forTheShell },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    const timer = setTimeout(finish, timeoutMs);
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', finish);
    child.once('close', finish);

    function finish(): void {
      clearTimeout(timer);
      child.stdout.destroy();
      if (child.pid !== undefined) void signalTree(child.pid, [], 'SIGKILL');
      resolve(Buffer.concat(chunks).toString('utf8'));
    }
  });
}
