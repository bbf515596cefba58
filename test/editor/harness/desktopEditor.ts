import { join } from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { findOnPath } from '../../../scripts/setup/command.mjs';
import { cacheFolder } from '../../../scripts/setup/paths.mjs';

/**
 * Gets a desktop VS Code that can show a window.
 *
 * @returns Its program, or the reason, a clause, why this machine cannot have one.
 */
export async function findDesktopEditor(): Promise<{ readonly program: string } | { readonly reason: string }> {
  if (!hasDisplay() && findOnPath('xvfb-run') === undefined) {
    return { reason: 'this machine has no display; install xvfb, or run it on a desktop' };
  }
  try {
    return { program: await downloadAndUnzipVSCode({ version: 'stable', cachePath: join(cacheFolder, 'desktop') }) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { reason: `the desktop VS Code could not be downloaded (${detail})` };
  }
}

/** Whether a window can be shown without a virtual display. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}
