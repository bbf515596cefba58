import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Piece } from '../../../../src/core/models/text/callScanner.ts';
import { CallScanner } from '../../../../src/core/models/text/callScanner.ts';

const names = ['access_mcp_resource', 'mcp__tour__plan', 'mcp__tour__plan_trip'];

/** What an answer that arrives in these pieces consists of; neighbouring texts are one. */
function scan(deltas: readonly string[]): Piece[] {
  const scanner = new CallScanner(names);
  const pieces = [...deltas.flatMap((delta) => [...scanner.take(delta)]), ...scanner.end()];
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.type === 'text' && last?.type === 'text') {
      joined.splice(-1, 1, { type: 'text', text: last.text + piece.text });
    } else joined.push(piece);
  }
  return joined;
}

/** A text in pieces of these lengths, again and again. */
function cut(text: string, lengths: readonly number[]): string[] {
  const deltas: string[] = [];
  for (let at = 0, index = 0; at < text.length; index += 1) {
    const length = lengths[index % lengths.length] ?? 1;
    deltas.push(text.slice(at, at + length));
    at += length;
  }
  return deltas;
}

const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const call = (name: string, body: string): Piece[] => [
  { type: 'start', name },
  { type: 'call', name, body, isWhole: true },
];
const text = (said: string): Piece => ({ type: 'text', text: said });

describe('CallScanner', () => {
  it('finds several calls between texts, however they are cut', () => {
    const answer =
      'Look: <mcp__tour__plan><city>Paris</city></mcp__tour__plan>\nand\n<mcp__tour__plan_trip></mcp__tour__plan_trip>!';
    const whole = [
      text('Look: '),
      ...call('mcp__tour__plan', '<city>Paris</city>'),
      text('\nand\n'),
      ...call('mcp__tour__plan_trip', ''),
      text('!'),
    ];
    fc.assert(fc.property(lengths, (sizes) => assert.deepEqual(scan(cut(answer, sizes)), whole)));
  });

  it('lets ordinary text pass unchanged, however it is cut', () => {
    const word = fc.constantFrom(
      '<',
      '</',
      '<mcp__tour__',
      '<access_mcp_resource',
      '> ',
      '```',
      '`',
      '\n',
      '&lt;',
      'é😀',
      '<b>',
    );
    const ordinary = fc.array(fc.oneof(word, fc.string()), { maxLength: 30 }).map((words) => words.join(''));
    fc.assert(
      fc.property(ordinary, lengths, (said, sizes) => {
        fc.pre(!names.some((name) => said.includes(`<${name}>`)));
        assert.deepEqual(scan(cut(said, sizes)), said === '' ? [] : [text(said)]);
      }),
    );
  });

  it('gives text at once that cannot become a call', () => {
    const scanner = new CallScanner(names);
    assert.deepEqual([...scanner.take('One <b>two</b> a < b <mcp__tour')], [text('One <b>two</b> a < b ')]);
    assert.deepEqual([...scanner.take('ist> three')], [text('<mcp__tourist> three')]);
  });

  const inCode = [
    '```xml\n<mcp__tour__plan></mcp__tour__plan>\n```\n',
    '~~~\n```\n<mcp__tour__plan></mcp__tour__plan>\n~~~\n',
    'Write `<mcp__tour__plan></mcp__tour__plan>` for it',
    'Write ``a ` <mcp__tour__plan></mcp__tour__plan>`` for it',
  ];
  for (const answer of inCode) {
    it(`takes code for text: ${JSON.stringify(answer)}`, () => {
      fc.assert(fc.property(lengths, (sizes) => assert.deepEqual(scan(cut(answer, sizes)), [text(answer)])));
    });
  }

  it('finds a call after code', () => {
    const code = '```\n<mcp__tour__plan>\n```\n';
    assert.deepEqual(scan([`${code}<mcp__tour__plan></mcp__tour__plan>`]), [
      text(code),
      ...call('mcp__tour__plan', ''),
    ]);
  });

  it('does not let CDATA or a call inside end a call', () => {
    const body = '<a><![CDATA[</mcp__tour__plan>]]></a><b><access_mcp_resource></access_mcp_resource></b>';
    const answer = `<mcp__tour__plan>${body}</mcp__tour__plan>`;
    fc.assert(
      fc.property(lengths, (sizes) => assert.deepEqual(scan(cut(answer, sizes)), call('mcp__tour__plan', body))),
    );
  });

  it('says of a call without its end that it is not whole', () => {
    const [, last] = scan(['<mcp__tour__plan><city>Par']);
    assert.deepEqual(last, { type: 'call', name: 'mcp__tour__plan', body: '<city>Par', isWhole: false });
  });

  it('keeps no more of a call than its limit, in time that grows with its length alone', () => {
    const junk = cut('x<![CDATA['.repeat(100_000), [7]);
    const [, last] = scan(['<mcp__tour__plan>', ...junk, ']]></mcp__tour__plan>']);
    assert.ok(last?.type === 'call' && !last.isWhole);
    assert.equal(last.body.length, 200_000);
  });
});
