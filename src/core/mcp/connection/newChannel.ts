import type { FetchLike } from '@modelcontextprotocol/client';
import type { Timing } from '../../base/timing.ts';
import type { SignIns } from '../auth/signIns.ts';
import type { ServerDefinition } from '../config/serverDefinition.ts';
import { HttpChannel } from '../http/httpChannel.ts';
import { WebSocketChannel } from '../http/webSocketChannel.ts';
import type { ProcessEnvironment } from '../process/processEnvironment.ts';
import type { ProcessRegistry } from '../process/processRegistry.ts';
import { ProcessChannel } from './processChannel.ts';
import type { ServerChannel } from './serverChannel.ts';
import type { ServerLog } from './serverLog.ts';

/** What the ways to servers need of the hub. */
export interface ChannelSurroundings {
  readonly environment: ProcessEnvironment;
  readonly registry: ProcessRegistry;
  readonly signIns: SignIns;
  readonly fetch?: FetchLike | undefined;
  readonly timing: Timing;
}

/** A way to a server, by a definition with the values of its inputs; undefined where that says none. */
export function newChannel(
  definition: ServerDefinition,
  { environment, registry, signIns, fetch, timing }: ChannelSurroundings,
  log: ServerLog,
): ServerChannel | undefined {
  const { transport } = definition;
  const write = (line: string): void => log.write(line);
  const redact = (text: string): string => log.redacted(text);
  switch (transport.type) {
    case 'stdio':
      return new ProcessChannel({ transport, environment, registry, log: write, tail: log.tail });
    case 'http':
    case 'sse':
      return new HttpChannel({
        transport,
        environment,
        auth: signIns.authFor(definition, transport),
        fetch,
        timing,
        onSecret: (value) => log.hideMore(value),
        redact,
      });
    case 'ws':
      return new WebSocketChannel({ transport, timing, redact });
    case 'unusable':
      return undefined;
  }
}
