import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { cityGuide } from './cityGuide.ts';
import { completeCity, findCity, unknownCityMessage } from './cityLookup.ts';
import { ResourceNotFound } from './resourceNotFound.ts';

/** Offers a guide to every city as the resource template `docs://city/{name}`, with completion of the name. */
export function offerCityGuides(server: McpServer): void {
  // Not listed one by one: the list stays short, and completion is how one finds a city.
  const template = new ResourceTemplate('docs://city/{name}', { list: undefined, complete: { name: completeCity } });
  const metadata = {
    title: 'City guide',
    description: 'Country, language, airports, where to stay, planning prices and one tip for a city of the tour.',
    mimeType: 'text/markdown',
  };
  server.registerResource('city', template, metadata, (uri, variables) => {
    const name = decoded(String(variables['name']));
    const city = findCity(name);
    if (!city) {
      throw new ResourceNotFound(uri.href, unknownCityMessage(name));
    }
    return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: cityGuide(city) }] };
  });
}

/** The SDK matches on the encoded URI; a broken escape stays as it is and ends as an unknown city. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
