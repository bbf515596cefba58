import assert from 'node:assert/strict';
import { argumentText } from '../../../src/cli/mcp/argumentText.ts';
import { parsePromptArguments } from '../../../src/core/agent/input/promptArguments.ts';
import type { PromptDefinition } from '../../../src/core/mcp/catalog/catalog.ts';

const planTrip: PromptDefinition = {
  server: 'tour',
  name: 'plan_trip',
  arguments: [
    { name: 'city', isRequired: true },
    { name: 'days', isRequired: true },
    { name: 'notes', isRequired: false },
  ],
  raw: {},
};

describe('words of the shell as arguments of a prompt', () => {
  const cases: readonly [string, readonly string[], Record<string, string>][] = [
    ['fill the declared arguments in order', ['Paris', '3'], { city: 'Paris', days: '3' }],
    ['keep white space that the shell kept', ['New York', '3'], { city: 'New York', days: '3' }],
    ['name their argument', ['days=3', 'city=New York'], { city: 'New York', days: '3' }],
    ['may be empty', ['', '3'], { city: '', days: '3' }],
    ['may hold quotes', ['say "hi" now', "'tis"], { city: 'say "hi" now', days: "'tis" }],
    ['may end with backslashes', ['C:\\my trips\\', '3'], { city: 'C:\\my trips\\', days: '3' }],
    ['may hold a backslash before a quote', ['a\\" b', '3'], { city: 'a\\" b', days: '3' }],
    ['may begin with a brace when they are several', ['{Paris', '3'], { city: '{Paris', days: '3' }],
    ['may hold an equals sign after no declared name', ['a=b c', '3'], { city: 'a=b c', days: '3' }],
    ['may be one JSON object', ['{"city":"New York","days":3}'], { city: 'New York', days: '3' }],
  ];
  for (const [what, words, expected] of cases) {
    it(what, () => {
      const text = argumentText(
        words,
        planTrip.arguments.map(({ name }) => name),
      );
      assert.deepEqual(parsePromptArguments(text, planTrip), expected);
    });
  }
});
