import assert from 'node:assert/strict';
import { parse } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { JsonText } from '../../../../src/core/mcp/config/jsonText.ts';
import { SeededRandom } from '../../../support/seededRandom.ts';

function edited(text: string, change: (json: JsonText) => void): string {
  const json = new JsonText(text);
  change(json);
  return json.toString();
}

const commented = `// whose servers these are
{
  "mcpServers": {
    // the first
    "a": { "command": "x" }, // about a
    // the second
    "b": {
      "command": "y", // a program
      "args": ["1"] // its arguments
    } // about b
    // the end
  },
  "inputs": [] /* none */
}
`;

describe('JSON text with comments', () => {
  it('gets a property where the others are, and each comment stays with what it is about', () => {
    assert.equal(
      edited(commented, (json) => json.set(['mcpServers', 'b', 'disabled'], true)),
      commented.replace('["1"] // its arguments', '["1"], // its arguments\n      "disabled": true'),
    );
    assert.equal(
      edited(commented, (json) => json.set(['mcpServers', 'c'], { command: 'z', args: [] })),
      commented.replace(
        '} // about b\n',
        '}, // about b\n    "c": {\n      "command": "z",\n      "args": []\n    }\n',
      ),
    );
  });

  it('gets a property in the line of an object of one line', () => {
    assert.equal(
      edited(commented, (json) => json.set(['mcpServers', 'a', 'disabled'], true)),
      commented.replace('{ "command": "x" }', '{ "command": "x", "disabled": true }'),
    );
  });

  it('loses a property and no comment', () => {
    assert.equal(
      edited(commented, (json) => json.remove(['mcpServers', 'a'])),
      commented.replace('    "a": { "command": "x" }, // about a', '    // about a'),
    );
    assert.equal(
      edited(commented, (json) => json.remove(['mcpServers', 'b', 'args'])),
      commented.replace('"y", // a program', '"y" // a program').replace('"args": ["1"] // its', '// its'),
    );
  });

  it('is the same again when what was set is removed', () => {
    for (const path of [
      ['mcpServers', 'b', 'disabled'],
      ['mcpServers', 'a', 'disabled'],
      ['mcpServers', 'c'],
      ['new'],
    ]) {
      const there = edited(commented, (json) => json.set(path, true));
      assert.notEqual(there, commented);
      assert.equal(
        edited(there, (json) => json.remove(path)),
        commented,
      );
    }
  });

  it('has a value replaced where it stands', () => {
    assert.equal(
      edited(commented, (json) => json.set(['mcpServers', 'b', 'args'], ['2', '3'])),
      commented.replace('["1"]', '[\n        "2",\n        "3"\n      ]'),
    );
  });

  const shapes: [string, string, (json: JsonText) => void, string][] = [
    ['keeps a byte order mark', '\uFEFF{\n}', (json) => json.set(['a'], 1), '\uFEFF{\n  "a": 1\n}'],
    [
      'keeps the line ends of Windows, and tabs',
      '{\r\n\t"a": 1\r\n}\r\n',
      (json) => json.set(['b'], { c: 2 }),
      '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": 2\r\n\t}\r\n}\r\n',
    ],
    ['keeps trailing commas', '{\n  "a": 1,\n}', (json) => json.set(['b'], 2), '{\n  "a": 1,\n  "b": 2,\n}'],
    ['keeps them in one line', '{"a": 1,}', (json) => json.set(['b'], 2), '{"a": 1, "b": 2,}'],
    ['leaves no lone comma', '{"a": 1,}', (json) => json.remove(['a']), '{}'],
    ['leaves no lone comma behind the last', '{"a": 1, "b": 2}', (json) => json.remove(['b']), '{"a": 1}'],
    ['finds a comma behind a comment', '{"a": 1 /* , */ , "b": 2}', (json) => json.remove(['a']), '{/* , */  "b": 2}'],
    ['makes the objects on the way', '{}', (json) => json.set(['a', 'b'], {}), '{\n  "a": {\n    "b": {}\n  }\n}'],
    [
      'fills an object that holds a comment only',
      '{\n  // nothing yet\n}',
      (json) => json.set(['a'], 1),
      '{\n  // nothing yet\n  "a": 1\n}',
    ],
    ['adds to an array', '{"a": ["x"]}', (json) => json.set(['a', 1], 'y'), '{"a": ["x", "y"]}'],
    ['takes out of an array', '{"a": ["x", "y", "z"]}', (json) => json.remove(['a', 1]), '{"a": ["x", "z"]}'],
    [
      'sets the one of two equal keys that counts',
      '{"a": 1, "a": 2}',
      (json) => json.set(['a'], 3),
      '{"a": 1, "a": 3}',
    ],
    ['removes a key that is there twice', '{"a": 1, "a": 2, "b": 3}', (json) => json.remove(['a']), '{"b": 3}'],
    ['has nothing to remove', '{"a": 1}', (json) => json.remove(['b', 'c']), '{"a": 1}'],
    ['takes keys with any character', '{}', (json) => json.set(['__proto__ "\\'], 1), '{\n  "__proto__ \\"\\\\": 1\n}'],
    [
      'does not mistake a line comment for the end of an object of one line',
      '{"a": 1 // x\n}',
      (json) => json.set(['b'], 2),
      '{"a": 1, "b": 2 // x\n}',
    ],
  ];
  for (const [title, before, change, after] of shapes) {
    it(title, () => assert.equal(edited(before, change), after));
  }

  it('is valid and has all of its comments after any changes', () => {
    const random = new SeededRandom(7);
    let text = commented;
    const count = text.split('//').length;
    for (let round = 0; round < 500; round++) {
      const server = `s${random.below(5)}`;
      const path = random.below(2) === 0 ? ['mcpServers', server] : ['mcpServers', 'b', server];
      text = edited(text, (json) =>
        random.below(2) === 0 ? json.remove(path) : json.set(path, { n: round, list: [1] }),
      );
      const errors: ParseError[] = [];
      parse(text, errors, { allowTrailingComma: true });
      assert.deepEqual(errors, [], text);
      assert.equal(text.split('//').length, count, text);
    }
  });
});
