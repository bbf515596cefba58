import type { ServerSnapshot } from '../../mcp/hubPort.ts';
import { offersResources } from '../tools/listResourcesTool.ts';

const heading = `# What there is to read
Resources and templates of the user's servers, by number; list_mcp_resources names them.`;

const mostServers = 30;
/** Above ten, numbers are rough: a list that grows by one must not make providers read everything anew. */
const steps = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

/** Tells that there are resources, and where; empty when there are none. */
export function resourceCounts(servers: readonly ServerSnapshot[]): string {
  const offering = servers.filter(offersResources);
  if (offering.length === 0) return '';
  const lines = offering.slice(0, mostServers).map(({ definition, catalog }) => {
    const counts = [
      counted(catalog.resources.length, 'resource'),
      counted(catalog.resourceTemplates.length, 'template'),
    ];
    return `- ${definition.name}: ${counts.filter((count) => count !== '').join(', ')}`;
  });
  const more = offering.length > mostServers ? [`- and ${offering.length - mostServers} more servers`] : [];
  return [heading, ...lines, ...more].join('\n');
}

function counted(count: number, noun: string): string {
  if (count === 0) return '';
  const step = steps.findLast((limit) => limit < count);
  if (step === undefined) return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
  return `more than ${step} ${noun}s`;
}
