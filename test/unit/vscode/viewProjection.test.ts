import assert from 'node:assert/strict';
import { reduceThread } from '../../../src/shared/thread/threadReducer.ts';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { emptyThread } from '../../../src/shared/thread/threadState.ts';
import { findBlockText } from '../../../src/vscode/contentOwner.ts';
import { answerChars, previewChars, projectEvent, projectThread } from '../../../src/vscode/viewProjection.ts';

const long = 'x'.repeat(previewChars * 3);
const longAnswer = '- a tool\n'.repeat(answerChars);
const target = { kind: 'tool', server: 'docs', tool: 'search' } as const;
const turn = { at: 1, turnId: 'turn' } as const;
const events: readonly ThreadEvent[] = [
  { ...turn, type: 'turnStarted', text: 'Find it' },
  {
    ...turn,
    type: 'materialAttached',
    materialId: 'material',
    origin: 'mention',
    server: 'docs',
    uri: 'docs://long',
    chars: long.length,
    blocks: [{ type: 'resource', server: 'docs', uri: 'docs://long', text: long }],
  },
  {
    ...turn,
    type: 'promptInserted',
    server: 'docs',
    prompt: 'summarize',
    arguments: {},
    messages: [{ role: 'user', blocks: [{ type: 'text', text: long }] }],
  },
  { ...turn, type: 'toolCallReady', toolCallId: 'call', name: 'mcp__docs__search', target, input: {} },
  {
    ...turn,
    type: 'toolCallEnded',
    toolCallId: 'call',
    status: 'completed',
    blocks: [
      { type: 'text', text: 'short' },
      { type: 'json', text: long },
    ],
  },
  { ...turn, type: 'skillInserted', server: 'docs', skill: 'style', uri: 'skill://style', text: long },
  { ...turn, type: 'toolCallReady', toolCallId: 'slow', name: 'mcp__docs__search', target, input: {} },
  { ...turn, type: 'toolCallEnded', toolCallId: 'slow', status: 'failed', blocks: [] },
  { ...turn, type: 'lateResultArrived', toolCallId: 'slow', isError: false, blocks: [{ type: 'text', text: long }] },
  { ...turn, type: 'commandAnswered', text: longAnswer },
];

describe('what the view gets of a long conversation', () => {
  const thread = events.reduce(reduceThread, emptyThread('thread', 0));

  it('is a preview of each long text, whose whole can be found again', () => {
    const shown = projectThread(thread).current;
    const blocks = [
      ...(shown?.materials[0]?.blocks ?? []),
      ...(shown?.prompt?.messages[0]?.blocks ?? []),
      ...(shown?.parts[0]?.kind === 'toolCall' && 'blocks' in shown.parts[0].call ? shown.parts[0].call.blocks : []),
    ];
    const cut = blocks.filter((block) => 'cut' in block && block.cut !== undefined);
    assert.equal(cut.length, 3);
    for (const block of cut) {
      assert.ok('text' in block && 'cut' in block && block.cut);
      assert.equal(block.text.length, previewChars);
      assert.equal(block.cut.chars, long.length);
      assert.equal(findBlockText(thread, block.cut.ownerId, block.cut.block), long);
    }
  });

  it('is the same whether it came as a snapshot or event by event', () => {
    let whole = emptyThread('thread', 0);
    let replica = whole;
    for (const event of events) {
      whole = reduceThread(whole, event);
      replica = reduceThread(replica, projectEvent(whole, event));
    }
    assert.deepEqual(replica, projectThread(thread));
  });

  it('has the heads of skills, of late results and of long answers of the host, and their wholes can be found', () => {
    const shown = projectThread(thread).current!;
    const late = shown.parts[1];
    const answer = shown.parts[2];
    assert.ok(late?.kind === 'toolCall' && 'late' in late.call && late.call.late);
    assert.ok(answer?.kind === 'hostAnswer');
    const lateBlock = late.call.late.blocks[0];
    assert.ok(lateBlock?.type === 'text');
    assert.ok(answer.text.length <= answerChars && answer.text.endsWith('- a tool'), 'cut after a line');
    for (const [{ cut }, whole] of [
      [shown.skills[0]!, long],
      [lateBlock, long],
      [answer, longAnswer],
    ] as const) {
      assert.ok(cut);
      assert.equal(findBlockText(thread, cut.ownerId, cut.block), whole);
    }
  });

  it('has previews of the branches that are not shown, too', () => {
    const ended = reduceThread(thread, { ...turn, type: 'turnEnded', status: 'completed' });
    const again: ThreadEvent = { at: 2, turnId: 'again', type: 'turnStarted', text: 'Find it', parentId: null };
    const branched = reduceThread(ended, again);
    const [other] = projectThread(branched).otherTurns;
    assert.equal(other?.skills[0]?.text.length, previewChars);
    assert.equal(findBlockText(branched, 'material', 0), long);
  });

  it('keeps a short text whole, without a reference', () => {
    const ended = projectEvent(thread, events[4]!);
    assert.ok(ended.type === 'toolCallEnded');
    assert.deepEqual(ended.blocks[0], { type: 'text', text: 'short' });
  });

  it('finds nothing for an owner that does not exist', () => {
    assert.equal(findBlockText(thread, 'nobody', 0), undefined);
  });
});
