import assert from 'node:assert/strict';
import { serverWarnings } from '../../../src/cli/serverWarnings.ts';
import type { ServerApproval } from '../../../src/core/mcp/connection/configuredServer.ts';
import type { ConfigIssue } from '../../../src/core/mcp/config/configIssue.ts';
import type { ServerSnapshot } from '../../../src/core/mcp/hubPort.ts';
import { aCatalogWarning, aFailure, anIssue, aSnapshot } from './snapshots.ts';

describe('warnings about servers', () => {
  it('are none when every server is connected, disabled or off', () => {
    const states = [undefined, { status: 'disabled' }, { status: 'disconnected' }] as const;
    const servers = states.map((state) => aSnapshot(state ? { state } : {}));
    assert.deepEqual(warnings({ servers }), []);
  });

  it('name file and line of what is wrong in a configuration', () => {
    assert.deepEqual(warnings({ issues: [anIssue({ line: 7 })] }), [
      { code: 'invalid_config', server: 'tour', message: '/w/.mcp.json:7: "command" of "tour" must be a string.' },
    ]);
  });

  it('say how to approve a server that waits for it', () => {
    const [warning, ...others] = warnings({ servers: [aSnapshot({ state: { status: 'needsApproval' } })] });
    assert.deepEqual(others, []);
    assert.equal(warning?.code, 'pending_approval');
    assert.match(warning.message, /\/w\/\.mcp\.json:3.*patchbay mcp approve tour/);
  });

  it('are silent about a server that was rejected', () => {
    const servers = [aSnapshot({ state: { status: 'needsApproval' } })];
    assert.deepEqual(warnings({ servers, approval: 'rejected' }), []);
  });

  it('say why a server is not connected', () => {
    assert.deepEqual(warnings({ servers: [aSnapshot({ state: aFailure('exited') })] }), [
      { code: 'connection_failed', server: 'tour', message: 'It ended.' },
    ]);
  });

  it('say how to sign in to a server that wants it', () => {
    const state = { status: 'needsAuth', message: 'It wants to know who you are.' } as const;
    assert.deepEqual(warnings({ servers: [aSnapshot({ state })] }), [
      {
        code: 'needs_auth',
        server: 'tour',
        message: 'It wants to know who you are. Sign in with "patchbay mcp auth tour".',
      },
    ]);
  });

  it('say a configuration mistake once, though the server failed of it', () => {
    const servers = [aSnapshot({ state: aFailure('invalid_config', 'Again.') })];
    assert.equal(warnings({ servers, issues: [anIssue()] }).length, 1);
  });

  it('keep the failure of a server whose configuration only has a warning', () => {
    const servers = [aSnapshot({ state: aFailure('exited') })];
    const issues = [anIssue({ severity: 'warning' })];
    assert.deepEqual(
      warnings({ servers, issues }).map(({ code }) => code),
      ['invalid_config', 'connection_failed'],
    );
  });

  it('pass on what could not be listed', () => {
    const servers = [aSnapshot({ catalog: { warnings: [aCatalogWarning('No prompts.')] } })];
    assert.deepEqual(warnings({ servers }), [{ code: 'prompts_failed', server: 'tour', message: 'No prompts.' }]);
  });
});

function warnings({
  servers = [],
  issues = [],
  approval = 'none',
}: {
  servers?: readonly ServerSnapshot[];
  issues?: readonly ConfigIssue[];
  approval?: ServerApproval;
}): ReturnType<typeof serverWarnings> {
  return serverWarnings({ servers: () => servers, configIssues: () => issues, approvalOf: () => approval });
}
