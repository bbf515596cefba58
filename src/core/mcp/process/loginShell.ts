import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { platform } from 'node:process';
import { signalTree } from './processTree.ts';

const mark = '_PATCHBAY_ENVIRONMENT_';
const timeoutMs = 5_000;

/**
 * The environment that the person's login shell makes from its profile. Resolves to an empty one on Windows, without an
 * account that has a shell, when the shell fails, and after five seconds. `shellOfAccount` may throw. The libraries for this give no hold on the shell they start, and a profile that
 * waits for input would outlive Patchbay.
 */
export async function loginShellEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  shellOfAccount: () => string | null = () => userInfo().shell,
): Promise<Readonly<Record<string, string>>> {
  if (platform === 'win32') return {};
  const shell = environment['SHELL'] || orNone(shellOfAccount);
  if (shell === undefined) return {};
  const output = await run(shell, environment);
  const [, text] = output.split(mark);
  if (text === undefined) return {};
  const variables = text.split('\0').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    variables.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/** In a container the user often has no account, which the system answers with an error. */
function orNone(shellOfAccount: () => string | null): string | undefined {
  try {
    return shellOfAccount() || '/bin/sh';
  } catch {
    return undefined;
  }
}

/** What the shell printed until it ended, or was ended. */
function run(shell: string, environment: Readonly<Record<string, string | undefined>>): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    // Node prints the environment: `env -0` is not everywhere, and a value may hold a line end.
    const print =
      'process.stdout.write(process.argv[1]+Object.entries(process.env).map(([k,v])=>k+"="+v).join("\\0")+process.argv[1])';
    const child = spawn(shell, ['-ilc', `ELECTRON_RUN_AS_NODE=1 "$PATCHBAY_NODE" -e '${print}' ${mark}; exit`], {
      // Frameworks for zsh must not ask about updates nor open a terminal multiplexer.
      env: {
        ...environment,
        PATCHBAY_NODE: process.execPath,
        DISABLE_AUTO_UPDATE: 'true',
        ZSH_TMUX_AUTOSTART: 'false',
      },
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
