import assert from 'node:assert/strict';
import { DeltaBuffer } from '../../../src/core/agent/turn/deltaBuffer.ts';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { FakeTimers } from './fakes/fakeTimers.ts';

describe('DeltaBuffer', () => {
  let timers: FakeTimers;
  let passed: ThreadEvent[];
  let buffer: DeltaBuffer;

  beforeEach(() => {
    timers = new FakeTimers();
    passed = [];
    buffer = new DeltaBuffer({ append: (event) => passed.push(event), schedule: timers.schedule });
  });

  const text = (delta: string, at = 1): ThreadEvent => ({ type: 'textDelta', at, turnId: 'turn-1', delta });
  const reasoning = (delta: string): ThreadEvent => ({ type: 'reasoningDelta', at: 1, turnId: 'turn-1', delta });
  const progress = (toolCallId: string, value: number): ThreadEvent => {
    return { type: 'toolCallProgress', at: 1, turnId: 'turn-1', toolCallId, progress: value };
  };
  const roundEnded: ThreadEvent = { type: 'roundEnded', at: 9, turnId: 'turn-1' };

  it('joins the text of a frame of 30 ms into one event', () => {
    for (const word of ['One ', 'two ', 'three']) buffer.append(text(word));
    assert.deepEqual([passed, timers.delays], [[], [30]]);
    timers.elapse();
    assert.deepEqual(passed, [text('One two three')]);
    buffer.append(text('!', 40));
    timers.elapse();
    assert.deepEqual(passed, [text('One two three'), text('!', 40)]);
  });

  it('keeps text and reasoning apart and in order', () => {
    for (const event of [reasoning('Hm'), reasoning('m'), text('Yes'), reasoning('But')]) buffer.append(event);
    timers.elapse();
    assert.deepEqual(passed, [reasoning('Hmm'), text('Yes'), reasoning('But')]);
  });

  it('passes any other event at once, after what is gathered', () => {
    buffer.append(text('Hello'));
    buffer.append(roundEnded);
    assert.deepEqual(passed, [text('Hello'), roundEnded]);
    assert.deepEqual(timers.delays, []);
  });

  it('keeps the latest progress of each call', () => {
    for (const event of [progress('a', 1), progress('b', 5), progress('a', 2), progress('a', 3)]) buffer.append(event);
    timers.elapse();
    assert.deepEqual(passed, [progress('b', 5), progress('a', 3)]);
  });

  it('does not part the halves of a character that came in two frames', () => {
    buffer.append(text('train \ud83d'));
    timers.elapse();
    assert.deepEqual(passed, [text('train ')]);
    buffer.append(text('\ude82!'));
    timers.elapse();
    assert.deepEqual(passed, [text('train '), text('🚂!')]);
  });

  it('passes on half a character when nothing follows it', () => {
    buffer.append(text('\ud83d'));
    timers.elapse();
    buffer.append(roundEnded);
    assert.deepEqual(passed, [text('\ud83d'), roundEnded]);
  });

  it('leaves no timer and loses nothing when it is disposed', () => {
    buffer.append(text('Hello'));
    buffer.dispose();
    buffer.append(text('too late'));
    assert.deepEqual([passed, timers.delays], [[text('Hello')], []]);
  });
});
