import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ESLint } from 'eslint';

const root = resolve(import.meta.dirname, '../../..');

/** What a file of each folder may import from the project; the most particular folder rules. */
const reach: readonly { readonly folder: string; readonly may: readonly string[] }[] = [
  {
    folder: 'src/core/mcp',
    may: ['src/core/mcp', 'src/core/base', 'src/core/settings.ts', 'src/core/permissionRule.ts', 'src/shared'],
  },
  {
    folder: 'src/core/models',
    may: ['src/core/models', 'src/core/base', 'src/core/settings.ts', 'src/core/permissionRule.ts', 'src/shared'],
  },
  { folder: 'src/core', may: ['src/core', 'src/shared'] },
  { folder: 'src/shared', may: ['src/shared'] },
  { folder: 'src/vscode', may: ['src/vscode', 'src/core', 'src/shared'] },
  // The command line says its version, which is the manifest's.
  { folder: 'src/cli', may: ['src/cli', 'src/core', 'src/shared', 'package.json'] },
  { folder: 'src/extension.ts', may: ['src/vscode'] },
  { folder: 'webview-ui', may: ['webview-ui', 'src/shared'] },
];

const importPattern = /(?:from\s+|import\s*\(\s*|import\s+)'([^']+)'/g;

/** Reads the source itself, so that a disabled lint rule cannot weaken the direction. */
function violations(file: string, source: string): string[] {
  const path = relative(root, file).split(sep).join('/');
  const rule = reach.find(({ folder }) => path === folder || path.startsWith(`${folder}/`));
  assert.ok(rule, `${path} is in no known folder`);
  return [...source.matchAll(importPattern)].flatMap(([, specifier = '']) => {
    if (specifier === 'vscode') {
      return path.startsWith('src/vscode/') || path === 'src/extension.ts' ? [] : [`${path} imports vscode`];
    }
    if (specifier.startsWith('node:')) {
      return path.startsWith('src/shared/') || path.startsWith('webview-ui/') ? [`${path} imports ${specifier}`] : [];
    }
    if (!specifier.startsWith('.')) return [];
    const target = relative(root, resolve(dirname(file), specifier))
      .split(sep)
      .join('/');
    const isAllowed = rule.may.some((folder) => target === folder || target.startsWith(`${folder}/`));
    return isAllowed ? [] : [`${path} imports ${target}`];
  });
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('the direction of imports', () => {
  it('holds in every source file', () => {
    const files = [...sourceFiles('src'), ...sourceFiles('webview-ui')];
    assert.ok(files.length > 50, 'the source was found');
    assert.deepEqual(
      files.flatMap((file) => violations(file, readFileSync(file, 'utf8'))),
      [],
    );
  });

  it('is seen to be broken by a planted import, whatever the linter is told', () => {
    const file = join(root, 'src/core/mcp/planted.ts');
    const source = "/* eslint-disable */\nimport { x } from '../agent/threadRunner.ts';\nimport 'vscode';\n";
    assert.deepEqual(violations(file, source), [
      'src/core/mcp/planted.ts imports src/core/agent/threadRunner.ts',
      'src/core/mcp/planted.ts imports vscode',
    ]);
  });

  it('is enforced by the linter, which reports a planted import', async function () {
    this.timeout(120_000);
    const planted = join(root, 'src/core/mcp/plantedViolation.ts');
    writeFileSync(planted, "import '../agent/threadRunnerPort.ts';\nimport 'vscode';\n");
    try {
      const [result] = await new ESLint({ cwd: root }).lintFiles([planted]);
      const rules = result?.messages.map(({ ruleId }) => ruleId);
      assert.ok(rules?.includes('boundaries/dependencies'), JSON.stringify(result?.messages));
      assert.ok(rules?.includes('no-restricted-imports'), JSON.stringify(result?.messages));
    } finally {
      rmSync(planted);
    }
  });
});

describe('the size of files', () => {
  it('stays at or below 400 lines', () => {
    const long = [...sourceFiles('src'), ...sourceFiles('webview-ui')].filter(
      (file) => readFileSync(file, 'utf8').split('\n').length > 401,
    );
    assert.deepEqual(long, []);
  });
});
