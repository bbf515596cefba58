import assert from 'node:assert/strict';
import { secretsOfArguments } from '../../../../src/core/mcp/config/argumentSecrets.ts';

describe('the secrets among arguments', () => {
  const cases: readonly [what: string, args: readonly string[], secrets: readonly string[]][] = [
    ['the value after a flag', ['--port', '8080', '--api-key', 'hunter2-hunter2'], ['hunter2-hunter2']],
    ['the value of a flag', ['--token=abc-def', '--mode=fast'], ['abc-def']],
    ['a header, with and without its scheme', ['-H', 'Authorization: Bearer abc.def'], ['Bearer abc.def', 'abc.def']],
    ['a header beside its flag', ['--header=X-Api-Key: abc-def'], ['abc-def']],
    ['the user of an address, and the password alone', ['postgres://ada:s3cret@db/tours'], ['ada:s3cret', 's3cret']],
    ['a variable of a command for a shell', ['-c', `cd x; API_KEY='abc def' server`], [`'abc def'`, 'abc def']],
    ['the same at its beginning', ['-c', 'API_KEY=abc exec server'], ['abc exec server', 'abc']],
    ['a key that is known by its look', ['use ghp_0123456789abcdef now'], ['ghp_0123456789abcdef']],
    ['all of them', ['--token=one', '--secret', 'two', 'KEY=three'], ['one', 'two', 'three']],
  ];
  for (const [what, args, secrets] of cases) {
    it(`are ${what}`, () => assert.deepEqual(secretsOfArguments(args), secrets));
  }

  it('are not what an address asks for, unless its name says so', () => {
    const address = 'https://host/list?sslmode=require&access_token=abc-def&page=2#install';
    assert.deepEqual(secretsOfArguments([address]), ['abc-def']);
  });

  it('are none where nothing says that there is one', () => {
    assert.deepEqual(secretsOfArguments(['-y', '@scope/server', '/home/ada/notes', '--port', '8080']), []);
  });
});
