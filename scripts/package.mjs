import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { packageCommandLine } from './package/commandLine.mjs';
import { packageExtension } from './package/extension.mjs';
import { CommandFailed } from './setup/command.mjs';
import { ensureDependencies } from './setup/dependencies.mjs';
import { inRepository, repositoryRoot } from './setup/paths.mjs';
import { say } from './setup/say.mjs';
import { runScript, SetupError } from './setup/setupError.mjs';

await runScript(async () => {
  await ensureDependencies();
  const { build } = await import('./build/build.mjs');
  await build();
  const extension = inRepository('dist', 'patchbay.vsix');
  try {
    await packageExtension(extension);
    reportFile(extension);
    reportFile(await packageCommandLine(inRepository('dist', 'npm')));
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    throw new SetupError(`${error.message}\nThe packages could not be made; what is wrong is named above.`);
  }
});

/**
 * @param {string} file
 */
function reportFile(file) {
  say(`${relative(repositoryRoot, file)}: ${(statSync(file).size / 1000).toFixed(0)} kB`);
}
