/** Cycles, strays and packages in the wrong place. Direction between folders is ESLint's (eslint.config.js). */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^vscode$' } },
    {
      name: 'vscode-at-the-rim',
      comment: 'Only src/vscode and src/extension.ts know the editor.',
      severity: 'error',
      from: { path: '^(src|webview-ui)/', pathNot: '^src/(vscode/|extension\\.ts$)' },
      to: { path: '^vscode$' },
    },
    {
      name: 'shared-is-isomorphic',
      comment: 'src/shared runs in the extension host, the view and the command line.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'models-and-servers-load-late',
      comment:
        'Activation loads nothing of models or MCP (contract, budgets): these are reached through import() only.',
      severity: 'error',
      from: { path: '^src/(extension\\.ts|vscode/)' },
      to: {
        path: '^src/core/(mcp|models|agent|threads|runtime)',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'product-imports-no-tests',
      severity: 'error',
      from: { path: '^(src|webview-ui)/' },
      to: { path: '^(test|scripts|examples)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
