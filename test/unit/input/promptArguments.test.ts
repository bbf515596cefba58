import assert from 'node:assert/strict';
import { InputError } from '../../../src/core/agent/input/inputError.ts';
import { parsePromptArguments } from '../../../src/core/agent/input/promptArguments.ts';
import { aPrompt } from '../../support/servers.ts';

const trip = aPrompt('tour', 'plan_trip', 'city', 'days?', 'notes?');
const ask = aPrompt('tour', 'ask', 'question');

describe('parsePromptArguments', () => {
  const words: readonly [string, string, Record<string, string>][] = [
    ['fills the declared arguments in order', 'Paris 3 cheap', { city: 'Paris', days: '3', notes: 'cheap' }],
    ['leaves out what is not given', 'Paris', { city: 'Paris' }],
    ['gives nothing for nothing', '', {}],
    ['groups words by double quotes', '"New York" 3', { city: 'New York', days: '3' }],
    ['groups words by single quotes', "'New York' 3", { city: 'New York', days: '3' }],
    ['keeps an empty value in quotes', 'Paris "" x', { city: 'Paris', days: '', notes: 'x' }],
    ['takes the other quote inside quotes', `"it's" '"3"'`, { city: "it's", days: '"3"' }],
    ['takes an apostrophe in a word as one', "L'Aquila 3", { city: "L'Aquila", days: '3' }],
    ['lets a backslash escape the open quote', String.raw`"a \"b\" c" 3`, { city: 'a "b" c', days: '3' }],
    [
      'lets a backslash escape nothing else',
      String.raw`"a\\b \'c" '\"d'`,
      { city: String.raw`a\\b \'c`, days: '\\"d' },
    ],
    ['keeps Windows paths', String.raw`C:\new\table 3`, { city: String.raw`C:\new\table`, days: '3' }],
    ['keeps Windows paths in quotes', String.raw`"C:\My Files\n" 3`, { city: String.raw`C:\My Files\n`, days: '3' }],
    ['takes text after a closing quote as part of the word', '"New "York 3', { city: 'New York', days: '3' }],
    ['takes name=value for a declared name', 'days=3 city=Paris', { city: 'Paris', days: '3' }],
    ['takes quotes after the name', 'city="New York" days=\'3 or 4\'', { city: 'New York', days: '3 or 4' }],
    ['keeps further equal signs in the value', 'city=a=b', { city: 'a=b' }],
    ['takes an empty value after the name', 'Paris days=', { city: 'Paris', days: '' }],
    ['takes name=value for another name as a word', 'a=b 3', { city: 'a=b', days: '3' }],
    ['takes name=value in quotes as a word', '"days=3" 4', { city: 'days=3', days: '4' }],
    ['fills what is left around named values', 'city=Rome 3 cheap', { city: 'Rome', days: '3', notes: 'cheap' }],
    [
      'gives the last argument the rest',
      'Paris 3 cheap and  near the river',
      { city: 'Paris', days: '3', notes: 'cheap and  near the river' },
    ],
    [
      'keeps the lines of the rest',
      'Paris 3 one\n  two\n\nthree ',
      { city: 'Paris', days: '3', notes: 'one\n  two\n\nthree' },
    ],
    [
      'keeps the quotes of the rest',
      'Paris 3 say "hello" twice',
      { city: 'Paris', days: '3', notes: 'say "hello" twice' },
    ],
    [
      'takes named values out of the rest',
      'Paris one city2=x days=3 two',
      { city: 'Paris', days: '3', notes: 'one city2=x two' },
    ],
    ['takes separated CJK words', '巴黎\u30003', { city: '巴黎', days: '3' }],
  ];
  for (const [name, text, expected] of words) {
    it(name, () => assert.deepEqual(parsePromptArguments(text, trip), expected));
  }

  it('gives an only argument all the text', () => {
    assert.deepEqual(parsePromptArguments("what's `a=b` 'really", ask), { question: "what's `a=b` 'really" });
    assert.deepEqual(parsePromptArguments('"quoted as a whole"', ask), { question: 'quoted as a whole' });
  });

  const json: readonly [string, string, Record<string, string>][] = [
    ['a JSON object', '{"city": "New York", "days": "3"}', { city: 'New York', days: '3' }],
    ['a number as its JSON text', '{"city": "x", "days": 3}', { city: 'x', days: '3' }],
    ['a boolean and null as their JSON text', '{"city": true, "days": null}', { city: 'true', days: 'null' }],
    [
      'a list and an object as their JSON text',
      '{"city": ["a", 1], "days": {"b": false}}',
      { city: '["a",1]', days: '{"b":false}' },
    ],
    ['an empty object', ' { } ', {}],
  ];
  for (const [name, text, expected] of json) {
    it(`takes ${name}`, () => assert.deepEqual(parsePromptArguments(text, trip), expected));
  }

  const refused: readonly [string, string, RegExp][] = [
    [
      'an unknown name in JSON',
      '{"town": "x"}',
      /no argument "town"\. Its arguments: city, days \(optional\), notes \(optional\)\.$/,
    ],
    ['a name of every object in JSON', '{"__proto__": "x"}', /no argument "__proto__"/],
    [
      'broken JSON',
      '{"city": Paris}',
      /^The arguments begin with "\{" but are no JSON object: .*\. Correct the JSON, or put the value in quotes\.$/,
    ],
    ['text after JSON', '{"city": "x"} y', /no JSON object/],
    [
      'a quote that is not closed',
      'Paris "3',
      /^The quote that opens at "3 is not closed\. Close it, or leave it out\.$/,
    ],
    ['a quote that is not closed after a name', "city='New York", /^The quote that opens at city='New is not closed/],
    ['a name given twice', 'days=3 days=4', /^The argument "days" is given twice\. Give it once\.$/],
    [
      'words that no argument is left for',
      'days=1 notes=2 city=New York',
      /^No argument of the prompt "plan_trip" is left for York\. Its arguments: city, .* Put a value with spaces in quotes\.$/,
    ],
  ];
  for (const [name, text, message] of refused) {
    it(`refuses ${name}, saying what to do`, () => {
      assert.throws(
        () => parsePromptArguments(text, trip),
        (error) => {
          assert(error instanceof InputError);
          assert.match(error.message, message);
          return true;
        },
      );
    });
  }

  it('refuses words for a prompt that takes none', () => {
    assert.throws(
      () => parsePromptArguments('please', aPrompt('tour', 'hello')),
      /"hello" is left for please\. It takes none\./,
    );
  });
});
