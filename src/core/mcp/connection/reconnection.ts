import type { TransportDefinition } from '../config/serverDefinition.ts';
import type { ConnectionFailure } from './connectionState.ts';

/**
 * What is done about a connection that failed, without a person:
 * - `restart`: a process that ended after it had been connected starts with its next use (contract §10);
 * - `reconnect`: what was reached over the network is tried again after a while, and with its next use;
 * - `none`: what never connected is not tried again, so that it does not hold up every turn; nor is what only a change
 *   of the configuration can help.
 */
export type Recovery = 'restart' | 'reconnect' | 'none';

/** `wasReached` says whether there has been a connection to this definition. */
export function recoveryFrom(
  { code }: ConnectionFailure,
  { type }: TransportDefinition,
  wasReached: boolean,
): Recovery {
  if (!wasReached) return 'none';
  switch (code) {
    case 'exited':
      return 'restart';
    case 'lost':
    case 'unreachable':
    case 'timeout':
    case 'http_status':
      return type === 'stdio' ? 'none' : 'reconnect';
    case 'spawn_failed':
    case 'protocol':
    case 'invalid_config':
    case 'missing_env':
    case 'tls':
      return 'none';
  }
}
