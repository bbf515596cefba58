import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { thirdPartyNotices } from '../../../scripts/build/notices.mjs';
import { repositoryRoot } from '../../../scripts/setup/paths.mjs';

describe('the notices of third parties', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-notices-'));

  after(() => rmSync(folder, { recursive: true, force: true }));

  function noticesOf(inputs: Readonly<Record<string, number>>): string {
    const counted = Object.entries(inputs).map(([path, bytesInOutput]) => [path, { bytesInOutput }] as const);
    const output = { bytes: 1, imports: [], exports: [], inputs: Object.fromEntries(counted) };
    return thirdPartyNotices({ outputs: { 'dist/some.js': output } });
  }

  /** The path of a file in a package that exists for the test. */
  function packageWith(manifest: object, files: Readonly<Record<string, string>> = {}): string {
    const own = join(mkdtempSync(join(folder, 'some-')), 'node_modules', 'some');
    mkdirSync(own, { recursive: true });
    const all = { ...files, 'package.json': JSON.stringify({ name: 'some', version: '1.2.3', ...manifest }) };
    for (const [name, text] of Object.entries(all)) writeFileSync(join(own, name), text);
    return `${relative(repositoryRoot, own)}/index.js`;
  }

  it('name each package with its version and licence, and give the text of the licence', () => {
    const notices = noticesOf({
      [packageWith({ license: 'ISC' }, { 'LICENSE.md': '\uFEFFDo what you like.\r\n' })]: 9,
    });
    assert.match(notices, /^some 1\.2\.3 \(ISC\)\n\nDo what you like\.\n$/m);
  });

  it('leave out what is no package, and packages of which nothing is left in the bundle', () => {
    const notices = noticesOf({ 'src/extension.ts': 5, 'node_modules/zod/index.js': 0 });
    assert.doesNotMatch(notices, /zod|src/);
  });

  it('give a text once that several packages share', () => {
    const [one, other] = [{ name: 'one' }, { name: 'other' }].map((named) =>
      packageWith({ ...named, license: 'ISC' }, { license: 'Shared text' }),
    );
    const notices = noticesOf({ [one!]: 1, [other!]: 1 });
    assert.equal(notices.match(/Shared text/g)?.length, 1);
    assert.match(notices, /^one 1\.2\.3 \(ISC\)$/m);
    assert.match(notices, /^other 1\.2\.3 \(ISC\)$/m);
  });

  it('take along what a package itself owes to others', () => {
    const files = { LICENSE: 'The licence', 'NOTICE.txt': 'Contains something else', 'notice.js': 'code' };
    const notices = noticesOf({ [packageWith({ license: 'ISC' }, files)]: 1 });
    assert.match(notices, /The licence\n\nContains something else\n/);
    assert.doesNotMatch(notices, /code/);
  });

  it('find a licence at the end of a readme', () => {
    const readme = '# Some\n\nIt does.\n\n## License\n\nCopyright A and B\n\nPermission is hereby granted, free.';
    const notices = noticesOf({ [packageWith({ license: 'MIT', author: 'A' }, { 'README.md': readme })]: 1 });
    assert.match(notices, /Copyright A and B\n\nPermission is hereby granted, free\./);
    assert.doesNotMatch(notices, /It does/);
  });

  it('write out a licence that a package only names', () => {
    const notices = noticesOf({ [packageWith({ license: 'MIT', author: { name: 'Somebody' } })]: 1 });
    assert.match(notices, /Copyright \(c\) Somebody\n\nPermission is hereby granted/);
    assert.match(noticesOf({ [packageWith({ license: 'Apache-2.0' })]: 1 }), /Version 2\.0, January 2004/);
  });

  it('refuse a package whose licence nobody can read', () => {
    assert.throws(() => noticesOf({ [packageWith({ license: 'SEE ELSEWHERE' })]: 1 }), /some 1\.2\.3.*SEE ELSEWHERE/);
  });

  it('attribute the icons as their licence asks', () => {
    const notices = noticesOf({ 'node_modules/@vscode/codicons/dist/codicon.ttf?123': 1 });
    assert.match(notices, /Codicons by Microsoft Corporation .*creativecommons\.org\/licenses\/by\/4\.0/);
    assert.match(notices, /Attribution 4\.0 International/);
  });
});
