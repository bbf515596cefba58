import assert from 'node:assert/strict';
import { parseCommandLine } from '../../../../../src/core/mcp/config/import/commandLine.ts';

describe('a pasted command line', () => {
  const lines: [string, string, string[]][] = [
    ['npx -y @acme/mcp', 'npx', ['-y', '@acme/mcp']],
    ['  $ npx   -y\tx  ', 'npx', ['-y', 'x']],
    [`a 'b c' "d e" f\\ g`, 'a', ['b c', 'd e', 'f g']],
    [`a --x="b c"'d'e`, 'a', ['--x=b cde']],
    [`a "say \\"hi\\"" 'it\\s' "back\\slash"`, 'a', ['say "hi"', 'it\\s', 'back\\slash']],
    [`a '' ""`, 'a', ['', '']],
    ['a \\\n  b \\\r\n  c', 'a', ['b', 'c']],
    [
      'a $TOKEN "x-$TOKEN" \'$TOKEN\' ${TOKEN} \\$TOKEN',
      'a',
      ['${TOKEN}', 'x-${TOKEN}', '$TOKEN', '${TOKEN}', '$TOKEN'],
    ],
    ['a ü€🎉', 'a', ['ü€🎉']],
  ];
  for (const [line, command, args] of lines) {
    it(`is taken apart: ${JSON.stringify(line)}`, () => {
      assert.deepEqual(parseCommandLine(line, 'linux'), { command, args, env: {} });
    });
  }

  it('may have variables in front', () => {
    assert.deepEqual(parseCommandLine(`API_KEY='a b' EMPTY= npx x=y`, 'darwin'), {
      command: 'npx',
      args: ['x=y'],
      env: { API_KEY: 'a b', EMPTY: '' },
    });
  });

  it('keeps the backslashes of Windows', () => {
    assert.deepEqual(parseCommandLine(String.raw`"C:\Program Files\x.exe" C:\a\b "say \"hi\"" ^` + '\r\n d', 'win32'), {
      command: String.raw`C:\Program Files\x.exe`,
      args: [String.raw`C:\a\b`, 'say "hi"', 'd'],
      env: {},
    });
  });

  for (const line of [
    '',
    '  ',
    'A=b',
    'a && b',
    'a | b',
    'a; b',
    'a > b',
    'a\nb',
    'a "b',
    "a 'b",
    'a $(b)',
    'a `b`',
    'a\\',
  ]) {
    it(`is none when it is ${JSON.stringify(line)}`, () => {
      assert.equal(parseCommandLine(line, 'linux'), undefined);
    });
  }
});
