import { computeScopeUnion } from '@modelcontextprotocol/client';
import type { Discovery } from './discovery.ts';

export interface ScopeWishes {
  /** `oauth.scopes` of the entry: the person's word, used as it is. */
  readonly configured: readonly string[] | undefined;
  /** What the server asked for last. */
  readonly challenged: string | undefined;
  /** What was granted before; kept when more is asked for, since the new tokens take the place of the old. */
  readonly granted: string | undefined;
}

/**
 * The scopes to ask for, separated by blanks; undefined leaves the choice to the authorization server (2026-07-28,
 * "Scope Selection Strategy"): what is configured, else what the server asked for, else all that it supports. Renewal
 * without a person (`offline_access`) is asked for only where the authorization server lists it.
 */
export function chooseScope(
  discovery: Discovery,
  { configured, challenged, granted }: ScopeWishes,
): string | undefined {
  if (configured && configured.length > 0) return configured.join(' ');
  const supported = discovery.resourceMetadata?.scopes_supported?.join(' ') || undefined;
  const wanted = challenged === undefined ? supported : computeScopeUnion(granted, challenged);
  if (wanted === undefined) return undefined;
  return isOfflineListed(discovery) ? computeScopeUnion(wanted, 'offline_access') : wanted;
}

function isOfflineListed({ metadata }: Discovery): boolean {
  return metadata?.scopes_supported?.includes('offline_access') === true;
}
