import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * Bundles the tour server into one file that runs on Node 20 and later without node_modules.
 * @param {{ outdir: string }} options the folder that receives `server.js`; created when missing
 * @returns {Promise<string>} the path of `server.js`
 */
export async function buildTourServer({ outdir }) {
  const outfile = join(outdir, 'server.js');
  await build({
    entryPoints: [join(here, 'src', 'main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minifySyntax: true,
    legalComments: 'inline',
    logLevel: 'warning',
  });
  // The folder can be copied anywhere: without this, a Node that does not detect modules reads .js as CommonJS.
  await writeFile(join(outdir, 'package.json'), `${JSON.stringify({ type: 'module' })}\n`);
  return outfile;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const outfile = await buildTourServer({ outdir: join(here, '..', '..', 'dist', 'tour-server') });
  console.log(`Built ${outfile}`);
}
