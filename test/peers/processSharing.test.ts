import assert from 'node:assert/strict';
import { silentLogger } from '../../src/core/base/logger.ts';
import { noHostHandlers } from '../../src/core/mcp/host/hostHandlers.ts';
import { createRuntime } from '../../src/core/runtime.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import { HubFixture } from '../support/hubFixture.ts';

describe('conversations', function () {
  this.timeout(20_000);
  let fixture: HubFixture;

  beforeEach(() => {
    fixture = new HubFixture();
  });
  afterEach(async () => {
    await fixture.dispose();
    assert.deepEqual(fixture.processes(), [], 'left running');
  });

  it('that are open side by side share one process of each server', async () => {
    fixture.write('home/mcp.json', { one: fixture.fault('echoesStart'), two: fixture.fault('echoesStart') });
    const runtime = await createRuntime({
      home: fixture.home,
      storage: fixture.home,
      workspaceFolder: fixture.workspace,
      cwd: fixture.workspace,
      isTrusted: () => true,
      sessionConfigFiles: [],
      isStrictConfig: false,
      canAsk: false,
      environment: process.env,
      settings: () => defaultSettings,
      secrets: fixture.secrets,
      hostHandlers: noHostHandlers,
      version: '1.0.0',
      logger: silentLogger,
    });
    try {
      const threads = await Promise.all([1, 2, 3].map(() => runtime.newThread()));
      const ends = threads.map(async (thread) => {
        const outcome = await thread.submit('Hello');
        return outcome.status === 'started' ? outcome.done : outcome;
      });
      assert.deepEqual(await Promise.all(ends), ['completed', 'completed', 'completed']);
      assert.equal(fixture.processes().length, 2);
    } finally {
      await runtime.dispose();
    }
  });
});
