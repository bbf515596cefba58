import assert from 'node:assert/strict';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { threadEventSchema } from '../../../src/shared/thread/threadEvent.ts';
import { reduceThread } from '../../../src/shared/thread/threadReducer.ts';
import type { ThreadState } from '../../../src/shared/thread/threadState.ts';
import { emptyThread } from '../../../src/shared/thread/threadState.ts';
import type { ToolCall } from '../../../src/shared/thread/toolCall.ts';
import { isToolCallEnded } from '../../../src/shared/thread/toolCall.ts';
import { recordedEvents } from '../threads/threadEvents.ts';

const turnId = 'turn-1';
const ofCall = { turnId, toolCallId: 'call-1' };
const started: ThreadEvent = { type: 'turnStarted', at: 1, turnId, text: 'Go' };
const callStarted: ThreadEvent = { type: 'toolCallStarted', at: 2, ...ofCall, name: 'book' };
const ready: ThreadEvent = {
  type: 'toolCallReady',
  at: 3,
  ...ofCall,
  name: 'book',
  target: { kind: 'tool', server: 'tour', tool: 'book' },
  input: { city: 'Paris' },
};
const requested: ThreadEvent = { type: 'approvalRequested', at: 4, ...ofCall, reason: 'You have not allowed it.' };
const allowed: ThreadEvent = { type: 'approvalResolved', at: 5, ...ofCall, decision: 'allowed', by: 'person' };
const running: ThreadEvent = { type: 'toolCallRunning', at: 6, ...ofCall };
const progress: ThreadEvent = { type: 'toolCallProgress', at: 7, ...ofCall, progress: 1, total: 2 };
const ended: ThreadEvent = {
  type: 'toolCallEnded',
  at: 16,
  ...ofCall,
  status: 'completed',
  blocks: [{ type: 'text', text: 'Booked' }],
};
const turnEnded: ThreadEvent = { type: 'turnEnded', at: 20, turnId, status: 'completed' };

function reduce(...events: readonly ThreadEvent[]): ThreadState {
  return events.reduce(reduceThread, emptyThread('thread-1', 0));
}

function callOf(state: ThreadState): ToolCall | undefined {
  const parts = (state.current ?? state.turns.at(-1))?.parts ?? [];
  const part = parts.find(({ kind }) => kind === 'toolCall');
  return part?.kind === 'toolCall' ? part.call : undefined;
}

describe('reduceThread', () => {
  it('takes a call through its states', () => {
    const steps = [callStarted, ready, requested, allowed, running, progress, ended];
    const states = steps.map((_, index) => callOf(reduce(started, ...steps.slice(0, index + 1))));
    assert.deepEqual(
      states.map((call) => call?.status),
      ['streaming', 'ready', 'pendingApproval', 'ready', 'running', 'running', 'completed'],
    );
    assert.deepEqual(states.at(-1), {
      id: 'call-1',
      name: 'book',
      target: { kind: 'tool', server: 'tour', tool: 'book' },
      input: { city: 'Paris' },
      status: 'completed',
      blocks: [{ type: 'text', text: 'Booked' }],
      durationMs: 10,
    });
  });

  it('accepts a call that comes complete at once', () => {
    assert.equal(callOf(reduce(started, ready))?.status, 'ready');
  });

  it('lets the first result of a call stand', () => {
    const once = reduce(started, ready, running, ended);
    const late: ThreadEvent[] = [
      { ...ended, status: 'failed', blocks: [] },
      { ...ended, status: 'cancelled', reason: 'aborted', blocks: [] },
      callStarted,
      ready,
      requested,
      allowed,
      running,
      progress,
    ];
    for (const event of late) assert.equal(reduceThread(once, event), once, event.type);
  });

  it('begins a call once', () => {
    const waiting = reduce(started, callStarted, ready, requested);
    for (const event of [callStarted, ready]) assert.equal(reduceThread(waiting, event), waiting, event.type);
  });

  it('ignores events of calls and turns it does not know, and of turns that are over', () => {
    const before = reduce(started, ready);
    const strangers: ThreadEvent[] = [
      { ...running, toolCallId: 'call-9' },
      { ...ended, toolCallId: 'call-9' },
      { type: 'textDelta', at: 9, turnId: 'turn-9', delta: 'x' },
      { ...turnEnded, turnId: 'turn-9' },
    ];
    for (const event of strangers) assert.equal(reduceThread(before, event), before, event.type);
    const over = reduce(started, ready, turnEnded);
    for (const event of [ready, running, ended, turnEnded]) assert.equal(reduceThread(over, event), over, event.type);
  });

  it('ends every open call with its turn and says why', () => {
    const open = [[callStarted], [ready], [ready, requested], [ready, running]];
    for (const [status, reason] of [
      ['interrupted', 'interrupted'],
      ['cancelled', 'aborted'],
      ['failed', 'aborted'],
    ] as const) {
      for (const events of open) {
        const call = callOf(reduce(started, ...events, { ...turnEnded, status }));
        assert.equal(call?.status === 'cancelled' && call.reason, reason);
      }
    }
    assert.equal(callOf(reduce(started, ready, running, ended, turnEnded))?.status, 'completed');
  });

  it('ends a turn that is followed by another as interrupted', () => {
    const state = reduce(started, ready, { type: 'turnStarted', at: 30, turnId: 'turn-2', text: 'Next' });
    assert.deepEqual([state.turns[0]?.status, state.current?.id], ['interrupted', 'turn-2']);
    assert.equal(callOf({ ...state, current: undefined })?.status, 'cancelled');
  });

  it('joins text that follows text of its kind, and no other', () => {
    const text = (delta: string): ThreadEvent => ({ type: 'textDelta', at: 1, turnId, delta });
    const reasoning = (delta: string): ThreadEvent => ({ type: 'reasoningDelta', at: 1, turnId, delta });
    const roundEnded: ThreadEvent = { type: 'roundEnded', at: 1, turnId };
    const { current } = reduce(
      started,
      reasoning('Hm'),
      reasoning('m'),
      text('One'),
      text(' two'),
      roundEnded,
      text('Three'),
    );
    assert.deepEqual(current?.parts, [
      { kind: 'reasoning', text: 'Hmm' },
      { kind: 'markdown', text: 'One two' },
      { kind: 'roundEnd', usage: undefined, model: undefined },
      { kind: 'markdown', text: 'Three' },
    ]);
  });

  it('leaves what did not change as it was, so that views redraw nothing', () => {
    const before = reduce(...recordedEvents(), { type: 'turnStarted', at: 30, turnId: 'turn-2', text: 'Next' });
    const after = reduceThread(before, { type: 'textDelta', at: 31, turnId: 'turn-2', delta: 'Hi' });
    assert.equal(after.turns, before.turns);
    assert.notEqual(after.current, before.current);
  });

  it('changes no state it was given', () => {
    const freeze = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
      Object.freeze(value);
      Object.values(value).forEach(freeze);
    };
    let state = emptyThread('thread-1', 0);
    const second = [started, callStarted, ready, running, progress, turnEnded].map((it) => ({
      ...it,
      turnId: 'turn-2',
    }));
    for (const event of [...recordedEvents(), ...second]) {
      freeze(state);
      freeze(event);
      state = reduceThread(state, event);
    }
    assert.equal(state.turns.length, 2);
  });

  it('gives the same state for events that went through JSON and their schema', () => {
    const stored = recordedEvents().map((event) => threadEventSchema.parse(JSON.parse(JSON.stringify(event))));
    assert.deepEqual(reduce(...stored), reduce(...recordedEvents()));
  });

  it('leaves no call open in a turn that has ended, after any prefix of a conversation', () => {
    const events = recordedEvents();
    for (let length = 2; length < events.length; length += 1) {
      const state = reduce(...events.slice(0, length), { ...turnEnded, status: 'interrupted' });
      for (const part of state.turns[0]?.parts ?? []) {
        assert.ok(part.kind !== 'toolCall' || isToolCallEnded(part.call));
      }
    }
  });
});
