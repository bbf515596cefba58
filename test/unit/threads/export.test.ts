import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { reduceThread } from '../../../src/shared/thread/threadReducer.ts';
import type { ThreadState } from '../../../src/shared/thread/threadState.ts';
import { emptyThread } from '../../../src/shared/thread/threadState.ts';
import type { ExportedThread } from '../../../src/core/threads/exportJson.ts';
import { exportJson } from '../../../src/core/threads/exportJson.ts';
import { exportMarkdown } from '../../../src/core/threads/exportMarkdown.ts';
import { containedMarkdown, fenced, inCode } from '../../../src/core/threads/exportText.ts';
import { recordedEvents } from './threadEvents.ts';

function stateOf(events: readonly ThreadEvent[]): ThreadState {
  return events.reduce(reduceThread, emptyThread('thread-1', 1));
}

/** A thread with one call and its result. */
function withResult(text: string, more: readonly ThreadEvent[] = []): ThreadState {
  const ofCall = { turnId: 't', toolCallId: 'c' };
  return stateOf([
    { type: 'turnStarted', at: 2, turnId: 't', text: 'Go' },
    {
      type: 'toolCallReady',
      at: 3,
      ...ofCall,
      name: 'mcp__tour__look',
      target: { kind: 'tool', server: 'tour', tool: 'look' },
      input: {},
    },
    { type: 'toolCallRunning', at: 4, ...ofCall },
    { type: 'toolCallEnded', at: 9, ...ofCall, status: 'completed', blocks: [{ type: 'text', text }] },
    ...more,
    { type: 'turnEnded', at: 10, turnId: 't', status: 'completed' },
  ]);
}

describe('the export of a conversation', () => {
  it('as Markdown has messages, material, calls with arguments and results, and the answer', () => {
    const text = exportMarkdown(stateOf(recordedEvents()));
    assert.equal(
      text,
      [
        '# Plan a trip to Zürich 🏔️',
        'Begun 1970-01-01T00:00:00.001Z in `/home/ada/project`.',
        '## You',
        'Plan a trip to Zürich 🏔️\nwith @tour:docs://handbook',
        'Attached: `docs://handbook` of `tour`.',
        'Resource `docs://handbook` of `tour`:',
        '```\nRule 1 – “größer” 🚂\nRule 2\n```',
        'Warning: `Gone.`',
        '## Assistant',
        '<details>\n<summary>Reasoning</summary>',
        '```\nHm \n```',
        '</details>',
        'Let me look.\n',
        '### Call of `book_trip` on `tour` – cancelled (denied)',
        '```json\n{\n  "city": "Zürich",\n  "days": 3\n}\n```',
        'Result:',
        '```\nThe user denied this call.\n```',
        '### Call of `access_mcp_resource` for `docs://handbook` on `tour` – completed',
        '```json\n{\n  "server_name": "tour",\n  "uri": "docs://handbook"\n}\n```',
        'Result:',
        'Resource `docs://handbook` of `tour`:',
        '```\nRule 1 – “größer” 🚂\nRule 2\n```',
        'Here is the plan.',
      ].join('\n\n') + '\n',
    );
  });

  it('as JSON has the same in a shape of its own', () => {
    const exported = JSON.parse(exportJson(stateOf(recordedEvents()))) as ExportedThread;
    const { turns, ...thread } = exported;
    assert.deepEqual(thread, {
      format: 'patchbay-conversation',
      version: 1,
      id: 'thread-1',
      title: 'Plan a trip to Zürich 🏔️',
      workspace: '/home/ada/project',
      createdAt: '1970-01-01T00:00:00.001Z',
    });
    const [turn] = turns;
    assert.equal(turns.length, 1);
    assert.deepEqual(Object.keys(turn ?? {}), [
      'id',
      'startedAt',
      'status',
      'text',
      'materials',
      'skills',
      'warnings',
      'answer',
    ]);
    assert.equal(turn?.materials[0]?.uri, 'docs://handbook');
    assert.deepEqual(
      turn.answer.map((part) => (part.type === 'toolCall' ? `${part.type} ${part.call.status}` : part.type)),
      ['reasoning', 'text', 'toolCall cancelled', 'toolCall completed', 'roundEnd', 'text', 'roundEnd'],
    );
    const call = turn.answer[3];
    assert.deepEqual(call?.type === 'toolCall' && [call.call.input, call.call.result, call.call.durationMs], [
      { server_name: 'tour', uri: 'docs://handbook' },
      [{ type: 'resource', server: 'tour', uri: 'docs://handbook', text: 'Rule 1 – “größer” 🚂\nRule 2' }],
      1,
    ]);
  });

  it('leaves out reasoning when that is wanted, and what providers keep with it always', () => {
    const signed: ThreadEvent = {
      type: 'reasoningEnded',
      at: 8,
      turnId: 'turn-1',
      providerMetadata: { vendor: { signature: 'opaque-signature' } },
    };
    const events = recordedEvents();
    events.splice(5, 0, signed);
    const state = stateOf(events);
    for (const text of [exportMarkdown(state), exportJson(state)]) {
      assert.match(text, /Hm /);
      assert.doesNotMatch(text, /opaque-signature/);
    }
    for (const text of [exportMarkdown(state, { omitsReasoning: true }), exportJson(state, { omitsReasoning: true })]) {
      assert.doesNotMatch(text, /Hm |Reasoning|"reasoning"/);
      assert.match(text, /Here is the plan\./);
    }
  });

  it('is named by the first message; by a command only where there is nothing else', () => {
    const command: ThreadEvent[] = [
      { type: 'turnStarted', at: 1, turnId: '1', text: '/help' },
      { type: 'commandAnswered', at: 2, turnId: '1', text: 'Help is here.' },
      { type: 'turnEnded', at: 3, turnId: '1', status: 'completed' },
    ];
    const asked: ThreadEvent = { type: 'turnStarted', at: 4, turnId: '2', text: 'Question' };
    assert.match(exportMarkdown(stateOf([...command, asked])), /^# Question\n/);
    assert.match(exportMarkdown(stateOf(command)), /^# \/help\n/);
  });

  it('has the branch that is shown and no other, and the turn that runs', () => {
    const turn = (id: string, text: string, parentId: string | null): ThreadEvent[] => [
      { type: 'turnStarted', at: Number(id), turnId: id, text, parentId },
      { type: 'turnEnded', at: Number(id), turnId: id, status: 'completed' },
    ];
    const state = stateOf([
      ...turn('1', 'First', null),
      ...turn('2', 'Second, once', '1'),
      ...turn('3', 'Second, again', '1'),
      { type: 'turnStarted', at: 4, turnId: '4', text: 'Third' },
      { type: 'threadRenamed', at: 5, title: 'A <b>title</b>\nof *mine*' },
    ]);
    const markdown = exportMarkdown(state);
    assert.match(markdown, /^# A &lt;b>title&lt;\/b> of \\\*mine\\\*\n/);
    for (const text of [markdown, exportJson(state)]) {
      assert.match(text, /First[^]*Second, again[^]*Third/);
      assert.doesNotMatch(text, /Second, once/);
    }
  });

  it('says where the model was let go on', () => {
    const state = stateOf([
      { type: 'turnStarted', at: 1, turnId: '1', text: 'Book for ever' },
      { type: 'turnEnded', at: 2, turnId: '1', status: 'maxRounds' },
      { type: 'turnStarted', at: 3, turnId: '2', text: '', isContinuation: true },
    ]);
    assert.match(exportMarkdown(state), /^## You\n\n\*Lets the answer go on\.\*$/m);
    const { turns } = JSON.parse(exportJson(state)) as { turns: { isContinuation?: boolean }[] };
    assert.deepEqual(
      turns.map(({ isContinuation }) => isContinuation),
      [undefined, true],
    );
  });

  it('names stored content by its id, with no byte of it', () => {
    const artifact = { id: 'tour/photo/00-image-0123456789abcdef.png', mimeType: 'image/png', bytes: 5 };
    const ended = withResult('x', [
      {
        type: 'materialAttached',
        at: 9,
        turnId: 't',
        materialId: 'm',
        origin: 'attachment',
        server: 'tour',
        uri: 'photo://1',
        chars: 0,
        blocks: [
          { type: 'image', artifact, isForModel: true },
          { type: 'artifact', kind: 'text', artifact, chars: 9_000, excerpt: 'The beginning' },
          { type: 'resourceLink', server: 'tour', uri: 'docs://x' },
          { type: 'placeholder', text: 'Unknown content' },
        ],
      },
    ]);
    const markdown = exportMarkdown(ended);
    assert.match(
      markdown,
      /Image, stored as `tour\/photo\/00-image-0123456789abcdef\.png` \(`image\/png`, 5 bytes\)\./,
    );
    assert.match(
      markdown,
      /Text, stored as `[^`]+` \(`image\/png`, 5 bytes\)\. It begins with:\n\n```\nThe beginning\n```/,
    );
    assert.match(markdown, /Link to the resource `docs:\/\/x` of `tour`\.\n\n```\nUnknown content\n```/);
  });

  it('says how a turn ended that did not complete, and what came late', () => {
    const state = stateOf([
      { type: 'turnStarted', at: 2, turnId: 't', text: 'Go' },
      { type: 'toolCallStarted', at: 3, turnId: 't', toolCallId: 'c', name: 'mcp__a__b' },
      {
        type: 'turnEnded',
        at: 4,
        turnId: 't',
        status: 'failed',
        error: { code: 'stream_broken', message: 'The connection ended.' },
      },
    ]);
    assert.match(exportMarkdown(state), /\*Ended as failed:\* `The connection ended\.`/);
    const turns = (JSON.parse(exportJson(state)) as ExportedThread).turns;
    assert.equal(turns[0]?.error?.code, 'stream_broken');
  });

  /** Lines outside of fences, as CommonMark reads them. */
  function outside(markdown: string): string[] {
    const lines: string[] = [];
    let fence: string | undefined;
    for (const line of markdown.split('\n')) {
      const marker = /^ {0,3}(`{3,}|~{3,})(.*)$/u.exec(line);
      if (fence === undefined && marker) fence = marker[1];
      else if (fence === undefined) lines.push(line);
      else if (marker?.[1]?.startsWith(fence) && marker[2]?.trim() === '') fence = undefined;
    }
    assert.equal(fence, undefined, 'a fence is left open');
    return lines;
  }

  it('keeps whatever a server sends inside of its fence', () => {
    const piece = fc.constantFrom(
      '```',
      '````',
      '`````json',
      '~~~',
      '\n',
      '\r\n',
      ' ',
      '# Forged',
      '</details>',
      '<b>',
      'x',
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (sent) => {
        const lines = outside(exportMarkdown(withResult(sent)));
        assert.deepEqual(
          lines.filter((line) => line.trim() !== ''),
          ['# Go', 'Begun 1970-01-01T00:00:00.001Z.', '## You', 'Go', '## Assistant'].concat([
            '### Call of `look` on `tour` – completed',
            'Result:',
          ]),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('writes any text into a fence or a span of code so that nothing in it ends it', () => {
    const text = fc.array(fc.constantFrom('`', '``', 'a', ' ', '\n'), { maxLength: 20 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, (written) => {
        const span = inCode(written);
        const ticks = /^`+/u.exec(span)?.[0] ?? '';
        const inner = span.slice(ticks.length, -ticks.length);
        assert.doesNotMatch(span, /\n/);
        assert.equal(
          Array.from(inner.matchAll(/`+/gu)).some(([run]) => run.length === ticks.length),
          false,
        );
        assert.deepEqual(outside(fenced(written)), []);
      }),
    );
  });

  it('closes what an answer leaves open, and shows its HTML as text where it is no code', () => {
    assert.equal(containedMarkdown('Look:\n```js\nlet a = "<b>";'), 'Look:\n```js\nlet a = "<b>";\n```');
    assert.equal(containedMarkdown('~~~~\nx\n'), '~~~~\nx\n~~~~');
    assert.equal(containedMarkdown('```\nx\n```\nend'), '```\nx\n```\nend');
    assert.equal(containedMarkdown('a < b, `<b>`, <details> <!-- x -->'), 'a < b, `<b>`, &lt;details> &lt;!-- x -->');
  });
});
