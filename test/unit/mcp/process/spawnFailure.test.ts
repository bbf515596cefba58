import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { describeConnectError } from '../../../../src/core/mcp/connection/connectionFailure.ts';
import { batchCall } from '../../../../src/core/mcp/process/batchCall.ts';
import { SpawnError } from '../../../../src/core/mcp/process/spawnError.ts';

/** What a person is told, with the PATH that was searched. */
async function told(command: string, error: unknown): Promise<{ code: string; message: string }> {
  const definition = { type: 'stdio', command, args: [], env: {}, cwd: tmpdir() } as const;
  const { code, message } = await describeConnectError(error, undefined, definition, 'C:\\Windows;C:\\tools', () => []);
  return { code, message };
}

describe('a program that cannot be started on Windows', () => {
  it('is said to be missing, with what to install and where it was looked for', async () => {
    assert.deepEqual(await told('npx', new SpawnError('ENOENT', 'npx')), {
      code: 'spawn_failed',
      message:
        'The program "npx" was not found. Install Node.js (https://nodejs.org), or write its full path as "command". ' +
        'Searched PATH: C:\\Windows;C:\\tools',
    });
  });

  it('is said to be no file where a path is written', async () => {
    const { message } = await told('C:\\tools\\npx.cmd', new SpawnError('ENOENT', 'C:\\tools\\npx.cmd'));
    assert.match(message, /^C:\\tools\\npx\.cmd does not exist\. Correct "command"/);
  });

  it('is said to take no line break when it is a batch file', async () => {
    const file = 'C:\\tools\\run.cmd';
    let error: unknown;
    try {
      batchCall(file, ['two\nlines']);
    } catch (thrown) {
      error = thrown;
    }
    const { code, message } = await told('run', error);
    assert.equal(code, 'spawn_failed');
    assert.match(message, /^run could not be started: it is a batch file, .* line break; take it out of "args"/);
  });
});
