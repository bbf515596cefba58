import assert from 'node:assert/strict';
import { offeredTools, offerWarnings } from '../../../src/core/agent/tools/offeredTool.ts';
import { aServer, aTool } from '../../support/servers.ts';

describe('the tools of a server for a model', () => {
  const broken = aTool({ name: 'broken', inputSchema: { type: 'object', required: ['city'] } });
  const odd = aTool({
    name: 'odd',
    inputSchema: { type: 'object', properties: { $q: { type: 'string' } }, required: ['$q'] },
  });
  const sound = aTool();
  const names = (tools: readonly { readonly name: string }[]): string[] => tools.map(({ name }) => name);

  it('have schemas that its provider takes; what the server wrote stays in the catalog', () => {
    const server = aServer({ tools: [broken] });
    const [offered] = offeredTools(server, 'openai');
    assert.deepEqual(offered?.inputSchema, { type: 'object', properties: { city: {} }, required: ['city'] });
    assert.deepEqual(server.catalog.tools[0]?.inputSchema, { type: 'object', required: ['city'] });
  });

  it('with a repaired schema are named with what was repaired, each once', () => {
    assert.deepEqual(offerWarnings(aServer({ tools: [sound, broken] }), 'openai'), [
      {
        code: 'schema_repaired',
        server: 'tour',
        message:
          'The model gets the tool "broken" with a repaired input schema: "city" is required without being declared.',
      },
    ]);
  });

  it('that its provider would refuse are left out and named, and the others stay', () => {
    const server = aServer({ tools: [odd, sound] });
    assert.deepEqual(names(offeredTools(server, 'anthropic')), ['mcp__tour__book_trip']);
    const [warning, ...others] = offerWarnings(server, 'anthropic');
    assert.deepEqual(others, []);
    assert.equal(warning?.code, 'tool_skipped');
    assert.match(warning.message, /"odd" is not offered.*"\$q"/);
    assert.deepEqual(names(offeredTools(server, 'openai')), ['mcp__tour__odd', 'mcp__tour__book_trip']);
  });

  it('that are switched off are neither offered nor spoken of', () => {
    const server = aServer({ tools: [broken, sound] }, { disabledTools: ['broken'] });
    assert.deepEqual(names(offeredTools(server, 'openai')), ['mcp__tour__book_trip']);
    assert.deepEqual(offerWarnings(server, 'openai'), []);
    assert.equal(server.catalog.tools.length, 2);
  });

  it('that are broken in many places are described by a few', () => {
    const required = Array.from({ length: 20 }, (_, at) => `p${at}`);
    const [warning] = offerWarnings(
      aServer({ tools: [aTool({ inputSchema: { type: 'object', required } })] }),
      'openai',
    );
    assert.match(warning?.message ?? '', /"p4" is required[^;]*; and 15 more\.$/);
  });
});
