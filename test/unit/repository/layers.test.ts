import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ESLint } from 'eslint';

const root = resolve(import.meta.dirname, '../../..');

const settings = ['src/core/settings.ts', 'src/core/permissionRule.ts'];

/** What a file of each folder may import from the project, besides the folder itself; the first that fits rules. */
const reach: readonly { readonly folder: string; readonly may: readonly string[] }[] = [
  { folder: 'src/core/base', may: ['src/shared'] },
  { folder: 'src/core/mcp', may: ['src/core/base', ...settings, 'src/shared'] },
  { folder: 'src/core/models', may: ['src/core/base', ...settings, 'src/shared'] },
  { folder: 'src/core/threads', may: ['src/core/base', 'src/shared'] },
  {
    folder: 'src/core/agent',
    may: ['src/core/base', 'src/core/mcp', 'src/core/models', 'src/core/threads', ...settings, 'src/shared'],
  },
  { folder: 'src/core', may: ['src/shared'] },
  { folder: 'src/shared', may: [] },
  { folder: 'src/vscode', may: ['src/core', 'src/shared'] },
  // The command line says its version, which is the manifest's.
  { folder: 'src/cli', may: ['src/core', 'src/shared', 'package.json'] },
  { folder: 'src/extension.ts', may: ['src/vscode'] },
  { folder: 'webview-ui', may: ['src/shared'] },
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
    const isAllowed = [rule.folder, ...rule.may].some((folder) => target === folder || target.startsWith(`${folder}/`));
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

  it('is seen to be broken by planted imports, whatever the linter is told', () => {
    const file = join(root, 'src/core/mcp/planted.ts');
    const source =
      "/* eslint-disable */\nimport { x } from '../agent/threadRunner.ts';\nimport '../runtime.ts';\nimport 'vscode';\n";
    assert.deepEqual(violations(file, source), [
      'src/core/mcp/planted.ts imports src/core/agent/threadRunner.ts',
      'src/core/mcp/planted.ts imports src/core/runtime.ts',
      'src/core/mcp/planted.ts imports vscode',
    ]);
  });

  it('is enforced by the linter, which reports planted imports', async function () {
    this.timeout(120_000);
    const linter = new ESLint({ cwd: root });
    const source = [
      "import '../agent/threadRunnerPort.ts';",
      "import '../runtime.ts';",
      "import '../settings.ts';",
      "import 'vscode';",
    ].join('\n');
    // Under the path of a file that exists, because the linter asks the compiler for the types of it.
    const [result] = await linter.lintText(source, { filePath: join(root, 'src/core/mcp/mcpError.ts') });
    const reported = result?.messages.map(({ line, ruleId }) => `${line} ${ruleId}`);
    assert.deepEqual(reported, ['1 boundaries/dependencies', '2 boundaries/dependencies', '4 no-restricted-imports']);
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
