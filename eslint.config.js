import boundaries from 'eslint-plugin-boundaries';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The folder says what a file may import (docs/adr/0001-layers.md). Listed: what each may reach besides itself. */
const layers = [
  { type: 'shared', pattern: 'src/shared', reaches: [] },
  { type: 'core-base', pattern: 'src/core/base', reaches: ['shared'] },
  { type: 'core-mcp', pattern: 'src/core/mcp', reaches: ['shared', 'core-base'] },
  { type: 'core-models', pattern: 'src/core/models', reaches: ['shared', 'core-base'] },
  { type: 'core-threads', pattern: 'src/core/threads', reaches: ['shared', 'core-base'] },
  {
    type: 'core-agent',
    pattern: 'src/core/agent',
    reaches: ['shared', 'core-base', 'core-mcp', 'core-models', 'core-threads'],
  },
];

/** Files of `src/core` itself that its folders may import, which the composition beside them is not. */
const settingsFiles = { category: 'settings', pattern: 'src/core/{settings,permissionRule}.ts' };
const readsSettings = ['core-mcp', 'core-models', 'core-agent'];

const coreTypes = ['core-base', 'core-mcp', 'core-models', 'core-threads', 'core-agent', 'core-root'];

const elements = [
  ...layers.map(({ type, pattern }) => ({ type, pattern })),
  { type: 'vscode', pattern: 'src/vscode' },
  { type: 'cli', pattern: 'src/cli' },
  { type: 'view', pattern: 'webview-ui' },
  // Files that stand in these folders themselves; the first pattern that matches decides, so they come last.
  { type: 'core-root', pattern: 'src/core' },
  { type: 'extension', pattern: 'src' },
];

const reach = [
  ...layers.map(({ type, reaches }) => [type, reaches]),
  ['core-root', ['shared', ...coreTypes]],
  ['vscode', ['shared', ...coreTypes]],
  ['extension', ['vscode']],
  ['cli', ['shared', ...coreTypes]],
  ['view', ['shared']],
];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'test-results/',
      '**/*.mjs',
      '**/*.cjs',
      'scripts/**/*.js',
      '**/*.d.mts',
      '*.config.js',
      '.*.cjs',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts', 'webview-ui/**/*.{ts,tsx}'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': elements,
      'boundaries/files': [settingsFiles],
      'import/resolver': {
        typescript: { project: ['src/*/tsconfig.json', 'webview-ui/tsconfig.json'], noWarnOnMultipleProjects: true },
      },
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          message: 'A file of {{from.element.type}} may not import {{to.element.type}} (docs/adr/0001-layers.md)',
          policies: [
            ...reach.map(([from, to]) => ({
              from: { element: { type: from } },
              allow: { to: { element: { types: { anyOf: [from, ...to] } } } },
            })),
            {
              from: { element: { types: { anyOf: readsSettings } } },
              allow: { to: { file: { categories: settingsFiles.category } } },
            },
            { allow: { to: { module: { origin: '!local' } } } },
          ],
        },
      ],
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'zod', message: "Use 'zod/mini': the view pays for the rest." }] },
      ],
    },
  },
  {
    files: ['src/shared/**', 'src/core/**', 'src/cli/**', 'webview-ui/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            'vscode',
            { name: 'zod', message: "Use 'zod/mini'." },
            {
              name: 'node:process',
              message: 'Use the global: importing it evaluates all of its getters, which takes 5 ms at each start.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/shared/**', 'webview-ui/**'],
    rules: {
      'no-restricted-imports': ['error', { paths: ['vscode', 'zod'], patterns: ['node:*'] }],
    },
  },
  {
    files: ['webview-ui/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat.recommended,
  },
  {
    files: ['test/**'],
    rules: {
      // A test asserts with `assert(…)` on values whose type already says so, and awaits what mocha awaits.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
    },
  },
);
