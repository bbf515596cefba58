import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import * as esbuild from 'esbuild';
import { inRepository, repositoryRoot } from '../setup/paths.mjs';
import { say } from '../setup/say.mjs';
import { SetupError } from '../setup/setupError.mjs';
import { thirdPartyNotices } from './notices.mjs';
import { printSizes } from './sizes.mjs';
import { targets } from './targets.mjs';

/** The target that its own script builds, because it is a project of its own that can be copied away. */
const tourServer = 'tour-server';

/** Names of everything that can be built. */
export const targetNames = [...targets.map((target) => target.name), tourServer];

/**
 * Builds into `dist`. A build of everything also writes esbuild's account of the bundles to `dist/meta.json`, and the
 * notices of the packages in them to `dist/THIRD_PARTY_NOTICES.txt`.
 *
 * @param {object} [options]
 * @param {string[]} [options.targets] All of them unless given.
 * @param {boolean} [options.dev] With source maps, not minified, React's development build.
 * @param {boolean} [options.watch] Never resolves; rebuilds on change.
 * @throws {SetupError} When the source does not compile.
 */
export async function build({ targets: wanted = targetNames, dev = false, watch = false } = {}) {
  mkdirSync(inRepository('dist'), { recursive: true });
  const chosen = targets.filter((target) => wanted.includes(target.name) && hasSource(target));
  try {
    if (wanted.includes(tourServer)) await buildTourServer();
    if (watch) return await watchForever(chosen);
    const results = await Promise.all(chosen.map((target) => buildTarget(target, dev)));
    // A build of a part leaves the account of the whole alone.
    if (wanted.length === targetNames.length) {
      writeMetafile(results);
      writeNotices(results.filter((_result, index) => chosen[index]?.isProduct));
    }
    printSizes(
      results,
      chosen.filter((target) => target.isProduct).flatMap((target) => Object.values(target.entries)),
    );
  } catch (error) {
    if (isBuildFailure(error)) throw new SetupError('The build failed; what does not compile is named above.');
    throw error;
  }
}

/**
 * @param {import('./targets.mjs').Target} target
 */
function hasSource({ name, entries }) {
  const missing = Object.values(entries).find((entry) => !existsSync(inRepository(entry)));
  if (missing !== undefined) say(`Not building ${name}: ${missing} does not exist.`);
  return missing === undefined;
}

/**
 * @param {import('./targets.mjs').Target} target
 * @param {boolean} dev
 * @returns {import('esbuild').BuildOptions}
 */
function esbuildOptions({ entries, options }, dev) {
  return {
    absWorkingDir: repositoryRoot,
    entryPoints: entries,
    outdir: 'dist',
    bundle: true,
    logLevel: 'warning',
    minify: !dev,
    sourcemap: dev ? 'linked' : false,
    legalComments: dev ? 'none' : 'external',
    define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
    ...options,
  };
}

/**
 * @param {import('./targets.mjs').Target} target
 * @param {boolean} dev
 */
async function buildTarget(target, dev) {
  const { metafile } = await esbuild.build({ ...esbuildOptions(target, dev), metafile: true });
  removeStale(target, metafile);
  return metafile;
}

async function buildTourServer() {
  const script = '../../examples/tour-server/build.mjs';
  const { buildTourServer: buildServer } = await import(script);
  await buildServer({ outdir: inRepository('dist', tourServer) });
}

/**
 * @param {import('./targets.mjs').Target[]} chosen
 */
async function watchForever(chosen) {
  const contexts = await Promise.all(
    chosen.map((target) => esbuild.context({ ...esbuildOptions(target, true), logLevel: 'info' })),
  );
  // All of it once before the first report, so that whoever waits for that report finds everything built.
  await Promise.all(contexts.map((context) => context.rebuild()));
  await Promise.all(contexts.map((context) => context.watch()));
  await new Promise(() => {});
}

/**
 * Chunks carry a hash in their name: those of earlier builds would stay for ever, and be packaged.
 *
 * @param {import('./targets.mjs').Target} target
 * @param {import('esbuild').Metafile} metafile
 */
function removeStale({ folder }, metafile) {
  const current = new Set(Object.keys(metafile.outputs));
  const owned = inRepository('dist', folder);
  if (!existsSync(owned)) return;
  for (const file of readdirSync(owned, { recursive: true, encoding: 'utf8' }).map((name) => join(owned, name))) {
    const isCurrent = current.has(relative(repositoryRoot, file).replaceAll(sep, '/'));
    if (!isCurrent && statSync(file).isFile()) rmSync(file);
  }
}

/**
 * @param {import('esbuild').Metafile[]} results
 */
function writeMetafile(results) {
  writeFileSync(inRepository('dist', 'meta.json'), JSON.stringify(merged(results)));
}

/**
 * @param {import('esbuild').Metafile[]} results
 */
function writeNotices(results) {
  writeFileSync(inRepository('dist', 'THIRD_PARTY_NOTICES.txt'), thirdPartyNotices(merged(results)));
}

/**
 * @param {import('esbuild').Metafile[]} results
 * @returns {import('esbuild').Metafile}
 */
function merged(results) {
  return {
    inputs: Object.assign({}, ...results.map((result) => result.inputs)),
    outputs: Object.assign({}, ...results.map((result) => result.outputs)),
  };
}

/**
 * esbuild has already printed the errors of a failed build.
 *
 * @param {unknown} error
 */
function isBuildFailure(error) {
  return error instanceof Error && 'errors' in error && 'warnings' in error;
}
