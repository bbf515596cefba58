import type { Timing } from '../../src/core/base/timing.ts';
import { scheduleTimeout } from '../../src/core/base/schedule.ts';
import { systemTiming } from '../../src/core/base/timing.ts';
import type { Hub } from '../../src/core/mcp/hub.ts';
import type { ServerSnapshot } from '../../src/core/mcp/hubPort.ts';
import type { HubOptions } from '../../src/core/mcp/hubOptions.ts';
import type { Settings } from '../../src/core/settings.ts';
import { RemoteServer } from '../servers/remote/remoteServer.ts';
import { SessionServer } from '../servers/lifecycle/sessionServer.ts';
import { HubFixture } from './hubFixture.ts';

/** A hub and a server over HTTP with sessions, configured as "notes". */
export class SessionCase {
  readonly fixture = new HubFixture();
  readonly server: SessionServer;
  readonly remote: RemoteServer;

  static async start(): Promise<SessionCase> {
    const server = new SessionServer();
    return new SessionCase(server, await RemoteServer.start(server.answer));
  }

  private constructor(server: SessionServer, remote: RemoteServer) {
    this.server = server;
    this.remote = remote;
  }

  /** Another hub on the same home, as the next start of the program is. `more` goes into the definition. */
  hub(
    options: Partial<HubOptions> = {},
    more: Readonly<Record<string, unknown>> = {},
    settings: Partial<Settings> = {},
  ): Promise<Hub> {
    const notes = { type: 'http', url: this.remote.url(), ...more };
    return this.fixture.hub({ notes }, options, settings);
  }

  /** How often a method of the protocol was asked for. */
  count(method: string): number {
    return this.remote.methods().filter((it) => it === method).length;
  }

  async dispose(): Promise<void> {
    await this.fixture.dispose();
    await this.remote.stop();
  }
}

/** Time that goes a hundred times faster, for what would be waited for long. */
const start = Date.now();
export const fastTiming: Timing = {
  ...systemTiming,
  now: () => start + (Date.now() - start) * 100,
  schedule: (run, delayMs) => scheduleTimeout(run, delayMs / 100),
};

/** The server called "notes", which there is. */
export function notes(hub: Hub): ServerSnapshot {
  const snapshot = hub.server('notes');
  if (!snapshot) throw new Error('There is no server "notes".');
  return snapshot;
}
