import assert from 'node:assert/strict';
import fc from 'fast-check';
import { alternativesOf } from '../../../src/shared/thread/branches.ts';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { reduceThread } from '../../../src/shared/thread/threadReducer.ts';
import type { ThreadState, Turn } from '../../../src/shared/thread/threadState.ts';
import { emptyThread } from '../../../src/shared/thread/threadState.ts';

/** What a person does: goes on, sends an earlier message again, or looks at another branch. Numbers choose among turns. */
const step = fc.oneof(
  fc.constant({ do: 'goOn' } as const),
  fc.record({ do: fc.constant('resend' as const), which: fc.nat(50) }),
  fc.record({ do: fc.constant('select' as const), which: fc.nat(50) }),
);

describe('the branches of a conversation', () => {
  it('lose no turn, and show a whole path, whatever is sent again and looked at', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const events: ThreadEvent[] = [];
        let state = emptyThread('t', 0);
        const apply = (event: ThreadEvent): void => {
          events.push(event);
          state = reduceThread(state, event);
          expectSound(state);
        };
        for (const [index, taken] of steps.entries()) {
          const at = index + 1;
          const all = allTurns(state);
          const chosen = taken.do === 'goOn' ? undefined : all[taken.which % Math.max(1, all.length)];
          if (taken.do === 'select') {
            if (chosen) apply({ type: 'branchSelected', at, turnId: chosen.id });
            assert.ok(!chosen || state.turns.some(({ id }) => id === chosen.id));
            continue;
          }
          const turnId = `turn-${index}`;
          const place = chosen ? { parentId: chosen.parentId ?? null } : {};
          apply({ type: 'turnStarted', at, turnId, text: turnId, ...place });
          apply({ type: 'turnEnded', at, turnId, status: 'completed' });
          assert.equal(state.turns.at(-1)?.id, turnId);
          assert.equal(allTurns(state).length, all.length + 1);
          if (chosen) {
            const versions = alternativesOf(state, state.turns.at(-1) ?? assert.fail()).map(({ id }) => id);
            assert.deepEqual([versions.includes(chosen.id), versions.at(-1)], [true, turnId]);
          }
        }
        assert.deepEqual(events.reduce(reduceThread, emptyThread('t', 0)), state);
      }),
      { numRuns: 300 },
    );
  });

  it('are left as they are by what names no turn of them', () => {
    const started: ThreadEvent = { type: 'turnStarted', at: 1, turnId: 'a', text: 'A' };
    const state = [started, { type: 'turnEnded', at: 2, turnId: 'a', status: 'completed' } as const].reduce(
      reduceThread,
      emptyThread('t', 0),
    );
    assert.equal(reduceThread(state, { type: 'branchSelected', at: 3, turnId: 'nowhere' }), state);
    assert.equal(reduceThread(state, { ...started, at: 4 }), state);
    const next = reduceThread(state, { ...started, at: 5, turnId: 'b', parentId: 'nowhere' });
    assert.deepEqual([next.current?.parentId, next.otherTurns], ['a', []]);
  });
});

function allTurns({ turns, otherTurns }: ThreadState): readonly Turn[] {
  return [...turns, ...otherTurns].sort((a, b) => a.startedAt - b.startedAt);
}

function expectSound({ turns, otherTurns, current }: ThreadState): void {
  const path = current ? [...turns, current] : turns;
  for (const [index, turn] of path.entries()) assert.equal(turn.parentId, path[index - 1]?.id);
  const ids = [...path, ...otherTurns].map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'a turn is there twice');
  for (const { parentId } of otherTurns) assert.ok(parentId === undefined || ids.includes(parentId));
  const end = path.at(-1);
  if (!current && end) assert.ok(!otherTurns.some(({ parentId }) => parentId === end.id), 'the path goes on');
}
