import { serve, text, tool } from './faults/plainServer.mjs';

/** What servers give to read, in every form, under URIs that are in no normal form. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const document = 'Docs://Read%20Me/%c3%84bc/../x?B=2&a=1#Frag';
const [, , only = 'all'] = process.argv;

/** @type {Record<string, object[]>} */
const contents = {
  [document]: [{ uri: document, mimeType: 'text/plain', text: 'The limit is 250 euros.' }],
  'img://logo': [{ uri: 'img://logo', mimeType: 'image/png', blob: pixel }],
  'bin://data': [{ uri: 'bin://data', mimeType: 'application/zip', blob: 'UEsDBA==' }],
};

const resources = [
  { uri: document, name: 'Limits', mimeType: 'text/plain' },
  { uri: 'img://logo', name: 'Logo', mimeType: 'image/png' },
  { uri: 'bin://data', name: 'Archive', mimeType: 'application/zip' },
];
const templates = [{ uriTemplate: 'greeting://{name}{?tone,lang}', name: 'Greeting' }];

const none = { resources: [], templates: [], tools: [], prompts: [] };
const offers = {
  document: { ...none, resources: resources.slice(0, 1) },
  template: { ...none, templates },
  all: {
    resources,
    templates,
    tools: [tool('quote'), tool('draw'), tool('mixed'), tool('long')],
    prompts: [{ name: 'plan', description: 'Plans' }],
  },
};
const offer = offers[/** @type {'document' | 'template' | 'all'} */ (only)];

const results = {
  quote: {
    content: [
      { type: 'text', text: 'See the file.' },
      { type: 'resource', resource: contents[document]?.[0] },
    ],
  },
  draw: { content: [{ type: 'image', mimeType: 'image/png', data: pixel }] },
  mixed: {
    content: [
      { type: 'text', text: 'A text.' },
      { type: 'image', mimeType: 'image/png', data: pixel },
      { type: 'audio', mimeType: 'audio/wav', data: 'UklGRgAAAABXQVZF' },
      { type: 'resource', resource: { uri: 'docs://inside', mimeType: 'text/plain', text: 'Embedded words.' } },
      { type: 'resource', resource: { uri: 'bin://inside', mimeType: 'application/zip', blob: 'UEsDBA==' } },
      { type: 'resource_link', uri: 'img://logo', name: 'Logo', mimeType: 'image/png' },
      { type: 'hologram', data: 'x' },
    ],
    structuredContent: { total: 7 },
  },
  long: text('0123456789'.repeat(200_000)),
};

serve(
  {
    'tools/list': () => ({ tools: offer.tools }),
    'tools/call': ({ name }) => results[/** @type {keyof typeof results} */ (name)],
    'resources/list': () => ({ resources: offer.resources }),
    'resources/templates/list': () => ({ resourceTemplates: offer.templates }),
    'resources/read': ({ uri }) => {
      if (uri === 'slow://never') return undefined;
      if (uri.startsWith('greeting://')) return { contents: [{ uri, mimeType: 'text/plain', text: `Read ${uri}` }] };
      const found = contents[uri];
      if (!found) throw new Error(`There is no ${uri}`);
      return { contents: found };
    },
    'prompts/list': () => ({ prompts: offer.prompts }),
  },
  { capabilities: { tools: {}, resources: {}, prompts: {} } },
);
