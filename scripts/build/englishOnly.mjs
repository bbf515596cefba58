/**
 * Leaves zod's messages in fifty other languages out of the bundles. They cannot be shaken out: a package that takes
 * the whole of zod keeps them, and code splitting then puts them where the small half of zod is loaded, at activation.
 *
 * @type {import('esbuild').Plugin}
 */
export const englishOnly = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};
