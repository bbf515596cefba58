import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { HubFixture, textOf } from '../support/hubFixture.ts';

/** An editor that was started from the dock has a PATH of the system, and none of what profiles set. */
describe('a server of an editor that was started from the dock', function () {
  this.timeout(20_000);
  let fixture: HubFixture;

  beforeEach(() => {
    fixture = new HubFixture();
  });
  afterEach(async () => {
    await fixture.dispose();
    assert.deepEqual(fixture.processes(), [], 'left running');
  });

  const bin = (): string => join(fixture.root, 'tools');

  function environment(): Record<string, string> {
    return {
      PATH: '/nowhere/bin',
      HOME: fixture.root,
      SHELL: '/bin/bash',
      ELECTRON_RUN_AS_NODE: '1',
      VSCODE_IPC_HOOK: '/run/hook',
    };
  }

  function writeProfile(text: string): void {
    fixture.write('.bash_profile', `echo "Last login: today"\n${text}\n`);
  }

  for (const command of ['npx', 'uvx', 'docker']) {
    it(`is started with a ${command} that only the profile of the shell knows`, async () => {
      chmodSync(fixture.write(`tools/${command}`, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`), 0o755);
      writeProfile(`export PATH="$HOME/tools:/usr/bin:/bin"`);
      const hub = await fixture.hub(
        { found: { ...fixture.fault('echoesStart'), command } },
        { environment: environment() },
      );
      await hub.ready();
      const { env } = JSON.parse(textOf(await hub.callTool('found', 'echo', {}))) as { env: Record<string, string> };
      assert.equal(env['PATH'], `${bin()}:/usr/bin:/bin:/nowhere/bin`);
      assert.deepEqual(
        Object.keys(env).filter((it) => /^(?:ELECTRON|VSCODE|PATCHBAY)_/.test(it)),
        [],
      );
    });
  }

  it('fails with the PATH of the profile when it is not even there', async () => {
    writeProfile(`export PATH="$HOME/tools:/usr/bin:/bin"`);
    const entry = { command: 'uvx-of-nobody' };
    const hub = await fixture.hub({ missing: entry }, { environment: environment() });
    const state = await hub.connect('missing');
    assert.ok(state.status === 'failed');
    assert.equal(state.failure.code, 'spawn_failed');
    assert.ok(
      state.failure.message.endsWith(`Searched PATH: ${bin()}:/usr/bin:/bin:/nowhere/bin`),
      state.failure.message,
    );
  });

  it('is given a variable that only the profile sets', async () => {
    writeProfile(`export TOKEN_OF_PROFILE='from the profile'`);
    const entry = fixture.fault('echoesStart', { env: { GIVEN: '${TOKEN_OF_PROFILE}' } });
    const hub = await fixture.hub({ given: entry }, { environment: environment() });
    await hub.ready();
    const { env } = JSON.parse(textOf(await hub.callTool('given', 'echo', {}))) as { env: Record<string, string> };
    assert.equal(env['GIVEN'], 'from the profile');
  });

  it('fails for a variable that nobody sets, and says which, instead of getting nothing', async () => {
    writeProfile('export OTHER=1');
    const entry = fixture.fault('echoesStart', { env: { GIVEN: '${TOKEN_OF_NOBODY}' } });
    const hub = await fixture.hub({ given: entry }, { environment: environment() });
    const state = await hub.connect('given');
    assert.ok(state.status === 'failed');
    assert.equal(state.failure.code, 'missing_env');
    assert.match(state.failure.message, /The environment variable TOKEN_OF_NOBODY is not set/);
  });
});
