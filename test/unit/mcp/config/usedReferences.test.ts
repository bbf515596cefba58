import assert from 'node:assert/strict';
import type { TransportDefinition } from '../../../../src/core/mcp/config/serverDefinition.ts';
import { usedReferences } from '../../../../src/core/mcp/config/usedReferences.ts';

const stdio: TransportDefinition = { type: 'stdio', command: 'node', args: [], env: {}, cwd: '/w' };
const http: TransportDefinition = {
  type: 'http',
  url: 'https://a.example/',
  headers: {},
  triesSse: true,
  oauth: {},
  cwd: '/w',
};

describe('what a definition takes of the person', () => {
  const places: [string, TransportDefinition, Record<string, unknown>][] = [
    ['the command', stdio, { command: '${HOME}/${TOOL}' }],
    ['an argument', stdio, { args: ['a', '--key=${TOOL}${env:HOME}'] }],
    ['the environment', stdio, { env: { A: '${env:TOOL}', B: '${HOME}' } }],
    ['the file of the environment', stdio, { envFile: '${HOME}/${TOOL}' }],
    ['the directory', stdio, { cwd: '${HOME}/${TOOL}' }],
    ['the address', http, { url: 'https://${HOME}/?k=${TOOL}' }],
    ['a header', http, { headers: { A: 'Bearer ${env:HOME}', B: '${TOOL}' } }],
    ['the command for headers', http, { headersHelper: 'print ${HOME} ${TOOL}' }],
    ['the sign-in', http, { oauth: { clientId: '${HOME}', scopes: ['${TOOL}'] } }],
    ['the address of a WebSocket', { type: 'ws', url: 'wss://a/' }, { url: 'wss://${HOME}/${TOOL}' }],
  ];
  for (const [place, transport, raw] of places) {
    it(`is found in ${place}`, () => {
      assert.deepEqual([...usedReferences({ transport, raw }).variables].sort(), ['HOME', 'TOOL']);
    });
  }

  it('has each name once, and inputs apart from variables', () => {
    const raw = { args: ['${A} ${input:pin}', '${A}', '${input:pin}', '${workspaceFolder} ${userHome}'] };
    assert.deepEqual(usedReferences({ transport: stdio, raw }), { variables: ['A'], inputs: ['pin'] });
  });

  it('is found in a default that may be used, however deep', () => {
    const raw = { headers: { A: '${A:-x${env:B:-${input:pin}}}' } };
    assert.deepEqual(usedReferences({ transport: http, raw }), { variables: ['A', 'B'], inputs: ['pin'] });
  });

  it('is found behind what is no variable', () => {
    const raw = { headers: { A: '${A:-${no variable}}${SECRET}' } };
    assert.deepEqual(usedReferences({ transport: http, raw }).variables, ['A', 'SECRET']);
  });

  it('is the secret of the client too, which is named without braces', () => {
    const transport = { ...http, oauth: { clientSecretEnv: 'CLIENT_SECRET' } };
    assert.deepEqual(usedReferences({ transport, raw: {} }).variables, ['CLIENT_SECRET']);
  });

  it('is nothing in what is not expanded or not used', () => {
    assert.deepEqual(usedReferences({ transport: stdio, raw: { description: '${A}', url: '${B}' } }).variables, []);
  });
});
