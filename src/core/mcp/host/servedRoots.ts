import type { Client } from '@modelcontextprotocol/client';
import { reasonOf } from '../errorReason.ts';
import type { HostHandlers, Root } from './hostHandlers.ts';
import type { HostServing } from './hostServing.ts';

/** Roots of other kinds than folders have no meaning yet, and the SDK would refuse the whole answer for them. */
export function listedRoots(roots: readonly Root[]): readonly Root[] {
  return roots.filter(({ uri }) => uri.startsWith('file://'));
}

/** The modern era has no such notification: a server asks for the roots when it needs them. */
export function announceRoots(
  client: Client,
  { onDidChange }: NonNullable<HostHandlers['roots']>,
  { over, log }: Pick<HostServing, 'over' | 'log'>,
): void {
  const subscription = onDidChange(() => {
    if (client.getProtocolEra() !== 'legacy') return;
    client
      .notification({ method: 'notifications/roots/list_changed' })
      .catch((error: unknown) => log(`(roots) the change could not be announced: ${reasonOf(error)}`));
  });
  if (over.aborted) subscription.dispose();
  else over.addEventListener('abort', () => subscription.dispose(), { once: true });
}
