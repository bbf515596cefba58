import assert from 'node:assert/strict';
import { findMentions } from '../../../src/core/agent/input/mentionGrammar.ts';

const names = ['tour', 'my.server', 'my.server-2_b', 'my'];

function found(text: string): string[] {
  return findMentions(text, names).mentions.map(({ server, uri }) => `${server} ${uri}`);
}

describe('findMentions', () => {
  const starts: readonly [string, string][] = [
    ['at the beginning', '@tour:docs://x'],
    ['after a space', 'see @tour:docs://x'],
    ['after a line break', 'see\n@tour:docs://x'],
    ['after an ideographic space', '见\u3000@tour:docs://x'],
    ['after a round bracket', '(@tour:docs://x)'],
    ['after a square bracket', '[@tour:docs://x]'],
    ['after a brace', '{@tour:docs://x}'],
    ['after an angle bracket', '<@tour:docs://x>'],
    ['after a double quote', '"@tour:docs://x"'],
    ['after a single quote', "'@tour:docs://x'"],
    ['after “', '“@tour:docs://x”'],
    ['after ‘', '‘@tour:docs://x’'],
    ['after （', '（@tour:docs://x）'],
    ['after 「', '「@tour:docs://x」'],
    ['after 『', '『@tour:docs://x』'],
    ['after 【', '【@tour:docs://x】'],
    ['after 《', '《@tour:docs://x》'],
    ['after Chinese', '请看@tour:docs://x'],
    ['after a Chinese comma', '你好，@tour:docs://x'],
    ['after Japanese', 'これを@tour:docs://x'],
    ['after a long vowel mark', 'サーバー@tour:docs://x'],
    ['after Korean', '문서@tour:docs://x'],
    ['after a character outside the first plane', '𠮷@tour:docs://x'],
  ];
  for (const [name, text] of starts) {
    it(`finds a mention ${name}`, () => assert.deepEqual(found(text), ['tour docs://x']));
  }

  const none: readonly [string, string][] = [
    ['an e-mail address', 'write to me@tour:docs://x or me@tour.com'],
    ['a letter before it', 'x@tour:docs://x'],
    ['another sign before it', 'a/@tour:docs://x'],
    ['an emoji before it', '😀@tour:docs://x'],
    ['a server that is not configured', '@user:pass @http://x @nosuch:docs'],
    ['a name in other letter case', '@Tour:x'],
    ['only the beginning of a name', '@tou:x'],
    ['no URI', '@tour: @tour:'],
    ['nothing but punctuation for a URI', '@tour:... @tour:。'],
    ['a space before the colon', '@tour :docs://x'],
    ['no colon', '@tour docs://x'],
    ['a code span', 'in `@tour:docs://x` only'],
    ['a code span of two back-ticks', 'in ``a ` @tour:docs://x`` only'],
    ['a code span over a line break', 'in `a\n@tour:docs://x` only'],
    ['a fenced block', 'a\n```js\n@tour:docs://x\n```\nb'],
    ['a fenced block of tildes', '~~~\n@tour:docs://x\n```\n~~~'],
    ['a fence that is not closed', '```\n@tour:docs://x\n\n@tour:docs://y'],
    ['a fence that a shorter one does not close', '````\n```\n@tour:docs://x\n````'],
    ['an indented fence', 'a\n  ```\n\n  @tour:docs://x\n  ```'],
    ['a quoted fence', '> ```\n\n@tour:docs://x'],
    ['a quote that is not closed', '@"tour:docs://x y'],
    ['a quote that is closed on another line', '@"tour:docs://x\ny"'],
  ];
  for (const [name, text] of none) {
    it(`finds none in ${name}`, () => assert.deepEqual(found(text), []));
  }

  const beside: readonly [string, string][] = [
    ['a code span', '`code` @tour:docs://x `more`'],
    ['a fenced block', '```\ncode\n```\n@tour:docs://x'],
    ['a back-tick without its counterpart', 'a ` b @tour:docs://x'],
    ['back-ticks of different paragraphs', 'a ` b\n\n@tour:docs://x ` c'],
    ['back-ticks of different number', 'a ``` b @tour:docs://x `` c'],
    ['a line that only looks like a fence', '```one``` @tour:docs://x\nmore'],
  ];
  for (const [name, text] of beside) {
    it(`finds one beside ${name}`, () => assert.deepEqual(found(text), ['tour docs://x']));
  }

  const ends: readonly [string, string, string][] = [
    ['white space', '@tour:docs://x y', 'docs://x'],
    ['a tab', '@tour:docs://x\ty', 'docs://x'],
    ['an ideographic space', '@tour:docs://x\u3000y', 'docs://x'],
    ['a closing bracket', '(see @tour:docs://x)', 'docs://x'],
    ['a closing bracket of another kind', '[see @tour:docs://a(b)c] d', 'docs://a(b)c'],
    ['a closing CJK bracket', '（见@tour:docs://手册）', 'docs://手册'],
    ['a closing quote', '"@tour:docs://x" y', 'docs://x'],
    ['a possessive', "@tour:docs://handbook's rules", 'docs://handbook'],
    ['a closing CJK quote', '“@tour:docs://x”', 'docs://x'],
    ['a back-tick', '@tour:docs://x`code`', 'docs://x'],
    ['a full stop', 'Read @tour:docs://x.', 'docs://x'],
    ['several marks', 'Read @tour:docs://x?!...', 'docs://x'],
    ['a comma in the text', 'Read @tour:docs://x, then', 'docs://x'],
    ['a full stop before a bracket', '(Read @tour:docs://x.)', 'docs://x'],
    ['a bracket before a full stop', '(Read @tour:docs://x).', 'docs://x'],
    ['a colon and a semicolon', '@tour:docs://x:; y', 'docs://x'],
    ['a Chinese full stop', '看@tour:docs://手册。', 'docs://手册'],
    ['a Chinese comma inside a sentence', '看@tour:docs://手册，然后回答', 'docs://手册'],
    ['other Chinese marks', '@tour:docs://x！？ y', 'docs://x'],
    ['an ellipsis', '@tour:docs://x……', 'docs://x'],
  ];
  for (const [name, text, uri] of ends) {
    it(`ends a URI before ${name}`, () => assert.deepEqual(found(text), [`tour ${uri}`]));
  }

  const kept: readonly [string, string][] = [
    ['a trailing slash', 'file:///dir/'],
    ['three slashes', 'file:///a/b.txt'],
    ['a port', 'http://localhost:8080/x'],
    ['punctuation inside', 'docs://a.b,c;d:e!f?g=h&i=j#k'],
    ['balanced brackets', 'https://en.wikipedia.org/wiki/Foo_(bar)'],
    ['nested brackets', 'x://a(b[c]{d})'],
    ['an address in brackets', 'http://[::1]/x'],
    ['CJK brackets that it opens', 'docs://手册（第一版）'],
    ['an opening bracket alone', 'docs://a(b'],
    ['CJK text', 'docs://旅行/手册'],
    ['another at sign', 'mail://someone@example.org'],
    ['percent signs', 'docs://a%20b'],
    ['a scheme of its own', 'weather://san-francisco/current'],
    ['a path of names', 'docs://payment-service/endpoints'],
    ['several names', 'kb://medical/terminology/common'],
    ['a name for a host', 'config://production/database'],
    ['no slashes', 'handbook'],
    ['nothing but slashes', '///'],
  ];
  for (const [name, uri] of kept) {
    it(`keeps ${name}: ${uri}`, () => assert.deepEqual(found(`Read @tour:${uri} now`), [`tour ${uri}`]));
  }

  it('keeps a quoted URI as it is, spaces and final punctuation included', () => {
    assert.deepEqual(found('Read @"tour:docs://a b (c).": yes'), ['tour docs://a b (c).']);
  });

  it('compares whole names, so the longest one that is configured', () => {
    assert.deepEqual(found('@my.server:a @my.server-2_b:b @my:c @my.server-2:d'), [
      'my.server a',
      'my.server-2_b b',
      'my c',
    ]);
  });

  it('gives each mention with its place, in order, repetitions too', () => {
    const text = 'a @tour:docs://x, (@my:y) and @"tour:docs://x".';
    const { mentions } = findMentions(text, names);
    assert.deepEqual(
      mentions.map(({ start, end }) => text.slice(start, end)),
      ['@tour:docs://x', '@my:y', '@"tour:docs://x"'],
    );
  });

  it('does not look for mentions inside one', () => {
    assert.deepEqual(found('@tour:docs://a(@tour:docs://b)'), ['tour docs://a(@tour:docs://b)']);
  });

  it('reports a mention of an unknown server apart, when it is clearly meant as one', () => {
    const { mentions, unknown } = findMentions('@nosuch:docs://x. @tour:a @user:pass @"other:docs://x y"', names);
    assert.equal(mentions.length, 1);
    assert.deepEqual(
      unknown.map(({ server, uri }) => [server, uri]),
      [
        ['nosuch', 'docs://x'],
        ['other', 'docs://x y'],
      ],
    );
  });

  it('takes time in proportion to the text, whatever is in it', function () {
    // Mocha's time-out is the assertion: time that grows with the square of a text takes minutes.
    this.timeout(15_000);
    const pieces = ['@tour:(', '@', '(@my:', '` ', '@"tour:', '@a:b://', '.', '@tour:x....', '`a` @tour:x ', '`` ` @a'];
    for (const piece of pieces) findMentions(piece.repeat(200_000 / piece.length), names);
  });
});
