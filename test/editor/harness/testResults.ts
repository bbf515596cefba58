import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '../../../scripts/setup/paths.mjs';

/** Where a picture of that name goes; not in git. */
export function screenshotPath(name: string): string {
  return join(resultsFolder('screenshots'), `${fileNameOf(name)}.png`);
}

/** The folder for what a failed test leaves to be looked at; not in git. */
export function failureFolder(testTitle: string): string {
  return resultsFolder('failures', fileNameOf(testTitle));
}

function resultsFolder(...segments: string[]): string {
  const folder = inRepository('test-results', ...segments);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Titles of tests are sentences; file systems want less. */
function fileNameOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120);
}
