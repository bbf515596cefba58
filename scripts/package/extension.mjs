import { runCommand } from '../setup/command.mjs';
import { inRepository, node24, repositoryRoot } from '../setup/paths.mjs';

/**
 * Packs what is in `dist` as the extension.
 *
 * @param {string} file The `.vsix` to write.
 * @throws {import('../setup/command.mjs').CommandFailed}
 */
export async function packageExtension(file) {
  const vsce = inRepository('node_modules', '@vscode', 'vsce', 'vsce');
  // Everything that runs is bundled, so no packages go along.
  const args = ['package', '--no-dependencies', '--no-rewrite-relative-links', '--out', file];
  await runCommand(node24, [vsce, ...args], { cwd: repositoryRoot });
}
