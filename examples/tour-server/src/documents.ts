import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { handbook } from './handbook.ts';
import { logoBase64 } from './logo.ts';
import { packingList } from './packingList.ts';

/** Offers the two documents and the logo. */
export function offerDocuments(server: McpServer): void {
  offerPage(server, 'handbook', handbook, {
    title: 'Travel handbook',
    description: 'The travel rules of Larkfield Maps: hotels, meals, trains and flights, expenses, safety.',
  });
  offerPage(server, 'packing-list', packingList, {
    title: 'Packing list',
    description: 'What to take on a trip of up to four days, with additions by destination.',
  });
  const logo = { title: 'Company logo', description: 'The compass badge of Larkfield Maps.', mimeType: 'image/png' };
  server.registerResource('logo', 'docs://logo', logo, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/png', blob: logoBase64() }],
  }));
}

function offerPage(
  server: McpServer,
  name: string,
  text: string,
  labels: { readonly title: string; readonly description: string },
): void {
  const mimeType = 'text/markdown';
  server.registerResource(name, `docs://${name}`, { ...labels, mimeType }, (uri) => ({
    contents: [{ uri: uri.href, mimeType, text }],
  }));
}
