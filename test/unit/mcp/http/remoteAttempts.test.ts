import assert from 'node:assert/strict';
import type { HttpTransportDefinition } from '../../../../src/core/mcp/config/serverDefinition.ts';
import type { EraVerdict } from '../../../../src/core/mcp/connection/eraVerdict.ts';
import { remoteAttempts } from '../../../../src/core/mcp/http/remoteAttempts.ts';

function ways(type: 'http' | 'sse', verdict?: EraVerdict): string[] {
  const definition: HttpTransportDefinition = {
    type,
    url: 'https://tours.example/mcp',
    headers: {},
    triesSse: false,
    oauth: {},
    cwd: '/',
  };
  return remoteAttempts(definition, verdict).map(({ mode, transport }) => `${transport} ${mode}`);
}

describe('the ways to connect to a server of the network', () => {
  it('begin with the question for the modern era', () => {
    assert.deepEqual(ways('http'), ['http auto', 'http legacy', 'sse legacy']);
  });

  it('begin with what is remembered, and go on from the start', () => {
    const legacy = { era: 'legacy', transport: 'http' } as const;
    assert.deepEqual(ways('http', legacy), ['http legacy', 'http auto', 'sse legacy']);
    assert.deepEqual(ways('http', { era: 'legacy', transport: 'sse' }), ['sse legacy', 'http auto', 'http legacy']);
    assert.deepEqual(ways('http', { era: 'modern', transport: 'http' }), ['http auto', 'http legacy', 'sse legacy']);
  });

  it('heed nothing remembered of another transport', () => {
    assert.deepEqual(ways('http', { era: 'legacy', transport: 'stdio' }), ways('http'));
  });

  it('are one for a server of HTTP+SSE', () => {
    assert.deepEqual(ways('sse', { era: 'legacy', transport: 'http' }), ['sse legacy']);
  });
});
