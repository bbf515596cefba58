import assert from 'node:assert/strict';
import { HubFixture } from '../support/hubFixture.ts';
import type { Ending } from '../support/hubProcess.ts';
import { OtherHost } from '../support/otherHost.ts';
import { untilCount } from '../support/processes.ts';
import { CommandLine } from './cli/commandLine.ts';

/** However the process of the hub ends, nothing of its servers may be there two seconds later, stubborn as they are. */
describe('a tree of stubborn processes is gone within two seconds', function () {
  this.timeout(20_000);
  let fixture: HubFixture;

  beforeEach(() => {
    fixture = new HubFixture();
    fixture.write('home/mcp.json', { family: fixture.fault('stubbornFamily') });
  });
  afterEach(() => fixture.dispose());

  async function isGoneAfter(end: () => Promise<unknown>): Promise<void> {
    assert.equal(fixture.processes().length, 3);
    const start = Date.now();
    await Promise.all([end(), untilCount(() => fixture.processes(), 0)]);
    assert.ok(Date.now() - start < 2_000, `took ${Date.now() - start} ms`);
  }

  it('when the server is disconnected', async () => {
    const hub = await fixture.hub();
    await hub.ready();
    await isGoneAfter(() => hub.disconnect('family'));
  });

  it('when the hub is disposed, as it is when a window closes', async () => {
    const hub = await fixture.hub();
    await hub.ready();
    await isGoneAfter(() => hub.dispose());
  });

  const endings: readonly [ending: Ending, when: string][] = [
    ['exit', 'when the process exits without having disposed the hub'],
    ['throw', 'when nobody catches an error'],
    ['reject', 'when nobody catches a rejection'],
  ];
  for (const [ending, when] of endings) {
    it(when, async () => {
      const host = await OtherHost.start(fixture);
      await isGoneAfter(() => host.end(ending));
    });
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`when the command line gets ${signal}`, async () => {
      const commandLine = await CommandLine.create();
      try {
        const config = await commandLine.servers({ family: fixture.fault('stubbornFamily') });
        const call = ['mcp', 'call', 'family', 'echo', '{"wait":true}', '--mcp-config', config, '--strict-mcp-config'];
        const running = commandLine.start(call);
        await untilCount(() => fixture.processes().filter((line) => !line.includes('mcp call')), 3, 10_000);
        await isGoneAfter(async () => {
          running.child.kill(signal);
          assert.equal((await running.ended).code, 130);
        });
      } finally {
        await commandLine.dispose();
      }
    });
  }
});
