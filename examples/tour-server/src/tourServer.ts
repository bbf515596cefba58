import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { offerBookTrip } from './bookTrip.ts';
import { offerCityGuides } from './cityGuides.ts';
import { offerDocuments } from './documents.ts';
import { offerEstimateCost } from './estimateCost.ts';
import { offerPlanTrip } from './planTrip.ts';

const instructions =
  'The tour server offers the travel handbook and the packing list of Larkfield Maps, guides to twelve cities as ' +
  'docs://city/{name}, and the prompt plan_trip. ' +
  'Read docs://handbook before you advise on a trip, use estimate_cost for prices, and call book_trip only when a ' +
  'booking is asked for.';

/** The tour server with everything it offers, not yet connected to a transport. */
export function createTourServer(): McpServer {
  const server = new McpServer({ name: 'tour', title: 'Tour', version: '1.0.0' }, { instructions });
  offerDocuments(server);
  offerCityGuides(server);
  offerPlanTrip(server);
  offerEstimateCost(server);
  offerBookTrip(server);
  return server;
}
