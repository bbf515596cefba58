import { statSync } from 'node:fs';
import { inRepository } from '../../scripts/setup/paths.mjs';
import type { Benchmark } from './benchmark.ts';

/** What is downloaded to install the extension. */
export const packageSize: Benchmark = {
  name: 'package-size',
  budgets: [{ what: 'patchbay.vsix', atMost: 4, unit: 'MB' }],
  measure() {
    const { size } = statSync(inRepository('dist', 'patchbay.vsix'));
    return Promise.resolve([{ measured: size / 1_000_000, note: `${size} bytes` }]);
  },
};
