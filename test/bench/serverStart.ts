import assert from 'node:assert/strict';
import type { Client } from '@modelcontextprotocol/client';
import { scheduleTimeout } from '../../src/core/base/schedule.ts';
import { StartQueue } from '../../src/core/mcp/connection/startQueue.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import { findOnPath } from '../../scripts/setup/command.mjs';
import { inRepository } from '../../scripts/setup/paths.mjs';
import { HubFixture } from '../support/hubFixture.ts';
import type { Entries } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';
import { connectBareClient } from './bareClient.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './comparison.ts';

const count = 30;
const server = { command: process.execPath, args: [inRepository('dist', 'tour-server', 'server.js')] };

/**
 * Linux shares a busy machine out to sessions, and each server of the hub leads one. The bare clients' servers do so
 * with `setsid`, where there is one; otherwise they would all have to do with one share.
 */
const setsid = findOnPath('setsid');
const bareServer = setsid === undefined ? server : { command: setsid, args: [server.command, ...server.args] };

/** How long it takes until many servers are there, also when one of them never answers. */
export const serverStart: Benchmark = {
  name: 'server-start',
  budgets: [
    { what: '30 servers ready ÷ bare SDK clients connected, same parallelism', atMost: 1.2, unit: '×' },
    { what: '29 servers ready with a dead one before them ÷ without it', atMost: 1.2, unit: '×' },
  ],
  async measure() {
    const fixture = new HubFixture();
    const runs = { warmUps: 1, counted: 5 };
    try {
      const dead = { dead: fixture.fault('neverAnswers') };
      return [
        await compare(() => startThroughHub(fixture, servers(count)), startBare, runs),
        await compare(
          () => startThroughHub(fixture, { ...dead, ...servers(count - 1) }),
          () => startThroughHub(fixture, servers(count - 1)),
          runs,
        ),
      ];
    } finally {
      await fixture.dispose();
    }
  },
};

function servers(length: number): Entries {
  return Object.fromEntries(Array.from({ length }, (_, index) => [`tour-${index}`, server]));
}

/** From the configuration file to the catalogs of all servers but the dead one. */
async function startThroughHub(fixture: HubFixture, entries: Entries): Promise<number> {
  fixture.write('home/mcp.json', entries);
  const expected = Object.keys(entries).filter((name) => name !== 'dead').length;
  const start = performance.now();
  const hub = await fixture.hub();
  void hub.ready();
  const connected = await until(
    hub.onDidChange,
    () => {
      const found = hub.servers().filter(({ state }) => state.status === 'connected');
      return found.length === expected && found;
    },
    60_000,
  );
  const time = performance.now() - start;
  assert.ok(
    connected.every(({ catalog }) => catalog.tools.length > 0),
    'a server has no catalog',
  );
  await hub.dispose();
  return time;
}

async function startBare(): Promise<number> {
  const queue = new StartQueue(() => defaultSettings.maxParallelConnects, scheduleTimeout);
  const start = performance.now();
  const clients: Client[] = await Promise.all(
    Array.from({ length: count }, () => queue.run(() => connectBareClient(bareServer))),
  );
  const time = performance.now() - start;
  await Promise.all(clients.map((client) => client.close()));
  return time;
}
