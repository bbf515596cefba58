import { serve } from './faults/plainServer.mjs';

/** `node exampleResources.mjs URI TEXT`: a server with one resource and a prompt, whose answers carry metadata of its own. */
const [, , uri = '', text = ''] = process.argv;

serve(
  {
    'resources/list': () => ({ resources: [{ uri, name: 'Entry', _meta: { note: 'listed-metadata' } }] }),
    'resources/templates/list': () => ({ resourceTemplates: [] }),
    'resources/read': (params) => {
      if (params.uri === 'slow://never') return undefined;
      if (params.uri !== uri) throw new Error(`There is no ${params.uri}`);
      const content = { uri, mimeType: 'text/plain', text, _meta: { note: 'content-metadata' } };
      return { contents: [content], _meta: { note: 'result-metadata' } };
    },
    'prompts/list': () => ({ prompts: [{ name: 'opening_line', description: 'Begins a conversation' }] }),
  },
  { capabilities: { resources: {}, prompts: {} } },
);
