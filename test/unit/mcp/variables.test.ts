import assert from 'node:assert/strict';
import { expandTree, expandVariables } from '../../../src/core/mcp/config/variables.ts';
import type { VariableScope } from '../../../src/core/mcp/config/variables.ts';

const environment: Record<string, string> = {
  NAME: 'Ada',
  EMPTY: '',
  TRICKY: '${NAME} "quoted" \\ $1',
  'ProgramFiles(x86)': 'C:\\P',
};
const scope: VariableScope = {
  variable: (name) => environment[name],
  workspaceFolder: 'C:\\work\\tour "one"',
  userHome: '/home/ada',
  input: (id) => `value of ${id}, not \${NAME}`,
  areInputsOpen: false,
};

describe('variables of a definition', () => {
  const cases: [string, string, string][] = [
    ['leaves text without variables alone', 'a $NAME {b} $', 'a $NAME {b} $'],
    ['takes a variable of the environment', '${NAME}', 'Ada'],
    ['takes one with the prefix of editors', 'x${env:NAME}y', 'xAday'],
    ['takes several', '${NAME}-${NAME}', 'Ada-Ada'],
    ['takes names that only Windows has', '${env:ProgramFiles(x86)}', 'C:\\P'],
    [
      'takes the workspace folder and the home, whatever characters they hold',
      '${workspaceFolder}|${userHome}',
      'C:\\work\\tour "one"|/home/ada',
    ],
    ['does not expand what a value holds', '${TRICKY}', '${NAME} "quoted" \\ $1'],
    ['takes the default of a variable that is not set', '${NOPE:-other}', 'other'],
    ['takes the default of an empty one, as a shell does', '${EMPTY:-other}', 'other'],
    ['takes an empty default', '[${NOPE:-}]', '[]'],
    ['takes a default with separators in it', '${env:NOPE:-a:-b}', 'a:-b'],
    ['takes a default that is a variable', '${NOPE:-${userHome}/x}', '/home/ada/x'],
    ['does not look at a default that is not needed', '${NAME:-${NOPE}}', 'Ada'],
    ['takes an empty value', '[${EMPTY}]', '[]'],
    ['takes the value of an input as it is', '[${input:api-key}]', '[value of api-key, not ${NAME}]'],
    ['leaves an open brace alone', '${NAME', '${NAME'],
  ];
  for (const [title, text, expected] of cases) {
    it(title, () => assert.equal(expandVariables(text, scope), expected));
  }

  const failures: [string, string, RegExp][] = [
    [
      'names a variable that is not set',
      '${NOPE}',
      /^The environment variable NOPE is not set\. Set it, or write \$\{NOPE:-default\}/,
    ],
    ['names one in a default', '${NOPE:-${NEITHER}}', /NEITHER is not set/],
    ['names a form that is none of ours', '${command:pick me}', /\$\{command:pick me\} is not a variable/],
  ];
  for (const [title, text, message] of failures) {
    it(title, () =>
      assert.throws(() => expandVariables(text, scope), { name: 'ConfigError', code: 'missing_env', message }),
    );
  }

  it('says that no folder is open', () => {
    const noFolder = { ...scope, workspaceFolder: undefined };
    assert.throws(() => expandVariables('${workspaceFolder}', noFolder), {
      code: 'missing_env',
      message: /no folder is open/,
    });
  });

  it('are expanded in every string of a value and in nothing else', () => {
    const value = { a: ['${NAME}', 1, null, true], '${NAME}': { b: '${userHome}' } };
    assert.deepEqual(expandTree(value, scope, 'x'), { a: ['Ada', 1, null, true], '${NAME}': { b: '/home/ada' } });
  });

  it('say where in a value one is missing', () => {
    assert.throws(() => expandTree(['fine', '${NOPE}'], scope, 'args'), { field: 'args[1]' });
    assert.throws(() => expandTree({ KEY: '${NOPE}' }, scope, 'env'), { field: 'env.KEY' });
  });
});
