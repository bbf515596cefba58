import type { HttpTransportDefinition } from '../config/serverDefinition.ts';
import type { EraVerdict } from '../connection/eraVerdict.ts';

/** One way to connect to a server of the network. */
export interface RemoteAttempt {
  readonly mode: 'auto' | 'legacy';
  readonly transport: 'http' | 'sse';
}

/**
 * The ways to connect, in the order in which they are tried. What is remembered comes first, and everything after it
 * as if nothing were remembered. HTTP+SSE at the end is only for some failures (`mayBeSse`).
 */
export function remoteAttempts(
  { type }: HttpTransportDefinition,
  verdict: EraVerdict | undefined,
): readonly RemoteAttempt[] {
  if (type === 'sse') return [sse];
  const all = [auto, legacy, sse];
  const remembered = all.find((attempt) => isMeant(attempt, verdict));
  return remembered ? [remembered, ...all.filter((attempt) => attempt !== remembered)] : all;
}

const auto: RemoteAttempt = { mode: 'auto', transport: 'http' };
const legacy: RemoteAttempt = { mode: 'legacy', transport: 'http' };
const sse: RemoteAttempt = { mode: 'legacy', transport: 'sse' };

/** A server of the modern era is asked what it can do in any case, and that is the probe. */
function isMeant({ mode, transport }: RemoteAttempt, verdict: EraVerdict | undefined): boolean {
  return transport === verdict?.transport && mode === (verdict.era === 'legacy' ? 'legacy' : 'auto');
}
