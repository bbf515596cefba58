import assert from 'node:assert/strict';
import { listedItems } from '../../../src/cli/mcp/listingKind.ts';
import { emptyCatalog } from '../../../src/core/mcp/catalog/catalog.ts';
import type { Catalog } from '../../../src/core/mcp/catalog/catalog.ts';
import { aSnapshot } from './snapshots.ts';

const raw = { name: 'x', _meta: { kept: true }, server: 'its own word' };
const catalog: Catalog = {
  ...emptyCatalog,
  tools: [{ server: 'tour', name: 'book-trip', publicName: 'mcp__tour__book_trip', inputSchema: {}, hash: 'a', raw }],
  resources: [{ server: 'tour', uri: 'docs://handbook', name: 'handbook', description: 'Rules', raw }],
  resourceTemplates: [{ server: 'tour', uriTemplate: 'docs://city/{name}', name: 'city', title: 'City', raw }],
  prompts: [
    {
      server: 'tour',
      name: 'plan_trip',
      arguments: [
        { name: 'city', isRequired: true },
        { name: 'notes', isRequired: false },
      ],
      raw,
    },
  ],
};

const server = aSnapshot({ catalog });

describe('listed items', () => {
  it('are what the server gave, with the name of the server as configured', () => {
    for (const kind of ['resources', 'templates', 'prompts'] as const) {
      assert.deepEqual(
        listedItems(kind, server).map(({ json }) => json),
        [{ ...raw, server: 'tour' }],
      );
    }
  });

  it('have the public name when they are tools', () => {
    assert.deepEqual(listedItems('tools', server)[0]?.json, {
      ...raw,
      server: 'tour',
      publicName: 'mcp__tour__book_trip',
    });
  });

  it('are marked when they are tools that are switched off', () => {
    const [tool] = listedItems('tools', aSnapshot({ catalog, definition: { disabledTools: ['book-trip'] } }));
    assert.equal(tool?.title, '(switched off) book-trip');
    assert.equal(tool.json['disabled'], true);
  });

  it('show what to type, and what is known of them in words', () => {
    const shown = (['tools', 'resources', 'templates', 'prompts'] as const).map((kind) =>
      listedItems(kind, server)
        .map(({ handle, title }) => `${handle}: ${title}`)
        .join(),
    );
    assert.deepEqual(shown, [
      'book-trip: book-trip',
      'docs://handbook: Rules',
      'docs://city/{name}: City',
      'plan_trip city [notes]: plan_trip',
    ]);
  });
});
