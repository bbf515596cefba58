import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { getActiveResourcesInfo } from 'node:process';
import { helperHeaders } from '../../../../src/core/mcp/http/headersHelper.ts';
import { RemoteSetupError } from '../../../../src/core/mcp/http/remoteSetupError.ts';
import { processesWith } from '../../../support/processes.ts';

describe('the helper of headers', () => {
  const run = (command: string, more: { cwd?: string; signal?: AbortSignal } = {}): ReturnType<typeof helperHeaders> =>
    helperHeaders({
      command,
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'] ?? '', KEY: 'of-the-hour' },
      signal: new AbortController().signal,
      ...more,
    });

  it('is a line for the shell, which prints a JSON object', async () => {
    assert.deepEqual(await run(`printf '{"X-Key":"%s","X-Two":"2"}' "$KEY"`), { 'X-Key': 'of-the-hour', 'X-Two': '2' });
  });

  for (const [what, command, says] of [
    ['prints no JSON', 'echo of-the-hour', /did not print a JSON object whose values are strings/],
    ['prints another JSON', `echo '["of-the-hour"]'`, /did not print a JSON object/],
    ['prints values that are no strings', `echo '{"a":1}'`, /did not print a JSON object/],
    ['prints what no header can have', `echo '{"a b":"of-the-hour"}'`, /a name or a value that no header can have/],
    ['prints a header of the connection', `echo '{"Host":"of-the-hour"}'`, /header "Host", which the connection sets/],
    ['fails', 'echo of-the-hour; exit 3', /ended with exit code 3/],
    ['is not installed', 'patchbay-no-such-program', /ended with exit code 127/],
    ['is killed', 'kill -9 $$', /was ended by SIGKILL/],
    ['prints without end', 'yes of-the-hour', /printed far more than headers/],
  ] as const) {
    it(`says so when it ${what}, and quotes nothing`, async () => {
      await assert.rejects(run(command), (error: unknown) => {
        assert.ok(error instanceof RemoteSetupError);
        assert.match(error.message, says);
        assert.doesNotMatch(error.message, /of-the-hour/);
        return true;
      });
    });
  }

  it('says so when it cannot be started', async () => {
    await assert.rejects(run('true', { cwd: '/nowhere/at/all' }), /could not be started in \/nowhere\/at\/all/);
  });

  it('is ended with what it started when the connection is no longer wanted', async () => {
    const marker = randomUUID();
    const controller = new AbortController();
    const running = run(`sh -c 'sleep 100 # ${marker}' & sleep 100 # ${marker}`, { signal: controller.signal });
    controller.abort();
    await assert.rejects(running, RemoteSetupError);
    assert.deepEqual(processesWith(marker), []);
  });

  it('is not started when the connection is no longer wanted', async () => {
    const running = run('sleep 100', { signal: AbortSignal.abort() });
    assert.equal(getActiveResourcesInfo().includes('ProcessWrap'), false);
    await assert.rejects(running, RemoteSetupError);
  });
});
