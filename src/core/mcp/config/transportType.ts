import type { ServerEntry } from './configEntry.ts';
import type { UnusableTransportDefinition } from './serverDefinition.ts';

/** The transport that an entry asks for (contract §3): `type`, or what `command` and `url` say where it is left out. */
export function transportTypeOf(entry: ServerEntry): UnusableTransportDefinition['written'] {
  switch (entry.type) {
    case 'stdio':
    case 'sse':
    case 'ws':
      return entry.type;
    case 'http':
    case 'streamable-http':
    case 'streamableHttp':
      return 'http';
    case undefined:
      if (entry.command !== undefined) return 'stdio';
      return entry.url === undefined ? 'unknown' : 'http';
  }
}
