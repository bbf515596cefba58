import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, SseError } from '@modelcontextprotocol/client';
import type { Transport } from '@modelcontextprotocol/client';
import type { HttpTransportDefinition } from '../config/serverDefinition.ts';
import { shakeHands } from '../connection/negotiation.ts';
import type { HandshakeOptions, OpenedClient } from '../connection/serverChannel.ts';
import { HttpTransport } from './httpTransport.ts';
import type { RemoteTransportOptions } from './httpTransport.ts';
import { MessageTooLongError } from './messageTooLongError.ts';
import { isUnsent } from './networkError.ts';
import { remoteAttempts } from './remoteAttempts.ts';
import type { RemoteAttempt } from './remoteAttempts.ts';
import { signInNeed } from './signInNeed.ts';
import { SseTransport } from './sseTransport.ts';

export interface RemoteHandshakeOptions extends HandshakeOptions {
  readonly definition: HttpTransportDefinition;
  readonly transportOptions: RemoteTransportOptions;
  /** Takes each transport before it is started, to close it. */
  readonly onTransport: (transport: Transport) => void;
}

/** What servers answer that do not know Streamable HTTP (2025-11-25, "Backwards Compatibility"). */
const statusOfSse: ReadonlySet<number> = new Set([400, 404, 405]);

/**
 * Shakes hands with a server of the network, one way after another. Rejects with the most telling error: that of
 * HTTP+SSE only if there is such a stream, or if that is the transport which is configured.
 */
export async function shakeHandsRemotely(options: RemoteHandshakeOptions): Promise<OpenedClient> {
  const { definition, verdict, isOver } = options;
  const attempts = remoteAttempts(definition, verdict);
  const failures: unknown[] = [];
  for (const attempt of attempts) {
    if (attempt.transport === 'sse' && failures.length > 0 && !mayBeSse(failures.at(-1), definition)) continue;
    try {
      return await tryOnce(attempt, options);
    } catch (error) {
      const isSecondBest = attempt.transport === 'sse' && error instanceof SseError && error.code !== 401;
      if (isSecondBest && attempts.length > 1) failures.unshift(error);
      else failures.push(error);
      if (isOver() || isFinal(error)) break;
    }
  }
  throw failures.at(-1);
}

async function tryOnce(attempt: RemoteAttempt, options: RemoteHandshakeOptions): Promise<OpenedClient> {
  const { transportOptions, onTransport } = options;
  const transport =
    attempt.transport === 'http' ? new HttpTransport(transportOptions) : new SseTransport(transportOptions);
  onTransport(transport);
  const client = await shakeHands(attempt.mode, transport, options);
  return { client, verdict: { era: client.getProtocolEra() ?? 'legacy', transport: attempt.transport } };
}

/** Whether no other way can end better. */
function isFinal(error: unknown): boolean {
  return isUnsent(error) || signInNeed(error, false) !== undefined;
}

/** Whether a server may speak the older transport, after Streamable HTTP failed with this error. */
function mayBeSse(error: unknown, { triesSse }: HttpTransportDefinition): boolean {
  if (error instanceof SdkHttpError && statusOfSse.has(error.status)) return true;
  const isSilent = error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
  return triesSse && !(isSilent || error instanceof ProtocolError || error instanceof MessageTooLongError);
}
