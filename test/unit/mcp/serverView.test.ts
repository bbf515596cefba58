import assert from 'node:assert/strict';
import type { Catalog } from '../../../src/core/mcp/catalog/catalog.ts';
import { emptyCatalog } from '../../../src/core/mcp/catalog/catalog.ts';
import type { ServerIdentity } from '../../../src/core/mcp/connection/connectionState.ts';
import type { ServerSnapshot } from '../../../src/core/mcp/hubPort.ts';
import type { ServerDefinition } from '../../../src/core/mcp/config/serverDefinition.ts';
import { toServerView } from '../../../src/core/mcp/serverView.ts';
import type { ServerView } from '../../../src/shared/state/serverView.ts';

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

/** The view of a server that is not connected, but for the parts. */
function viewOf(parts: Partial<ServerSnapshot>): ServerView {
  return toServerView(
    { definition, state: { status: 'disconnected' }, catalog: emptyCatalog, ...known, ...parts },
    inProject,
  );
}

const inProject = { workspaceFolder: '/project', isSignedIn: false, isRejected: false, isTrusted: true };
const known = { isCatalogCached: false, identity: undefined };

describe('a server as the view gets it', () => {
  const view = toServerView(
    { definition, state: { status: 'needsApproval' }, catalog: emptyCatalog, ...known },
    inProject,
  );

  it('shows its exact command as written, with variables as names', () => {
    assert.ok(view.command?.kind === 'program');
    assert.deepEqual(view.command.args, ['server.js', '--token', '${TOKEN}']);
  });

  it('says what the model is told differently of its tools, after what is missing of its offer', () => {
    const catalog = {
      ...emptyCatalog,
      warnings: [{ code: 'tool_skipped', server: 'docs', message: 'Left out.' }],
    } as const;
    const modelWarnings = [{ code: 'schema_repaired', server: 'docs', message: 'Repaired.' }];
    const { warnings } = toServerView(
      { definition, state: { status: 'connecting' }, catalog, ...known },
      { ...inProject, modelWarnings },
    );
    assert.deepEqual(warnings, [
      { code: 'tool_skipped', message: 'Left out.' },
      { code: 'schema_repaired', message: 'Repaired.' },
    ]);
  });

  it('carries its command only while that waits to be approved', () => {
    const approved = toServerView(
      { definition, state: { status: 'connecting' }, catalog: emptyCatalog, ...known },
      inProject,
    );
    assert.equal(approved.command, undefined);
  });

  it('carries no value of a variable and none of the environment', () => {
    assert.doesNotMatch(JSON.stringify(view), /hunter/);
    assert.ok(view.command?.kind === 'program');
    assert.deepEqual(view.command.environmentNames, ['API_KEY']);
  });

  it('says which tools the approval would let run without asking', () => {
    const granting = { ...definition, alwaysAllow: ['book_trip', '*'] };
    const { command } = toServerView(
      { definition: granting, state: { status: 'needsApproval' }, catalog: emptyCatalog, ...known },
      inProject,
    );
    assert.deepEqual(command?.alwaysAllow, ['book_trip', '*']);
  });

  it('says what is missing of its offer, and only so much of it', () => {
    const warning = { code: 'tool_skipped', server: 'docs', message: 'The tool "x" was left out.' } as const;
    const warningsOf = (count: number) =>
      toServerView(
        {
          definition,
          state: { status: 'connecting' },
          catalog: { ...emptyCatalog, warnings: Array(count).fill(warning) },
          ...known,
        },
        inProject,
      ).warnings;
    assert.deepEqual(warningsOf(1), [{ code: 'tool_skipped', message: 'The tool "x" was left out.' }]);
    assert.equal(warningsOf(20).length, 20);
    assert.match(warningsOf(500).at(-1)?.message ?? '', /^480 more/);
  });

  it('names its file relative to the workspace, with the line', () => {
    assert.equal(view.source, '.mcp.json:3');
  });

  it('names a file outside the workspace in full', () => {
    const elsewhere = { ...definition, source: { file: '/home/me/.patchbay/mcp.json', line: 1 } };
    const other = toServerView(
      { definition: elsewhere, state: { status: 'disconnected' }, catalog: emptyCatalog, ...known },
      inProject,
    );
    assert.equal(other.source, '/home/me/.patchbay/mcp.json:1');
  });

  it('names the file and line that it is used in place of', () => {
    const overrides = [{ scope: 'user', source: { file: '/home/me/.patchbay/mcp.json', line: 7 } }] as const;
    const other = viewOf({ definition: { ...definition, overrides } });
    assert.deepEqual(other.overrides, [{ scope: 'user', source: '/home/me/.patchbay/mcp.json:7' }]);
  });

  it('counts the tools that are in use, and names those that are switched off', () => {
    const tools = ['book', 'cancel'].map((name) => ({ name })) as unknown as Catalog['tools'];
    const other = viewOf({
      definition: { ...definition, disabledTools: ['cancel', 'gone'] },
      catalog: { ...emptyCatalog, tools },
    });
    assert.equal(other.counts.tools, 1);
    assert.deepEqual(other.disabledTools, ['cancel']);
  });

  it('says how it is connected, which an address does not say, and by which protocol', () => {
    const remote: ServerDefinition = {
      ...definition,
      transport: { type: 'http', url: 'https://a.example', headers: {}, triesSse: true, oauth: {}, cwd: '/project' },
    };
    assert.equal(viewOf({ definition: remote }).transport, 'http');
    const identity = { transport: 'sse', protocolVersion: '2025-11-25', era: 'legacy' } as ServerIdentity;
    const connected = viewOf({ definition: remote, state: { status: 'connected', identity }, identity });
    assert.deepEqual([connected.transport, connected.protocolVersion, connected.era], ['sse', '2025-11-25', 'legacy']);
  });

  it('shows what the approval of an address is about, with no value of a variable', () => {
    const remote: ServerDefinition = {
      ...definition,
      transport: {
        type: 'http',
        url: 'https://a.example/hunter2',
        headers: { Authorization: 'Bearer hunter3' },
        triesSse: true,
        oauth: {},
        cwd: '/project',
      },
      raw: { url: 'https://a.example/${TOKEN}', headers: { Authorization: 'Bearer ${TOKEN}' } },
    };
    const asked = viewOf({ definition: remote, state: { status: 'needsApproval' } });
    assert.doesNotMatch(JSON.stringify(asked), /hunter/);
    assert.ok(asked.command?.kind === 'remote');
    assert.deepEqual(asked.command.headers, ['Authorization: Bearer ${TOKEN}']);
    assert.deepEqual(asked.command.variables, ['TOKEN']);
  });

  it('of a workspace that is not trusted cannot be approved: trust comes first', () => {
    const snapshot = { definition, state: { status: 'needsApproval' }, catalog: emptyCatalog, ...known } as const;
    const restricted = toServerView(snapshot, { ...inProject, isTrusted: false });
    assert.deepEqual([restricted.remedy, restricted.command], ['manageTrust', undefined]);
    assert.deepEqual([view.remedy, view.command?.kind], [undefined, 'program']);
  });

  it('that lacks what a person is asked for is connected, which asks', () => {
    const failure = { code: 'missing_env', message: 'None was given.', isAskedFor: true } as const;
    assert.equal(viewOf({ state: { status: 'failed', failure } }).remedy, 'connect');
  });

  const remedies = [
    ['missing_env', 'openSource'],
    ['spawn_failed', 'openSource'],
    ['exited', 'showLog'],
    ['unreachable', 'restart'],
  ] as const;
  for (const [code, remedy] of remedies) {
    it(`names the one thing to do about ${code}`, () => {
      const state = { status: 'failed', failure: { code, message: 'It failed.', retryAt: 7 } } as const;
      const failed = viewOf({ state });
      assert.deepEqual([failed.remedy, failed.error, failed.retryAt], [remedy, 'It failed.', 7]);
    });
  }
});
