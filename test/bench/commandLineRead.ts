import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { targets } from '../../scripts/build/targets.mjs';
import { inRepository, repositoryRoot } from '../../scripts/setup/paths.mjs';
import { CommandLine } from '../peers/cli/commandLine.ts';
import { tourDefinition } from '../peers/cli/mcpServers.ts';
import { plainNode } from '../peers/cli/plainNode.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './comparison.ts';

const server = inRepository('dist', 'tour-server', 'server.js');
const uri = 'docs://handbook';

/** What reading one resource costs, from the start of the process to its end. */
export const commandLineRead: Benchmark = {
  name: 'mcp-read',
  budgets: [{ what: 'patchbay mcp read, whole process ÷ bare SDK client script', atMost: 1.3, unit: '×' }],
  async measure() {
    const commandLine = await CommandLine.create();
    try {
      const config = await commandLine.servers({ tour: tourDefinition(server) });
      const bareScript = await bundleBareRead(commandLine.folder);
      const options = ['--mcp-config', config, '--strict-mcp-config'];
      const read = [inRepository('dist', 'cli.js'), 'mcp', 'read', 'tour', uri, ...options];
      const bareRead = [bareScript, server, uri];
      const said = await Promise.all([read, bareRead].map(async (args) => (await run(args, commandLine)).stdout));
      assert.ok(said[0] !== '' && said[0] === said[1], 'they do not read the same');
      return [
        await compare(
          async () => (await run(read, commandLine)).time,
          async () => (await run(bareRead, commandLine)).time,
          { warmUps: 2, counted: 15 },
        ),
      ];
    } finally {
      await commandLine.dispose();
    }
  },
};

/** Bundles the script as the command line is bundled. */
async function bundleBareRead(folder: string): Promise<string> {
  const commandLine = targets.find(({ name }) => name === 'cli');
  await esbuild.build({
    ...commandLine?.options,
    absWorkingDir: repositoryRoot,
    entryPoints: { bareRead: 'test/bench/bareRead.ts' },
    outdir: folder,
    // There is no package.json beside it that says what a plain `.js` is.
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    logLevel: 'warning',
  });
  return join(folder, 'bareRead.mjs');
}

/** Runs a script with the machine's `node` to its end. Rejects when it fails. */
function run(
  args: readonly string[],
  { folder, home, workspace }: CommandLine,
): Promise<{ time: number; stdout: string }> {
  const env = { PATH: process.env['PATH'], HOME: folder, PATCHBAY_HOME: home };
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(plainNode(), args, { cwd: workspace, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (stdout += piece));
    child.once('error', reject);
    child.once('close', (code) => {
      const time = performance.now() - start;
      if (code === 0) resolve({ time, stdout });
      else reject(new Error(`"node ${args.join(' ')}" ended with code ${code}`));
    });
  });
}
