import type { TransportDefinition } from '../config/serverDefinition.ts';
import type { ProcessEnvironment } from '../process/processEnvironment.ts';
import type { ProcessRegistry } from '../process/processRegistry.ts';
import { ProcessChannel } from './processChannel.ts';
import type { ServerChannel } from './serverChannel.ts';
import type { ServerLog } from './serverLog.ts';

/** What the ways to servers need of the hub. */
export interface ChannelSurroundings {
  readonly environment: ProcessEnvironment;
  readonly registry: ProcessRegistry;
}

/** How a way to a server is made; undefined where its definition says none. */
export function channelFactory(
  transport: TransportDefinition,
  { environment, registry }: ChannelSurroundings,
  log: ServerLog,
): (() => ServerChannel) | undefined {
  const write = (line: string): void => log.write(line);
  switch (transport.type) {
    case 'stdio':
      return () => new ProcessChannel({ transport, environment, registry, log: write, tail: log.tail });
    case 'http':
    case 'sse':
    case 'ws':
    case 'unusable':
      return undefined;
  }
}
