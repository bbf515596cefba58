import assert from 'node:assert/strict';
import { batchCall } from '../../../../src/core/mcp/process/batchCall.ts';
import { SeededRandom } from '../../../support/seededRandom.ts';

const npx = 'C:\\Program Files\\nodejs\\npx.cmd';

/** Variables of the machine that the calls are made on. */
const variables: Readonly<Record<string, string>> = { PATH: 'C:\\secret', A: 'expanded', B: 'expanded' };

/** What `cmd.exe` makes of the percent signs of its command line: a name that is no variable's is left as it is. */
function expanded(line: string): string {
  let result = '';
  for (let at = 0; at < line.length; at++) {
    const end = line[at] === '%' ? line.indexOf('%', at + 1) : -1;
    const name = end < 0 ? undefined : line.slice(at + 1, end);
    const value = name === 'cd:~,' ? '' : name === undefined ? undefined : variables[name.toUpperCase()];
    result += value ?? line.charAt(at);
    if (value !== undefined) at = end;
  }
  return result;
}

/** Fails for a sign that would mean something to `cmd.exe`, which knows quotes and nothing before them. */
function assertHarmless(line: string): void {
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted) assert.ok(!/[&|<>^()!;,=`']/u.test(sign), `${sign} is not quoted in ${line}`);
  }
  assert.equal(isQuoted, false, `a quote is left open in ${line}`);
}

/** The words that a program finds in its command line, by the rules of Microsoft's runtime. */
function words(line: string): string[] {
  const found: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const [, backslashes = '', quote] = /^(\\*)("?)/u.exec(line.slice(at)) ?? [];
    if (quote === '"') {
      word = (word ?? '') + '\\'.repeat(Math.floor(backslashes.length / 2));
      at += backslashes.length;
      if (backslashes.length % 2 === 1) word += '"';
      else if (isQuoted && line[at + 1] === '"') {
        word += '"';
        at++;
      } else isQuoted = !isQuoted;
    } else if (line[at] === ' ' && !isQuoted) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else word = (word ?? '') + line.charAt(at);
  }
  return word === undefined ? found : [...found, word];
}

/** What the program gets that a batch file hands its arguments on to with `%*`. */
function received(args: readonly string[]): string[] {
  const [given = ''] = batchCall(npx, args).args.slice(-1);
  const line = expanded(given.slice(1, -1));
  assertHarmless(line);
  // What the file puts in the place of `%*` is not looked through for variables again.
  const handedOn = line.slice(`"${npx}"`.length).trim();
  assertHarmless(handedOn);
  return words(handedOn);
}

describe('the call of a batch file', () => {
  it('is one of cmd.exe, which runs nothing before it and takes the outer quotes off', () => {
    assert.deepEqual(batchCall(npx, ['-y', '@scope/server', 'a b']), {
      command: 'C:\\Windows\\System32\\cmd.exe',
      args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', `""${npx}" -y @scope/server "a b""`],
      windowsVerbatimArguments: true,
    });
  });

  it('is one of the cmd.exe that the machine names', () => {
    assert.equal(batchCall(npx, [], 'D:\\cmd.exe').command, 'D:\\cmd.exe');
  });

  const hard: readonly [what: string, argument: string][] = [
    ['nothing', ''],
    ['blanks', ' a  b '],
    ['an ampersand', 'a&calc.exe'],
    ['an ampersand after a quote', 'a"&calc.exe&"b'],
    ['an ampersand after an escaped quote', 'a\\"&calc.exe'],
    ['pipes and redirections', 'a|b<c>d'],
    ['a caret', '^a^^b^'],
    ['parentheses', '(a)'],
    ['an exclamation mark', '!A!'],
    ['a variable', '%PATH%'],
    ['half variables', '%A%B%'],
    ['percent signs', '100%% %'],
    ['quotes', '"a" "b"'],
    ['one quote', '"'],
    ['a backslash at the end', 'C:\\folder\\'],
    ['backslashes before a quote', 'a\\\\"b'],
    ['backslashes and blanks', 'C:\\my folder\\'],
    ['JSON', '{"path":"C:\\\\x","list":["a b","c&d"]}'],
    ['letters of the world', 'Grüße 世界 🌍'],
    ['commas and semicolons', 'a,b;c=d'],
  ];
  for (const [what, argument] of hard) {
    it(`hands on ${what}`, () => assert.deepEqual(received(['first', argument, 'last']), ['first', argument, 'last']));
  }

  it('hands on whatever is put together of such signs', () => {
    const random = new SeededRandom(17);
    const signs = ['"', '\\', '%', '&', '|', '^', '<', '>', '(', '!', ' ', "'", ';', 'B', '%A%', '\\"', '""'];
    for (let round = 0; round < 2_000; round++) {
      const args = [random.text(signs, 8), random.text(signs, 8)];
      assert.deepEqual(received(args), args);
    }
  });

  it('is refused for a line break, which no quotes hold together', () => {
    for (const argument of ['a\nb', 'a\r']) {
      assert.throws(() => batchCall(npx, [argument]), {
        code: 'EINVAL',
        syscall: `spawn ${npx}`,
        message: /line break/,
      });
    }
  });
});
