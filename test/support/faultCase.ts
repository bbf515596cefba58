import assert from 'node:assert/strict';
import type { ConnectionState } from '../../src/core/mcp/connection/connectionState.ts';
import type { Hub } from '../../src/core/mcp/hub.ts';
import type { Settings } from '../../src/core/settings.ts';
import { HubFixture } from './hubFixture.ts';
import type { Entries } from './hubFixture.ts';
import { untilCount } from './processes.ts';
import { SoundServer } from './soundServer.ts';
import { until } from './until.ts';

/** A server with a fault, which the hub is to be configured with. */
interface FaultyServer {
  readonly entry: Entries[string];
  readonly settings?: Partial<Settings>;
  /** How many processes it consists of while it is connected: one unless given. */
  readonly processes?: number;
}

/** One line of the table of faults. `fault` and `outcome` together are the name of the test. */
export interface FaultCase {
  /** Such as "one that never answers". */
  readonly fault: string;
  /** Such as "is given up when the time to connect is over". */
  readonly outcome: string;
  readonly server: (fixture: HubFixture) => FaultyServer;
  /** What brings the fault about in a server that connects; left out where it does not need to be provoked. */
  readonly provoke?: (hub: Hub) => Promise<unknown>;
  /** The state that the server ends in; of the message of a failure, what must be said. */
  readonly ends:
    | { readonly status: Exclude<ConnectionState['status'], 'failed'> }
    | { readonly status: 'failed'; readonly code: string; readonly message: RegExp };
  /** Looks at what else can be seen of it in the end. */
  readonly look?: (hub: Hub) => void | Promise<void>;
}

/**
 * A suite with a test for each fault: a hub connects to the server `faulty` beside a sound one. In the end the faulty
 * server is in the state it should be in, the sound one has answered all the time on its one connection, and nothing
 * of a server that failed is left; after the hub nothing of any, within two seconds.
 */
export function describeFaults(title: string, cases: readonly FaultCase[]): void {
  describe(title, function () {
    this.timeout(20_000);
    for (const faultCase of cases) it(`${faultCase.fault} ${faultCase.outcome}`, () => run(faultCase));
  });
}

async function run(faultCase: FaultCase): Promise<void> {
  const fixture = new HubFixture();
  try {
    await runOn(fixture, faultCase);
  } finally {
    await fixture.dispose();
  }
}

async function runOn(fixture: HubFixture, { server, provoke, ends, look }: FaultCase): Promise<void> {
  const faulty = server(fixture);
  const servers = { faulty: faulty.entry, sound: fixture.fault('echoesStart') };
  const hub = await fixture.hub(servers, {}, faulty.settings);
  const sound = await SoundServer.connect(hub);
  const happening = hub.connect('faulty').then(async () => {
    await provoke?.(hub);
    await until(hub.onDidChange, () => stateOf(hub).status === ends.status);
  });
  await Promise.all([happening, sound.answersDuring(happening)]);

  const state = stateOf(hub);
  if (ends.status === 'failed') {
    assert.ok(state.status === 'failed');
    assert.equal(state.failure.code, ends.code);
    assert.match(state.failure.message, ends.message);
  }
  await look?.(hub);
  const processes = ends.status === 'connected' ? (faulty.processes ?? 1) : 0;
  await untilCount(() => fixture.processes().filter((line) => !line.includes('echoesStart')), processes);
  await sound.assertUnmoved();

  const start = Date.now();
  await hub.dispose();
  assert.ok(Date.now() - start < 2_000, `took ${Date.now() - start} ms to dispose`);
  assert.deepEqual(fixture.processes(), [], 'left running');
}

function stateOf(hub: Hub): ConnectionState {
  const server = hub.server('faulty');
  assert.ok(server, 'the faulty server is not listed');
  return server.state;
}
