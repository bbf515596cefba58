import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parsePromptArguments } from '../../../src/core/agent/input/promptArguments.ts';
import { aPrompt } from '../../support/servers.ts';

const names = ['city', 'days', 'note'];
const prompt = aPrompt('tour', 'plan', ...names);

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '',
    'a=b',
    'x=y=z',
    'C:\\Users\\Ada\\My Files',
    '\\\\server\\share',
    'two\nlines',
    '巴黎 三天',
    "it's",
    'true',
  ),
);

/** In double quotes, of which those inside are escaped. A backslash before a quote would escape it. */
const quotable = text.filter((value) => !/\\(?:"|$)/.test(value));

describe('the arguments of a prompt', () => {
  it('have the values that were quoted, whatever is in them', () => {
    fc.assert(
      fc.property(
        fc.array(quotable, { minLength: 3, maxLength: 3 }),
        fc.constantFrom(' ', '  ', '\n'),
        (values, gap) => {
          const typed = values.map((value) => `"${value.replaceAll('"', '\\"')}"`).join(gap);
          assert.deepEqual(
            parsePromptArguments(typed, prompt),
            Object.fromEntries(names.map((name, index) => [name, values[index]])),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('have the values of a JSON object: texts as they are, everything else as JSON', () => {
    fc.assert(
      fc.property(fc.record({ city: text, days: fc.jsonValue(), note: fc.boolean() }), (values) => {
        const days = typeof values.days === 'string' ? values.days : JSON.stringify(values.days);
        assert.deepEqual(parsePromptArguments(JSON.stringify(values), prompt), {
          city: values.city,
          // What JSON writes is what is read: -0 has no sign there.
          days,
          note: String(values.note),
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('give the last of them the rest as it was typed, quotes, line breaks and signs included', () => {
    const rest = fc
      .tuple(text, text)
      .map((parts) => parts.join(' and '))
      .filter((value) => value.trim() === value && !/^["']/.test(value) && !/(?:^|\s)(?:city|days|note)=/.test(value))
      .filter((value) => !/(?:^|\s)["']/.test(value));
    fc.assert(
      fc.property(rest, (value) => {
        assert.deepEqual(parsePromptArguments(`Paris 3 ${value}`, prompt), { city: 'Paris', days: '3', note: value });
      }),
      { numRuns: 1_000 },
    );
  });

  it('are taken by their declared names in any order, and by no other name', () => {
    const word = fc.stringMatching(/^[a-z0-9\\/.:-]{1,10}$/);
    fc.assert(
      fc.property(
        fc.shuffledSubarray(names, { minLength: 1 }),
        word,
        fc.constantFrom('town', 'City', 'x'),
        (given, value, other) => {
          const keyed = given.map((name) => `${name}=${value}`).join(' ');
          assert.deepEqual(parsePromptArguments(keyed, prompt), Object.fromEntries(given.map((name) => [name, value])));
          const [first] = names.filter((name) => !given.includes(name));
          if (first === undefined) return;
          const mixed = parsePromptArguments(`${keyed} ${other}=${value}`, prompt);
          assert.equal(mixed[first], `${other}=${value}`);
        },
      ),
      { numRuns: 500 },
    );
  });
});
