import { StateStore } from '../../src/shared/state/stateStore.ts';
import type { ThreadEvent } from '../../src/shared/thread/threadEvent.ts';
import { reduceThread } from '../../src/shared/thread/threadReducer.ts';
import { emptyThread } from '../../src/shared/thread/threadState.ts';
import type { ThreadState } from '../../src/shared/thread/threadState.ts';
import { projectEvent, projectThread } from '../../src/vscode/viewProjection.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './comparison.ts';
import type { Timed } from './comparison.ts';

const threadId = 'thread';
const deltasARun = 1_000;

/** What a piece of text costs in a long conversation, in the extension host. */
export const deltaTime: Benchmark = {
  name: 'delta-time',
  budgets: [{ what: 'time per delta in a 10,000-message thread ÷ in a 10-message thread', atMost: 1.2, unit: '×' }],
  async measure() {
    const { measured, note } = await compare(stream(10_000), stream(10), { warmUps: 30, counted: 300 });
    return [{ measured, note: `${note} of ${deltasARun} deltas` }];
  },
};

/** Streams an answer into the last turn of a thread, as the thread's runner and the chat do. */
function stream(messages: number): Timed {
  const thread = aThread(messages);
  return () => {
    const turnId = 'last';
    let state = reduceThread(thread, { type: 'turnStarted', at: 0, turnId, text: 'And now?' });
    const store = new StateStore({
      model: { id: '', label: '', isDemo: false },
      servers: [],
      configIssues: [],
      thread: projectThread(state),
      draft: { text: '', revision: 0, attachments: [] },
      sendOn: 'enter',
    });
    const start = performance.now();
    for (let at = 0; at < deltasARun; at += 1) {
      const event: ThreadEvent = { type: 'textDelta', at, turnId, delta: 'word ' };
      state = reduceThread(state, event);
      store.dispatch({ type: 'thread/advanced', event: projectEvent(state, event) });
    }
    return Promise.resolve(performance.now() - start);
  };
}

/** A thread of questions and answers by turns. */
function aThread(messages: number): ThreadState {
  let state = emptyThread(threadId, 0);
  for (let message = 0; message < messages; message += 2) {
    const turnId = `turn-${message}`;
    const events: ThreadEvent[] = [
      { type: 'turnStarted', at: message, turnId, text: `Question ${message}` },
      { type: 'textDelta', at: message, turnId, delta: `Answer ${message}. `.repeat(20) },
      { type: 'roundEnded', at: message, turnId },
      { type: 'turnEnded', at: message, turnId, status: 'completed' },
    ];
    state = events.reduce(reduceThread, state);
  }
  return state;
}
