import { spawn } from 'node:child_process';
import { systemProgram } from '../core/base/process/windowsSystem.ts';

/**
 * Opens an address in the person's browser, by the program that the system has for that; no shell reads the address.
 * Resolves to whether that program started, which says nothing of what it does.
 */
export function openSystemBrowser(
  address: URL,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const [command, ...args] = browserCall(address, process.platform);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
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

/** The program and its arguments. */
export function browserCall({ href }: URL, platform: NodeJS.Platform): readonly [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return ['open', href];
    case 'win32':
      // `start` would be one of cmd.exe, which reads "&" in an address as the end of a command.
      return [systemProgram('rundll32.exe'), 'url.dll,FileProtocolHandler', href];
    default:
      return ['xdg-open', href];
  }
}
