import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findMentions } from '../../../src/core/agent/input/mentionGrammar.ts';

const names = ['tour', 'my.server', 'a-b_c', 'x.y-2'];

/** What ends a URI, or is trimmed from its end, or closes what a URI did not open (contract §5). */
const ending = /[\s"'`<>()[\]{}.,;:!?…。，、；：！？\p{Ps}\p{Pe}\p{Pi}\p{Pf}〝〞〟]/u;

const aName = fc.constantFrom(...names);
/** Any text of Unicode without white space and marks that close, so that all of it belongs to the URI. */
const anyText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...Array.from('abzAZ09-_~%&=+$#*/\\|^@')) },
      { weight: 2, arbitrary: fc.constantFrom('旅', '手册', 'の', 'ン', '문', '𠮷', '😀', 'é', 'e\u0301') },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
    ),
    { minLength: 1, maxLength: 20 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => !ending.test(text));
const scheme = fc.constantFrom('docs://', 'file:///', 'http://', 'urn:', 'skill://', 'kb+v1://', '手册://', '');
/** Punctuation belongs to a URI in its middle, and pairs of brackets do wherever they are. */
const middle = fc.constantFrom('', '.', ',', ';', ':', '!', '?', '...', '(1)', '[::1]', '{id}', '（版）', '<a>');
const anUri = fc
  .tuple(scheme, anyText, middle, anyText, fc.constantFrom('', '/', '//'))
  .map(([start, head, mark, tail, slash]) => `${start}${head}${mark}${tail}${slash}`);

const opening = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\t',
  '\u3000',
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
  '«',
  '„',
  '读',
  'の',
  '문',
  '，',
  '。',
  '：',
);
const closing = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\u3000',
  ')',
  ']',
  '}',
  '>',
  '"',
  "'",
  '）',
  '」',
  '』',
  '】',
  '》',
  '”',
  '’',
  '»',
  '`',
);
const punctuation = fc
  .array(fc.constantFrom('.', ',', ';', ':', '!', '?', '…', '。', '，', '、', '；', '：', '！', '？'), { maxLength: 3 })
  .map((marks) => marks.join(''));
/** Words that hold no mention and end no code. */
const prose = fc.constantFrom(
  '',
  'see',
  'an e-mail to me@tour.com',
  'for 5 € in 巴黎',
  'a) b',
  '请看',
  '@nobody',
  'x@tour:docs://no',
);

/** A mention in the middle of text, as a person may write it. */
const written = fc
  .record({ before: prose, open: opening, server: aName, uri: anUri, marks: punctuation, close: closing, after: prose })
  .map(({ before, open, server, uri, marks, close, after }) => {
    const start = before === '' ? open : `${before}${open.trim() === '' || open === '' ? ' ' : ` ${open}`}`;
    const end = close === '' ? (after === '' ? '' : ` ${after}`) : `${close} ${after}`;
    return { server, uri, text: `${start}@${server}:${uri}${marks}${end}` };
  });

function found(text: string): (readonly [string, string])[] {
  return findMentions(text, names).mentions.map(({ server, uri }) => [server, uri] as const);
}

describe('the grammar of mentions', function () {
  this.timeout(30_000);

  it('reads exactly the URI that was written, in any surroundings', () => {
    fc.assert(
      fc.property(written, ({ server, uri, text }) => assert.deepEqual(found(text), [[server, uri]])),
      { numRuns: 2_000 },
    );
  });

  it('reads each of many on one line, in their order', () => {
    const one = fc.record({ server: aName, uri: anUri, marks: punctuation });
    const glue = fc.constantFrom(' ', ' and ', ' （', '\u3000', ' 和 ');
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 8 }), glue, (mentions, between) => {
        const text = mentions.map(({ server, uri, marks }) => `@${server}:${uri}${marks}`).join(between);
        assert.deepEqual(
          found(text),
          mentions.map(({ server, uri }) => [server, uri]),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('reads a quoted URI whole, with all but a quote and a line break in it', () => {
    const quoted = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((uri) => !/["\n`]/.test(uri));
    fc.assert(
      fc.property(opening, aName, quoted, punctuation, (open, server, uri, marks) => {
        assert.deepEqual(found(`${open}@"${server}:${uri}"${marks} after`), [[server, uri]]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads none inside code', () => {
    const code = fc.constantFrom<(text: string) => string>(
      (text) => `\`${text}\``,
      (text) => `a \`\`${text}\`\` b`,
      (text) => `a\n\`\`\`ts\n${text}\n\`\`\`\nb`,
      (text) => `~~~\n${text}\n~~~`,
    );
    fc.assert(
      fc.property(code, aName, anyText, (wrap, server, uri) => {
        assert.deepEqual(found(wrap(`@${server}:docs://${uri}`)), []);
      }),
      { numRuns: 500 },
    );
  });

  it('reads none in an e-mail address or after any other word', () => {
    const local = fc.stringMatching(/^[a-z0-9._%+-]*[a-z0-9_%+-]$/);
    fc.assert(
      fc.property(local, aName, anyText, (before, server, uri) => {
        assert.deepEqual(found(`write to ${before}@${server}:${uri} or ${before}@${server}.example.org`), []);
      }),
      { numRuns: 500 },
    );
  });

  it('never finds one that was not written: each is its place in the text, and none is where there is no @', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), aName, (noise, server) => {
        const text = noise.replaceAll('x', `@${server}:`);
        const { mentions, unknown } = findMentions(text, names);
        for (const mention of [...mentions, ...unknown]) {
          const { start, end, uri } = mention;
          const isQuoted = text.charAt(start + 1) === '"';
          const typed = isQuoted ? `@"${mention.server}:${uri}"` : `@${mention.server}:${uri}`;
          assert.equal(text.slice(start, end), typed);
        }
        const plain = findMentions(text.replaceAll('@', 'a'), names);
        assert.deepEqual(plain, { mentions: [], unknown: [] });
      }),
      { numRuns: 2_000 },
    );
  });
});
