import type { ServerStatus, ServerView } from '../../../src/shared/state/serverView.ts';
import { counted, text } from '../../text.ts';

/** The word of contract §7 for a state. */
export function statusInWords(status: ServerStatus): string {
  switch (status) {
    case 'connected':
      return text('statusConnected');
    case 'connecting':
      return text('statusConnecting');
    case 'disconnected':
      return text('statusDisconnected');
    case 'disabled':
      return text('statusDisabled');
    case 'needsApproval':
      return text('statusNeedsApproval');
    case 'needsAuth':
      return text('statusNeedsAuth');
    case 'failed':
      return text('statusFailed');
  }
}

/** "2 tools, 1 prompt": what is there, without what is not. */
export function countsInWords(counts: ServerView['counts']): string {
  const words = (['tools', 'resources', 'templates', 'prompts'] as const)
    .filter((key) => counts[key] > 0)
    .map((key) => counted(key, counts[key]));
  return words.length > 0 ? words.join(', ') : text('offersNothing');
}

/** The scope's name. */
export function scopeInWords(scope: ServerView['scope']): string {
  switch (scope) {
    case 'user':
      return text('scopeUser');
    case 'project':
      return text('scopeProject');
    case 'local':
      return text('scopeLocal');
    case 'session':
      return text('scopeSession');
  }
}
