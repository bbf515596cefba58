import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder, inRepository, repositoryRoot } from '../setup/paths.mjs';

/** What a run of `npm run try` keeps for the next one, apart from the person's own settings; one folder a checkout. */
export const tryFolder = join(
  cacheFolder,
  `try-${createHash('sha256').update(repositoryRoot).digest('hex').slice(0, 8)}`,
);

/** The workspace that is opened. */
export const workspace = inRepository('examples', 'workspace');

/** The extensions that are tried: Patchbay, and the one that opens its view. */
export const extensions = [repositoryRoot, inRepository('scripts', 'try', 'openView')];

/** Where Patchbay keeps its own files in a try run, instead of the person's `~/.patchbay`. */
export const environment = { PATCHBAY_HOME: join(tryFolder, 'home') };

/**
 * Settings of the editor that leave Patchbay alone on the stage. They are written once: what the person changes stays.
 *
 * @param {string} path The user's `settings.json`.
 */
export function writeFirstSettings(path) {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `${JSON.stringify(
      {
        'chat.disableAIFeatures': true,
        'extensions.ignoreRecommendations': true,
        'git.openRepositoryInParentFolders': 'never',
        'telemetry.telemetryLevel': 'off',
        'update.mode': 'none',
        'workbench.secondarySideBar.defaultVisibility': 'hidden',
        'workbench.startupEditor': 'none',
      },
      undefined,
      2,
    )}\n`,
  );
}
