import assert from 'node:assert/strict';
import { findMentions } from '../../../src/core/agent/input/mentionGrammar.ts';
import { SeededRandom } from '../../support/seededRandom.ts';

const names = ['tour', 'my.server', 'a-b_c', 'x'];
const schemes = ['docs://', 'file:///', 'http://', 'urn:', 'kb+v1://', '手册://', ''];
const pieces = [
  ...Array.from('abzAZ019-_~%&=+$#*/\\|^@.,;:!?'),
  'é',
  '旅',
  '手册',
  'の',
  '문',
  '😀',
  '(a)',
  '[1]',
  '{x}',
  '（版）',
];
const lastPieces = [...Array.from('az09-_~%=/'), '旅', '册', '😀', '(a)', '（版）'];
const before = [
  '',
  ' ',
  '\n',
  '\u3000',
  '读',
  'の',
  '，',
  '(',
  '[',
  '{',
  '<',
  '"',
  "'",
  '（',
  '「',
  '『',
  '【',
  '《',
  '“',
  '‘',
];
const after = ['', ' ', '\n', '\u3000', ')', ']', '}', '>', '"', "'", '）', '」', '』', '】', '》', '”', '’', '`'];
/** Each bracket and quote of Unicode by its category: opening, closing, and the quotes that do either. */
const [opening, closing, quotes] = [/\p{Ps}/u, /\p{Pe}/u, /[\p{Pi}\p{Pf}]/u].map((category) =>
  Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((char) => category.test(char)),
) as [string[], string[], string[]];
const marks = [...Array.from('.,;:!?'), '。', '，', '、', '；', '：', '！', '？', '…'];

function aUri(random: SeededRandom): string {
  return random.pick(schemes) + random.text(pieces, 12) + random.pick(lastPieces);
}

describe('a mention of any URI', function () {
  this.timeout(20_000);

  it('comes back byte for byte from random surroundings', () => {
    for (let seed = 0; seed < 3_000; seed++) {
      const random = new SeededRandom(seed);
      const [server, uri] = [random.pick(names), aUri(random)];
      const rest = random.pick(after);
      const text = `${random.pick(before)}@${server}:${uri}${random.text(marks, 3)}${rest}${rest === '' ? '' : '后 more'}`;
      const { mentions } = findMentions(text, names);
      assert.deepEqual(
        mentions.map((mention) => [mention.server, mention.uri]),
        [[server, uri]],
        `seed ${seed}: ${text}`,
      );
    }
  });

  it('stands between any brackets and quotes of Unicode', () => {
    for (const open of [...opening, ...quotes]) {
      for (const close of [...closing, ...quotes]) {
        assert.deepEqual(findMentions(`see ${open}@tour:docs://x${close} there`, names).mentions, [
          { server: 'tour', uri: 'docs://x', start: 5, end: 19 },
        ]);
      }
    }
  });

  it('has whole pairs of brackets in it, whatever their kind', () => {
    const pairs = ['()', '[]', '{}', '<>', '⟨⟩', '⁅⁆', '﴿﴾', '⦅⦆', '［］', '｟｠', '〚〛'];
    for (const pair of pairs) {
      const uri = `docs://x${pair[0]}1${pair[1]}y`;
      assert.equal(findMentions(`(@tour:${uri})`, names).mentions[0]?.uri, uri);
    }
  });

  it('comes back byte for byte from quotes, with anything else in it', () => {
    for (let seed = 0; seed < 1_000; seed++) {
      const random = new SeededRandom(seed);
      const [server, uri] = [random.pick(names), `${aUri(random)} ${random.text([...pieces, ...marks, ' ', ')'], 9)}`];
      const { mentions } = findMentions(`${random.pick(before)}@"${server}:${uri}"${random.pick(after)}`, names);
      assert.deepEqual(
        mentions.map((mention) => [mention.server, mention.uri]),
        [[server, uri]],
        `seed ${seed}`,
      );
    }
  });

  it('is found together with others, in their order', () => {
    for (let seed = 0; seed < 500; seed++) {
      const random = new SeededRandom(seed);
      const expected = Array.from({ length: 5 }, () => [random.pick(names), aUri(random)]);
      const text = expected.map(([server, uri]) => `@${server}:${uri}${random.text(marks, 2)}`).join(' and ');
      assert.deepEqual(
        findMentions(text, names).mentions.map(({ server, uri }) => [server, uri]),
        expected,
        `seed ${seed}: ${text}`,
      );
    }
  });
});
