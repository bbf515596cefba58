import { existsSync, readFileSync } from 'node:fs';
import { resultsVariable, type TestResults } from '../../../scripts/test/recordResults.mjs';

/** The file that the caller of this program wants the results in. */
export function requestedResultsFile(): string {
  const path = process.env[resultsVariable];
  if (path === undefined)
    throw new Error(`Set ${resultsVariable} to a file for the results, or use "npm run test:editor".`);
  return path;
}

/** The results that the extension host wrote, as mocha would have shown them; its own report stays in the host. */
export function readHostReport(resultsFile: string): string {
  if (!existsSync(resultsFile)) return '';
  const { passed, failed, skipped } = JSON.parse(readFileSync(resultsFile, 'utf8')) as TestResults;
  const lines = [
    '\n  inside the extension host',
    ...passed.map(({ title, milliseconds }) => `    ✔ ${title} (${milliseconds}ms)`),
    ...skipped.map(({ title }) => `    - ${title}`),
    ...failed.map(({ title, error }) => `    ✖ ${title}\n${error.replace(/^/gm, '        ')}`),
  ];
  return `${lines.join('\n')}\n`;
}
