import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { tripCost, tripCostShape } from './tripCost.ts';
import { tripInput } from './tripInput.ts';

/** Offers the tool `estimate_cost`: reads the city table, changes nothing, answers the same for the same question. */
export function offerEstimateCost(server: McpServer): void {
  const definition = {
    title: 'Estimate the cost of a trip',
    description:
      'Estimates what a trip costs in euros: the journey from Brussels and back, hotel, meals and local transport. ' +
      'Uses the planning figures of the travel desk and books nothing.',
    inputSchema: tripInput,
    outputSchema: tripCostShape,
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
  server.registerTool('estimate_cost', definition, (trip) => {
    const cost = tripCost(trip);
    // Hosts without structured output read the text (MCP 2025-11-25, Server Features, Tools, Structured Content).
    return { structuredContent: cost, content: [{ type: 'text', text: JSON.stringify(cost) }] };
  });
}
