import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '../setup/paths.mjs';

/**
 * @typedef {'chromium' | 'editor'} Need What a suite needs of the machine besides packages.
 *
 * @typedef {object} Suite
 * @property {string} name As in `npm run test:<name>`.
 * @property {Need[]} needs
 * @property {string[]} specFolders Folders of specs that mocha runs in Node.
 * @property {number} timeout Of one test, in milliseconds.
 * @property {string} [program] A program that runs more tests of this suite in another process, in the same file format.
 * @property {string} [programSpecs] The folder of the specs that the program runs.
 * @property {boolean} [optional] It may be impossible to run this suite on a machine that is otherwise complete.
 */

/** @type {Suite[]} */
export const suites = [
  { name: 'unit', needs: [], specFolders: ['test/unit'], timeout: 5_000 },
  { name: 'webview', needs: ['chromium'], specFolders: ['test/webview'], timeout: 20_000 },
  { name: 'peers', needs: [], specFolders: ['test/peers'], timeout: 30_000 },
  { name: 'conformance', needs: [], specFolders: ['test/conformance'], timeout: 60_000 },
  {
    name: 'editor',
    needs: ['chromium', 'editor'],
    specFolders: ['test/editor/workbench'],
    timeout: 60_000,
    program: 'test/editor/harness/runInBrowserHost.ts',
    programSpecs: 'test/editor/host',
  },
  {
    name: 'desktop',
    needs: [],
    specFolders: [],
    timeout: 60_000,
    program: 'test/editor/harness/runInDesktopHost.ts',
    programSpecs: 'test/editor/host',
    optional: true,
  },
];

/**
 * The spec files below a folder, sorted, relative to the checkout.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export function specsBelow(folder) {
  try {
    return readdirSync(inRepository(folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => join(folder, file))
      .sort();
  } catch {
    return [];
  }
}
