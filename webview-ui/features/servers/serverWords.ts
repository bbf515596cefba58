import type { ServerRemedy, ServerStatus, ServerView } from '../../../src/shared/state/serverView.ts';
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

/** What it offers; what it offered when it was last connected; what of it is switched off. */
export function offerInWords({ counts, isCached, disabledTools, status }: ServerView): string | undefined {
  if (status !== 'connected' && !isCached) return undefined;
  const offered = isCached ? text('cachedCounts', { counts: countsInWords(counts) }) : countsInWords(counts);
  if (disabledTools.length === 0) return offered;
  return `${offered}, ${counted('toolsOff', disabledTools.length)}`;
}

/** How it is connected: the transport, and the protocol that was agreed on. */
export function transportInWords({ transport, protocolVersion, era }: ServerView): string {
  if (protocolVersion === undefined) return transport;
  const version = { version: protocolVersion };
  const protocol = era === 'modern' ? text('protocolModern', version) : text('protocolLegacy', version);
  return `${transport} · ${protocol}`;
}

/** Whose wish a server is. A person's own servers are never asked about, so there are no words for them. */
export function ownerInWords(scope: ServerView['scope']): string {
  switch (scope) {
    case 'project':
      return text('ownerProject');
    case 'local':
      return text('ownerLocal');
    case 'user':
    case 'session':
      return text('ownerOther');
  }
}

/** Where servers run. */
export function machineInWords(remoteName: string | undefined): string {
  return remoteName === undefined ? text('machineHere') : text('machineRemote', { name: remoteName });
}

/** What its button says. */
export function remedyInWords(remedy: ServerRemedy): string {
  switch (remedy) {
    case 'signIn':
      return text('signIn');
    case 'enable':
      return text('enable');
    case 'connect':
      return text('connect');
    case 'openSource':
      return text('openFile');
    case 'showLog':
      return text('showLog');
    case 'restart':
      return text('restart');
    case 'manageTrust':
      return text('manageTrust');
  }
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
