import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { inRepository } from '../setup/paths.mjs';
import { englishOnly } from './englishOnly.mjs';

/**
 * @typedef {object} Target
 * @property {string} name What the target is called on the command line.
 * @property {Record<string, string>} entries Output name (below `dist`, without extension) to source file.
 * @property {boolean} isProduct Whether it is shipped, and so its size counts.
 * @property {string} folder The folder below `dist` that holds nothing but output of this target.
 * @property {import('esbuild').BuildOptions} options
 */

/** What a bundled CommonJS package expects to find around it, in a file that is an ES module. */
const commonJsBanner = [
  `import { createRequire as patchbayCreateRequire } from 'node:module';`,
  `import { fileURLToPath as patchbayFileURLToPath } from 'node:url';`,
  `const require = patchbayCreateRequire(import.meta.url);`,
  `const __filename = patchbayFileURLToPath(import.meta.url);`,
  `const __dirname = patchbayFileURLToPath(new URL('.', import.meta.url));`,
].join('\n');

/** @type {import('esbuild').BuildOptions} */
const nodeModule = {
  platform: 'node',
  format: 'esm',
  target: 'node20',
  splitting: true,
  // Packages that come as both would otherwise be taken in their CommonJS form, which cannot be tree-shaken.
  mainFields: ['module', 'main'],
  plugins: [englishOnly],
};

/** @type {Target[]} */
export const targets = [
  {
    name: 'extension',
    entries: { extension: 'src/extension.ts' },
    isProduct: true,
    folder: 'chunks',
    options: {
      ...nodeModule,
      chunkNames: 'chunks/[name]-[hash]',
      external: ['vscode'],
      banner: { js: commonJsBanner },
    },
  },
  {
    name: 'cli',
    entries: { cli: 'src/cli/main.ts' },
    isProduct: true,
    folder: 'cli',
    options: {
      ...nodeModule,
      chunkNames: 'cli/[name]-[hash]',
      // Native: installed beside the bundle where there is a build of it (ADR 13).
      external: ['@napi-rs/keyring'],
      banner: { js: commonJsBanner },
    },
  },
  {
    name: 'webview',
    entries: { 'webview/main': 'webview-ui/main.tsx' },
    isProduct: true,
    folder: 'webview',
    options: {
      platform: 'browser',
      format: 'esm',
      target: 'chrome128',
      splitting: true,
      jsx: 'automatic',
      chunkNames: 'webview/[name]-[hash]',
      assetNames: 'webview/[name]',
      loader: { '.ttf': 'file', '.svg': 'file' },
    },
  },
  {
    name: 'editor-tests',
    entries: { 'test/editor/index': 'test/editor/host/index.ts', ...hostSpecs() },
    isProduct: false,
    folder: 'test/editor',
    options: {
      platform: 'node',
      // VS Code loads the entry of extension tests with require().
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      target: 'node22',
      external: ['vscode', 'mocha'],
    },
  },
];

/** The specs that run inside the extension host, each its own bundle because mocha loads files. */
function hostSpecs() {
  return Object.fromEntries(
    filesBelow('test/editor/host')
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => [file.replace(/\.ts$/, ''), file]),
  );
}

/**
 * @param {string} folder
 * @returns {string[]} Paths below the checkout, with forward slashes.
 */
function filesBelow(folder) {
  try {
    return readdirSync(inRepository(folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file).replaceAll(sep, '/'),
    );
  } catch {
    return [];
  }
}
