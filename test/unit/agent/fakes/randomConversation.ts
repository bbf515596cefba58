import type { ThreadEvent } from '../../../../src/shared/thread/threadEvent.ts';
import type { SeededRandom } from '../../../support/seededRandom.ts';

/** Turns of random rounds: calls that are begun, completed, asked, ended in any way or left open. */
export function randomConversation(random: SeededRandom): ThreadEvent[] {
  const events: ThreadEvent[] = [];
  let count = 0;
  for (let turns = random.below(4); turns >= 0; turns -= 1) {
    const ofTurn = { at: 1, turnId: `turn-${(count += 1)}` };
    events.push({ type: 'turnStarted', ...ofTurn, text: random.below(4) === 0 ? '' : 'Go' });
    for (let rounds = random.below(4); rounds >= 0; rounds -= 1) {
      if (random.below(3) > 0)
        events.push({ type: 'textDelta', ...ofTurn, delta: random.below(4) === 0 ? ' ' : 'Well. ' });
      const ids = Array.from({ length: random.below(4) }, () => `call-${(count += 1)}`);
      for (const toolCallId of ids) {
        const ofCall = { ...ofTurn, toolCallId };
        if (random.below(2) === 0) events.push({ type: 'toolCallStarted', ...ofCall, name: 'x' });
        if (random.below(5) === 0) continue;
        const input = [null, 'broken', { a: 1 }, [1]][random.below(4)] ?? null;
        const target =
          random.below(3) === 0 ? ({ kind: 'unknown' } as const) : ({ kind: 'builtin', name: 'x' } as const);
        events.push({ type: 'toolCallReady', ...ofCall, name: 'x', target, input });
      }
      if (random.below(6) > 0) events.push({ type: 'roundEnded', ...ofTurn });
      for (const toolCallId of ids) {
        const ofCall = { ...ofTurn, toolCallId };
        if (random.below(2) === 0) events.push({ type: 'approvalRequested', ...ofCall, reason: '' });
        if (random.below(2) === 0) events.push({ type: 'toolCallRunning', ...ofCall });
        if (random.below(4) === 0) continue;
        const status = random.pick(['completed', 'failed', 'cancelled'] as const);
        const blocks = random.below(2) === 0 ? [] : [{ type: 'text' as const, text: 'result' }];
        const reason = status === 'cancelled' ? { reason: 'denied' as const } : {};
        events.push({ type: 'toolCallEnded', ...ofCall, status, ...reason, blocks });
      }
    }
    const status = random.pick(['completed', 'failed', 'cancelled', 'maxRounds', 'interrupted'] as const);
    if (random.below(5) > 0) events.push({ type: 'turnEnded', ...ofTurn, status });
  }
  return events;
}
