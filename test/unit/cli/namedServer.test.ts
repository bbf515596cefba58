import assert from 'node:assert/strict';
import { CommandError } from '../../../src/cli/commandError.ts';
import { connectedServer } from '../../../src/cli/mcp/namedServer.ts';
import type { ServerApproval } from '../../../src/core/mcp/connection/configuredServer.ts';
import type { ConnectionState } from '../../../src/core/mcp/connection/connectionState.ts';
import { aFailure, anIssue, aSnapshot, connected } from './snapshots.ts';

describe('a server that a verb names', () => {
  it('is given when it is connected', async () => {
    assert.equal((await connect(connected)).definition.name, 'tour');
  });

  const absent: readonly [string, ConnectionState, number, RegExp][] = [
    ['ends with 4 when it failed', aFailure('exited', 'It ended.'), 4, /"tour" is not connected: It ended\./],
    ['ends with 124 when it took too long', aFailure('timeout', 'No answer in 20 s.'), 124, /No answer in 20 s/],
    ['ends with 4 when it is disabled', { status: 'disabled' }, 4, /disabled/],
    [
      'ends with 4 when it needs a sign-in',
      { status: 'needsAuth', message: 'It wants a name.' },
      4,
      /^\[needs_auth\].*It wants a name\. Sign in with "patchbay mcp auth tour"/,
    ],
    ['ends with 4 when it is off', { status: 'disconnected' }, 4, /not connected/],
    ['ends with 4 when it waits for approval', { status: 'needsApproval' }, 4, /not approved.*mcp approve tour/],
  ];
  for (const [what, state, code, message] of absent) {
    it(what, () => assert.rejects(connect(state), commandError(code, message)));
  }

  it('ends with 4 when it was rejected, and says so', () =>
    assert.rejects(connect({ status: 'needsApproval' }, 'rejected'), commandError(4, /was rejected/)));

  it('ends with 4 when its name is not known, naming those that are', () =>
    assert.rejects(
      connectedServer(aHub(connected), 'nobody', new AbortController().signal),
      commandError(4, /"nobody" is not configured\. Configured: tour\./),
    ));

  it('names ten of many servers, and how many more there are', () => {
    const many = Array.from({ length: 11 }, () => aSnapshot({ state: connected }));
    return assert.rejects(
      connectedServer({ ...aHub(connected), servers: () => many }, 'nobody', new AbortController().signal),
      commandError(4, /Configured: (tour, ){9}tour and 1 more\.$/),
    );
  });

  it('says what is wrong with an entry that is no server at all', () => {
    const issue = anIssue({ server: 'bad name', code: 'invalid_name', message: 'Not a name.' });
    const hub = { ...aHub(connected), configIssues: () => [issue] };
    return assert.rejects(
      connectedServer(hub, 'bad name', new AbortController().signal),
      commandError(4, /not usable: \/w\/\.mcp\.json:3: Not a name\./),
    );
  });

  it('is not waited for when the command is interrupted', () => {
    const never = new Promise<ConnectionState>(() => {});
    const hub = { ...aHub({ status: 'connecting' }), connect: () => never };
    return assert.rejects(connectedServer(hub, 'tour', AbortSignal.abort()), { name: 'AbortError' });
  });
});

function connect(state: ConnectionState, approval?: ServerApproval): ReturnType<typeof connectedServer> {
  return connectedServer(aHub(state, approval), 'tour', new AbortController().signal);
}

function aHub(state: ConnectionState, approval: ServerApproval = 'none'): Parameters<typeof connectedServer>[0] {
  const snapshot = aSnapshot({ state });
  return {
    servers: () => [snapshot],
    server: (name) => (name === 'tour' ? snapshot : undefined),
    configIssues: () => [],
    approvalOf: () => approval,
    connect: () => Promise.resolve(state),
  };
}

function commandError(code: number, message: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof CommandError && error.exitCode === code && message.test(error.message);
}
