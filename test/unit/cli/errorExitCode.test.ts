import assert from 'node:assert/strict';
import { CommandError } from '../../../src/cli/commandError.ts';
import { errorExitCode } from '../../../src/cli/errorExitCode.ts';
import { SignInError } from '../../../src/core/mcp/auth/signInError.ts';
import { ConfigEditError } from '../../../src/core/mcp/config/configEditError.ts';
import { McpError } from '../../../src/core/mcp/mcpError.ts';

describe('what a command ends with', () => {
  const errors: readonly [string, Error, number][] = [
    ['its own word', new CommandError(3, 'no'), 3],
    ['a server that is not there', new McpError('unknown_server', 'a', 'no'), 4],
    ['a server that wants a sign-in', new McpError('needs_auth', 'a', 'no'), 4],
    ['a request that took too long', new McpError('timeout', 'a', 'no'), 124],
    ['a request that was interrupted', new McpError('aborted', 'a', 'no'), 130],
    ['an error of the server', new McpError('protocol', 'a', 'no'), 1],
    ['a name that cannot be', new ConfigEditError('invalid_name', 'no'), 2],
    ['a name that is taken', new ConfigEditError('exists', 'no'), 1],
    ['a server that no file has', new ConfigEditError('unknown_server', 'no'), 4],
    ['a file that is broken', new ConfigEditError('broken_file', 'no'), 1],
    ['a server that has no sign-in', new SignInError('not_applicable', 'no'), 2],
    ['a sign-in that nobody finished', new SignInError('timeout', 'no'), 124],
    ['a sign-in that was refused', new SignInError('refused', 'no'), 1],
    ['anything else', new TypeError('no'), 1],
  ];
  for (const [what, error, code] of errors) {
    it(`is ${code} for ${what}`, () => assert.equal(errorExitCode(error), code));
  }
});
