import { serve, tool } from './plainServer.mjs';

// The first cursor is the empty string, which is a cursor like any other.
const pages = new Map([
  [undefined, { name: 'one', nextCursor: '' }],
  ['', { name: 'two', nextCursor: 'last' }],
  ['last', { name: 'three', nextCursor: undefined }],
]);

/**
 * @param {string} key
 * @param {(name: string) => object} make
 * @returns {import('./plainServer.mjs').Method}
 */
function paged(key, make) {
  return ({ cursor }) => {
    const { name = '', nextCursor } = pages.get(cursor) ?? {};
    return { [key]: [make(name)], nextCursor };
  };
}

serve(
  {
    'tools/list': paged('tools', (name) => tool(name)),
    'resources/list': paged('resources', (name) => ({ uri: `test://${name}`, name })),
    'resources/templates/list': paged('resourceTemplates', (name) => ({ uriTemplate: `test://${name}/{x}`, name })),
    'prompts/list': paged('prompts', (name) => ({ name })),
  },
  { capabilities: { tools: {}, resources: {}, prompts: {} } },
);
