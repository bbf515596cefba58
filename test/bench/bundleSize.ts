import { readFileSync } from 'node:fs';
import type { Metafile } from 'esbuild';
import { sizeAtStart } from '../../scripts/build/sizes.mjs';
import { inRepository } from '../../scripts/setup/paths.mjs';
import type { Benchmark, Figure } from './benchmark.ts';

/** What is loaded before anybody has used anything. */
export const bundleSize: Benchmark = {
  name: 'bundle-size',
  budgets: [
    { what: 'activation bundle, minified, with all that loads with it', atMost: 300, unit: 'kB' },
    { what: 'view for the first paint, minified, with styles and fonts', atMost: 1_200, unit: 'kB' },
  ],
  measure() {
    const { outputs } = JSON.parse(readFileSync(inRepository('dist', 'meta.json'), 'utf8')) as Metafile;
    return Promise.resolve([atStart('dist/extension.js', outputs), atStart('dist/webview/main.js', outputs)]);
  },
};

function atStart(entry: string, outputs: Metafile['outputs']): Figure {
  const { bytes, files } = sizeAtStart(entry, outputs);
  return { measured: bytes / 1000, note: `${entry} and ${files - 1} more files` };
}
