import { say } from '../setup/say.mjs';

/**
 * Prints what each entry costs: at start, with what is loaded with it, and in all, with what loads when it is needed.
 *
 * @param {import('esbuild').Metafile[]} metafiles
 * @param {string[]} entries Source files. To esbuild, a module that loads lazily is an entry as well.
 */
export function printSizes(metafiles, entries) {
  const rows = metafiles.flatMap(({ outputs }) =>
    Object.entries(outputs)
      .filter(([, { entryPoint }]) => entryPoint !== undefined && entries.includes(entryPoint))
      .map(([path]) => entryRow(path, outputs)),
  );
  if (rows.length === 0) return;
  const width = Math.max(...rows.map(({ path }) => path.length));
  say(`${'Bundle'.padEnd(width)}  ${'at start'.padStart(10)}  ${'in all'.padStart(10)}`);
  for (const { path, atStart, all } of rows) say(`${path.padEnd(width)}  ${kilobytes(atStart)}  ${kilobytes(all)}`);
}

/**
 * What is loaded when an entry is: itself, what it imports, and the styles and fonts that belong to it.
 *
 * @param {string} entry A path among the outputs.
 * @param {import('esbuild').Metafile['outputs']} outputs
 */
export function sizeAtStart(entry, outputs) {
  const files = reachable(entry, outputs, (kind) => kind !== 'dynamic-import');
  return { files: files.size, bytes: bytesOf(files, outputs) };
}

/**
 * @param {string} path
 * @param {import('esbuild').Metafile['outputs']} outputs
 */
function entryRow(path, outputs) {
  const all = bytesOf(
    reachable(path, outputs, () => true),
    outputs,
  );
  return { path, atStart: sizeAtStart(path, outputs).bytes, all };
}

/**
 * @param {Set<string>} files
 * @param {import('esbuild').Metafile['outputs']} outputs
 */
function bytesOf(files, outputs) {
  return [...files].reduce((total, file) => total + (outputs[file]?.bytes ?? 0), 0);
}

/**
 * @param {string} entry
 * @param {import('esbuild').Metafile['outputs']} outputs
 * @param {(kind: string) => boolean} follows
 */
function reachable(entry, outputs, follows) {
  const found = new Set([entry]);
  for (const path of found) {
    const output = outputs[path];
    if (output?.cssBundle !== undefined) found.add(output.cssBundle);
    for (const { path: imported, kind } of output?.imports ?? []) {
      if (imported in outputs && follows(kind)) found.add(imported);
    }
  }
  return found;
}

/**
 * @param {number} bytes
 */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(10);
}
