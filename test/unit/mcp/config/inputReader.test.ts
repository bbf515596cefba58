import assert from 'node:assert/strict';
import { parseConfigText } from '../../../../src/core/mcp/config/configFile.ts';
import { readInputs } from '../../../../src/core/mcp/config/inputReader.ts';
import type { InputsReading } from '../../../../src/core/mcp/config/inputReader.ts';

function read(inputs: unknown): InputsReading {
  const file = '/project/.mcp.json';
  return readInputs(file, parseConfigText(file, JSON.stringify({ inputs, mcpServers: {} }, undefined, 2)).inputs);
}

describe('the inputs of a configuration file', () => {
  it('are texts, passwords and choices, in the form that VS Code gave them', () => {
    const { inputs, issues } = read([
      { type: 'promptString', id: 'team' },
      { type: 'promptString', id: 'api-key', description: 'Key of the docs', password: true },
      { type: 'pickString', id: 'region', options: ['eu', { label: 'America', value: 'us' }], default: 'eu' },
    ]);
    assert.deepEqual(issues, []);
    assert.deepEqual(
      [...inputs.values()],
      [
        { id: 'team', description: 'team', default: undefined, isPassword: false, options: undefined },
        { id: 'api-key', description: 'Key of the docs', default: undefined, isPassword: true, options: undefined },
        { id: 'region', description: 'region', default: 'eu', isPassword: false, options: ['eu', 'us'] },
      ],
    );
  });

  const wrong: [unknown, string, number, RegExp][] = [
    [{ type: 'promptString' }, 'inputs[0].id', 3, /must be a string/],
    [{ id: 'a}' }, 'inputs[0].id', 4, /must not be empty or hold braces/],
    [{ id: 'a', type: 'command' }, 'inputs[0].type', 5, /must be "promptString" or "pickString"/],
    [{ id: 'a', password: 'yes' }, 'inputs[0].password', 5, /must be true or false/],
    [{ id: 'a', type: 'pickString' }, 'inputs[0].options', 3, /must name what to pick from/],
    ['a', 'inputs[0]', 3, /must be an object/],
  ];
  for (const [entry, field, line, message] of wrong) {
    it(`leaves out ${JSON.stringify(entry)} alone, and says where`, () => {
      const { inputs, issues } = read([entry, { id: 'good' }]);
      assert.deepEqual([...inputs.keys()], ['good']);
      assert.equal(issues.length, 1);
      assert.deepEqual([issues[0]?.field, issues[0]?.line, issues[0]?.severity], [field, line, 'error']);
      assert.match(issues[0]?.message ?? '', message);
    });
  }

  it('have each id once', () => {
    const { inputs, issues } = read([{ id: 'a', description: 'first' }, { id: 'a' }]);
    assert.equal(inputs.get('a')?.description, 'first');
    assert.match(issues[0]?.message ?? '', /"inputs\[1\]\.id" is "a" once more/);
  });

  it('are a list', () => {
    const { inputs, issues } = parseConfigText('/x', '{\n"inputs": {},\n"mcpServers": {}}');
    assert.deepEqual(inputs, []);
    assert.deepEqual([issues[0]?.field, issues[0]?.line], ['inputs', 2]);
  });
});
