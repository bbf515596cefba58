import assert from 'node:assert/strict';
import { typedEntry } from '../../../src/cli/mcp/typedEntry.ts';
import type { TypedEntryOptions } from '../../../src/cli/mcp/typedEntry.ts';
import { CommandError } from '../../../src/cli/commandError.ts';
import type { JsonObject } from '../../../src/shared/base/json.ts';

describe('a server that is typed', () => {
  const entries: readonly [readonly string[], TypedEntryOptions, JsonObject][] = [
    [['node'], {}, { command: 'node' }],
    [['npx', '-y', 'files', '/a b'], {}, { command: 'npx', args: ['-y', 'files', '/a b'] }],
    [['node'], { env: { A: '1' }, transport: 'stdio' }, { type: 'stdio', command: 'node', env: { A: '1' } }],
    [['https://example.com/mcp'], {}, { url: 'https://example.com/mcp' }],
    [
      ['HTTP://localhost:1/'],
      { transport: 'sse', header: { 'X-Team': 'maps' } },
      { type: 'sse', url: 'HTTP://localhost:1/', headers: { 'X-Team': 'maps' } },
    ],
    [
      ['https://example.com/'],
      { transport: 'streamable-http' },
      { type: 'streamable-http', url: 'https://example.com/' },
    ],
    [['wss://example.com/'], {}, { type: 'ws', url: 'wss://example.com/' }],
    [['https://opens.a/page'], { transport: 'stdio' }, { type: 'stdio', command: 'https://opens.a/page' }],
  ];
  for (const [target, options, entry] of entries) {
    it(`as ${target.join(' ')} ${JSON.stringify(options)} is ${JSON.stringify(entry)}`, () => {
      assert.deepEqual(typedEntry(target, options), entry);
    });
  }

  const wrong: readonly [readonly string[], TypedEntryOptions, RegExp][] = [
    [[], {}, /its URL, or -- and the command/],
    [['https://example.com/', 'more'], {}, /stands alone; "more"/],
    [['https://example.com/'], { env: { A: '1' } }, /--env.*Use --header/],
    [['node'], { header: { A: '1' } }, /--header.*Use --env/],
    [['node'], { transport: 'http' }, /--transport http needs a URL/],
    [['wss://example.com/'], { transport: 'http' }, /needs an http or https URL/],
    [['https://example.com/'], { transport: 'ws' }, /needs a ws or wss URL/],
    [['ws://localhost/'], { header: { A: '1' } }, /takes no headers/],
  ];
  for (const [target, options, message] of wrong) {
    it(`is wrong as ${target.join(' ')} ${JSON.stringify(options)}`, () => {
      assert.throws(
        () => typedEntry(target, options),
        (error) => error instanceof CommandError && error.exitCode === 2 && message.test(error.message),
      );
    });
  }
});
