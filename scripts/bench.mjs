import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureDependencies } from './setup/dependencies.mjs';
import { readOptions } from './setup/options.mjs';
import { inRepository, node24, repositoryRoot } from './setup/paths.mjs';
import { runScript } from './setup/setupError.mjs';

const usage = `Usage: npm run bench [-- NAME...] [-- --check]

Builds, measures the budgets, prints a table and writes it to test-results/bench.json.

  --check     end with code 1 when a budget is exceeded or could not be measured
  --no-build  measure what is in dist/`;

await runScript(async () => {
  const { values, positionals } = readOptions(
    {
      allowPositionals: true,
      options: {
        check: { type: 'boolean', default: false },
        'no-build': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    },
    usage,
  );
  if (values.help) return console.log(usage);
  await ensureDependencies();
  if (!values['no-build']) await buildAndPackage();
  const program = ['--disable-warning=ExperimentalWarning', inRepository('test', 'bench', 'main.ts')];
  const args = [...program, ...positionals, ...(values.check ? ['--check'] : [])];
  const child = spawn(node24, args, { cwd: repositoryRoot, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code ?? 1;
});

async function buildAndPackage() {
  const { build } = await import('./build/build.mjs');
  const { packageExtension } = await import('./package/extension.mjs');
  await build();
  await packageExtension(inRepository('dist', 'patchbay.vsix'));
}
