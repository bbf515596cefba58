import type { ServerSnapshot } from '../../mcp/hubPort.ts';
import { bounded } from './listAnswer.ts';
import { plainText } from './markdownText.ts';

const maxServers = 100;
const reasonChars = 300;

/** Answers `/mcp`: each configured server with its state and what it offers. */
export function serversAnswer(servers: readonly ServerSnapshot[]): string {
  if (servers.length === 0) return 'No server is configured. Add one to use what it offers.';
  return bounded(servers.map(serverLine), maxServers);
}

function serverLine(server: ServerSnapshot): string {
  const counts = countsOf(server);
  const offer =
    counts === '' ? '' : server.isCatalogCached ? ` Offered when it was last connected: ${counts}.` : ` ${counts}.`;
  return `**${plainText(server.definition.name, 100)}** — ${stateText(server)}.${offer}`;
}

/** The words of contract §7, and why it is not there. */
function stateText({ state }: ServerSnapshot): string {
  switch (state.status) {
    case 'connected':
      return 'Connected';
    case 'connecting':
      return 'Connecting';
    case 'disconnected':
      return 'Disconnected';
    case 'disabled':
      return 'Disabled';
    case 'needsApproval':
      return 'Needs approval';
    case 'needsAuth':
      return `Needs sign-in: ${reason(state.message)}`;
    case 'failed':
      return `Failed: ${reason(state.failure.message)}`;
  }
}

function reason(message: string): string {
  return plainText(message.replace(/\.\s*$/, ''), reasonChars);
}

function countsOf({ catalog }: ServerSnapshot): string {
  const { tools, resources, resourceTemplates, prompts, skills } = catalog;
  const counts: readonly (readonly [count: number, one: string])[] = [
    [tools.length, 'tool'],
    [resources.length, 'resource'],
    [resourceTemplates.length, 'template'],
    [prompts.length, 'prompt'],
    [skills.length, 'skill'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one]) => `${count} ${one}${count === 1 ? '' : 's'}`)
    .join(', ');
}
