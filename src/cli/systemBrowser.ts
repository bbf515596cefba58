import { spawn } from 'node:child_process';

/**
 * Opens an address in the person's browser, by the program that the system has for that; no shell reads the address.
 * Resolves to whether that program started, which says nothing of what it does.
 */
export function openSystemBrowser(
  address: URL,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  const [command, ...args] = opener(platform);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, address.href], {
      stdio: 'ignore',
      detached: true,
      env: environment,
      windowsHide: true,
    });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function opener(platform: NodeJS.Platform): readonly [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      // `start` would be one of cmd.exe, which reads "&" in an address as the end of a command.
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      return ['xdg-open'];
  }
}
