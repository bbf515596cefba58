import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../setup/command.mjs';
import { inRepository } from '../setup/paths.mjs';

/** The command line's name on npm. */
const packageName = 'mcp-patchbay';

const keyring = '@napi-rs/keyring';

/**
 * Packs what is in `dist` as the command line's own npm package: plain files, and of other packages only the
 * native one that reaches the system's keyring, which it can do without.
 *
 * @param {string} folder Holds the tarball and what went into it; emptied first.
 * @returns {Promise<string>} The path of the tarball.
 * @throws {import('../setup/command.mjs').CommandFailed}
 */
export async function packageCommandLine(folder) {
  const { version, description, license, engines, devDependencies } = JSON.parse(
    readFileSync(inRepository('package.json'), 'utf8'),
  );
  const staged = join(folder, 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  const manifest = {
    name: packageName,
    version,
    description,
    license,
    type: 'module',
    bin: { patchbay: 'cli.js' },
    engines: { node: engines.node },
    optionalDependencies: { [keyring]: devDependencies[keyring] },
  };
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) cpSync(inRepository(file), join(staged, file));
  cpSync(inRepository('dist', 'THIRD_PARTY_NOTICES.txt'), join(staged, 'THIRD_PARTY_NOTICES.txt'));
  for (const output of ['cli.js', 'cli.js.LEGAL.txt', 'cli']) {
    const built = inRepository('dist', output);
    // A small bundle has no chunks and no notices.
    if (existsSync(built)) cpSync(built, join(staged, output), { recursive: true });
  }
  await runNpm(['pack', '--pack-destination', folder], { cwd: staged });
  return join(folder, `${packageName}-${version}.tgz`);
}
