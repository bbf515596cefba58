import assert from 'node:assert/strict';
import { emptyCatalog } from '../../../src/core/mcp/catalog/catalog.ts';
import type { ServerDefinition } from '../../../src/core/mcp/config/serverDefinition.ts';
import { toServerView } from '../../../src/core/mcp/serverView.ts';

const definition: ServerDefinition = {
  name: 'docs',
  scope: 'project',
  source: { file: '/project/.mcp.json', line: 3 },
  transport: {
    type: 'stdio',
    command: 'node',
    args: ['server.js', '--token', 'hunter2'],
    env: { API_KEY: 'hunter3' },
    cwd: '/project',
  },
  isDisabled: false,
  timeoutMs: 60_000,
  alwaysAllow: [],
  disabledTools: [],
  usesInstructions: true,
  givesRoots: false,
  sampling: 'ask',
  overrides: [],
  hash: 'abc',
  raw: { command: 'node', args: ['server.js', '--token', '${TOKEN}'], env: { API_KEY: '${KEY}' } },
};

describe('a server as the view gets it', () => {
  const view = toServerView({ definition, state: { status: 'needsApproval' }, catalog: emptyCatalog }, '/project');

  it('shows its exact command as written, with variables as names', () => {
    assert.deepEqual(view.command?.args, ['server.js', '--token', '${TOKEN}']);
  });

  it('carries its command only while that waits to be approved', () => {
    const approved = toServerView({ definition, state: { status: 'connecting' }, catalog: emptyCatalog }, '/project');
    assert.equal(approved.command, undefined);
  });

  it('carries no value of a variable and none of the environment', () => {
    assert.doesNotMatch(JSON.stringify(view), /hunter/);
    assert.deepEqual(view.command?.environmentNames, ['API_KEY']);
  });

  it('says which tools the approval would let run without asking', () => {
    const granting = { ...definition, alwaysAllow: ['book_trip', '*'] };
    const { command } = toServerView(
      { definition: granting, state: { status: 'needsApproval' }, catalog: emptyCatalog },
      '/project',
    );
    assert.deepEqual(command?.alwaysAllow, ['book_trip', '*']);
  });

  it('says what is missing of its offer, and only so much of it', () => {
    const warning = { code: 'tool_skipped', server: 'docs', message: 'The tool "x" was left out.' } as const;
    const viewOf = (count: number) =>
      toServerView(
        {
          definition,
          state: { status: 'connecting' },
          catalog: { ...emptyCatalog, warnings: Array(count).fill(warning) },
        },
        '/project',
      ).warnings;
    assert.deepEqual(viewOf(1), [{ code: 'tool_skipped', message: 'The tool "x" was left out.' }]);
    assert.equal(viewOf(20).length, 20);
    assert.match(viewOf(500).at(-1)?.message ?? '', /^480 more/);
  });

  it('names its file relative to the workspace, with the line', () => {
    assert.equal(view.source, '.mcp.json:3');
  });

  it('names a file outside the workspace in full', () => {
    const elsewhere = { ...definition, source: { file: '/home/me/.patchbay/mcp.json', line: 1 } };
    const other = toServerView(
      { definition: elsewhere, state: { status: 'disconnected' }, catalog: emptyCatalog },
      '/project',
    );
    assert.equal(other.source, '/home/me/.patchbay/mcp.json:1');
  });
});
