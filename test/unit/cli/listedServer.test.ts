import assert from 'node:assert/strict';
import { listedServer } from '../../../src/cli/mcp/listedServer.ts';
import { aResource, aTool } from '../../support/servers.ts';
import { aFailure, aSnapshot } from './snapshots.ts';

describe('a listed server', () => {
  it('has the fields of the listing and no status unless it was checked', () => {
    const raw = { command: 'node', args: ['server.js'], env: { TOKEN: 's3cret' } };
    assert.deepEqual(listedServer(aSnapshot({ definition: { raw } }), 'approved', false), {
      name: 'tour',
      scope: 'project',
      source: '/w/.mcp.json',
      line: 3,
      transport: 'stdio',
      enabled: true,
      approval: 'approved',
      definition: { command: 'node', args: ['server.js'], env: { TOKEN: '<redacted>' } },
    });
  });

  it('has its status when it was checked, and what a connected one speaks and offers', () => {
    const catalog = { tools: [aTool(), aTool({ name: 'drop' })], resources: [aResource()] };
    const definition = { disabledTools: ['drop'] };
    const { status, protocolVersion, era, counts } = listedServer(aSnapshot({ catalog, definition }), 'none', true);
    assert.deepEqual([status, protocolVersion, era], ['connected', '2025-11-25', 'legacy']);
    assert.deepEqual(counts, { tools: 1, resources: 1, templates: 0, prompts: 0 });
    const failed = listedServer(aSnapshot({ state: aFailure('timeout', 'Too slow.') }), 'none', true);
    assert.equal(failed.status, 'failed');
    assert.deepEqual(failed.error, { code: 'timeout', message: 'Too slow.' });
  });

  it('names what it overrides, nearest first', () => {
    const overrides = [{ scope: 'user', source: { file: '/h/mcp.json', line: 2 } }] as const;
    const { overrides: listed } = listedServer(aSnapshot({ definition: { overrides } }), 'none', false);
    assert.deepEqual(listed, [{ scope: 'user', source: '/h/mcp.json', line: 2 }]);
  });

  it('names the transport that an unusable entry asks for', () => {
    const definition = { transport: { type: 'unusable', written: 'http' } } as const;
    assert.equal(listedServer(aSnapshot({ definition }), 'none', false).transport, 'http');
  });

  it('can be disabled', () => {
    const snapshot = aSnapshot({ definition: { isDisabled: true }, state: { status: 'disabled' } });
    assert.equal(listedServer(snapshot, 'none', false).enabled, false);
  });
});
