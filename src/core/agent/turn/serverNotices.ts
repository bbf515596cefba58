import type { Warning } from '../../../shared/thread/threadEvent.ts';
import type { HubPort, ServerSnapshot } from '../../mcp/hubPort.ts';
import type { ResolvablePlan } from '../input/inputPlan.ts';

/**
 * Warnings on servers that the input names in plain words and that are not there. Servers nobody speaks of are not
 * mentioned, and a mention (`@server:uri`) has a warning of its own.
 */
export function serverNotices(plan: ResolvablePlan, hub: HubPort): Warning[] {
  if (plan.kind !== 'message') return [];
  const mentioned = new Set(plan.mentions.map(({ server }) => server));
  return hub
    .servers()
    .filter(({ definition: { name } }) => !mentioned.has(name) && isNamed(name, plan.text))
    .flatMap((server) => noticeOf(server) ?? []);
}

function noticeOf({ definition: { name: server }, state }: ServerSnapshot): Warning | undefined {
  switch (state.status) {
    case 'needsApproval':
      return {
        code: 'pending_approval',
        server,
        message: `The server '${server}' waits for your approval, so it is not used.`,
      };
    case 'needsAuth':
      return { code: 'needs_auth', server, message: `The server '${server}' is not used: ${state.message}` };
    case 'failed':
      return {
        code: 'connection_failed',
        server,
        message: `The server '${server}' is not used: ${state.failure.message}`,
      };
    case 'connected':
    case 'connecting':
    case 'disabled':
    case 'disconnected':
      return undefined;
  }
}

/** Whether the name stands in the text as a word of its own. */
function isNamed(name: string, text: string): boolean {
  const haystack = text.toLowerCase();
  const needle = name.toLowerCase();
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + 1)) {
    const around = [haystack[at - 1], haystack[at + needle.length]];
    if (around.every((char) => char === undefined || !/[a-z0-9_-]/.test(char))) return true;
  }
  return false;
}
