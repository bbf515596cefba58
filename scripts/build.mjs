import { ensureDependencies } from './setup/dependencies.mjs';
import { readOptions } from './setup/options.mjs';
import { runScript, SetupError } from './setup/setupError.mjs';

const usage = `Usage: npm run build [-- --dev] [-- --watch] [-- TARGET...]

Builds everything, or the named targets, into dist/.

  --dev    source maps, not minified
  --watch  like --dev, and build again on every change`;

await runScript(async () => {
  const { values, positionals } = readOptions(
    {
      allowPositionals: true,
      options: {
        dev: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    },
    usage,
  );
  if (values.help) return console.log(usage);
  await ensureDependencies();
  const { build, targetNames } = await import('./build/build.mjs');
  const unknown = positionals.find((name) => !targetNames.includes(name));
  if (unknown !== undefined) {
    throw new SetupError(`There is no target "${unknown}"; there are ${targetNames.join(', ')}.\n\n${usage}`);
  }
  await build({ ...(positionals.length > 0 && { targets: positionals }), dev: values.dev, watch: values.watch });
});
