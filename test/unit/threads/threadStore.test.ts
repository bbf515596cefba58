import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { reduceThread } from '../../../src/shared/thread/threadReducer.ts';
import { emptyThread } from '../../../src/shared/thread/threadState.ts';
import { isToolCallEnded } from '../../../src/shared/thread/toolCall.ts';
import type { Logger } from '../../../src/core/base/logger.ts';
import { ThreadError } from '../../../src/core/threads/threadError.ts';
import { ThreadStore } from '../../../src/core/threads/threadStore.ts';
import { recordedEvents } from './threadEvents.ts';

describe('ThreadStore', () => {
  let storage: string;
  let store: ThreadStore;
  let complaints: string[];

  beforeEach(async () => {
    storage = await mkdtemp(join(tmpdir(), 'patchbay-store-'));
    complaints = [];
    const complain = (message: string): void => void complaints.push(message);
    const logger: Logger = { info: () => undefined, warn: complain, error: complain };
    let ids = 0;
    store = new ThreadStore({ storage, now: () => 1_000, newId: () => `thread-${(ids += 1)}`, logger });
  });
  afterEach(() => rm(storage, { recursive: true }));

  const fileOf = (id: string): string => join(storage, 'threads', id, 'events.jsonl');

  async function writeLog(id: string, content: string | Buffer): Promise<void> {
    await mkdir(join(storage, 'threads', id), { recursive: true });
    await writeFile(fileOf(id), content);
  }

  const linesOf = (events: readonly ThreadEvent[]): string =>
    events.map((event) => `${JSON.stringify(event)}\n`).join('');

  it('opens what it created', async () => {
    const created = await store.create('/home/ada/project');
    for (const event of recordedEvents(created.state.id).slice(1)) created.log.append(event);
    await created.log.flush();
    const { state, damage } = await store.open(created.state.id);
    const expected = recordedEvents(created.state.id).slice(1).reduce(reduceThread, created.state);
    assert.deepEqual(state.turns, expected.turns);
    assert.equal(state.workspace, '/home/ada/project');
    assert.deepEqual(damage, []);
  });

  it('ends a turn that was running when the process ended, once and on disk', async () => {
    await writeLog('thread-9', linesOf(recordedEvents('thread-9').slice(0, 12)));
    const { state, log } = await store.open('thread-9');
    await log.flush();
    assert.equal(state.current, undefined);
    assert.equal(state.turns[0]?.status, 'interrupted');
    const calls = state.turns[0].parts.flatMap((part) => (part.kind === 'toolCall' ? [part.call] : []));
    assert.deepEqual(
      calls.map((call) => call.status === 'cancelled' && call.reason),
      ['interrupted', 'interrupted'],
    );
    const again = await store.open('thread-9');
    assert.deepEqual(again.state, state);
    const written = (await readFile(fileOf('thread-9'), 'utf8')).trimEnd().split('\n');
    assert.equal(written.filter((line) => line.includes('turnEnded')).length, 1);
  });

  it('opens a log cut at any byte without losing a whole line, and goes on with it', async () => {
    const events = recordedEvents('thread-9');
    const bytes = Buffer.from(linesOf(events));
    const next: ThreadEvent = { type: 'turnStarted', at: 2_000, turnId: 'turn-2', text: 'Go on' };
    for (let length = 0; length <= bytes.length; length += 1) {
      const cut = bytes.subarray(0, length);
      const wholeLines = cut.filter((byte) => byte === 0x0a).length;
      await writeLog('thread-9', cut);
      const { state, log, damage } = await store.open('thread-9');
      // A line that lacks its line break only is whole, too.
      const isOneMore = bytes[length] === 0x0a;
      const kept = events.slice(0, wholeLines + (isOneMore ? 1 : 0));
      const end: ThreadEvent = { type: 'turnEnded', at: 1_000, turnId: 'turn-1', status: 'interrupted' };
      const before = kept.reduce(reduceThread, emptyThread('thread-9', 1_000));
      const expected = before.current ? reduceThread(before, end) : before;
      assert.deepEqual(state, { ...expected, createdAt: state.createdAt }, `cut at ${length}`);
      assert.deepEqual(damage, [], `cut at ${length}`);
      const open = state.turns
        .flatMap((turn) => turn.parts)
        .filter((part) => part.kind === 'toolCall' && !isToolCallEnded(part.call));
      assert.deepEqual(open, [], `cut at ${length}`);
      log.append(next);
      await log.flush();
      const written = await readFile(fileOf('thread-9'), 'utf8');
      const lines: ThreadEvent[] = [...kept, ...(before.current ? [end] : []), next];
      assert.equal(written, linesOf(lines), `cut at ${length}`);
    }
  }).timeout(30_000);

  it('opens a log with a damaged line, says so, and keeps the rest', async () => {
    const lines = linesOf(recordedEvents('thread-9')).split('\n');
    lines[0] = '{"type":"threadCreated"';
    await writeLog('thread-9', lines.join('\n'));
    const { state, damage } = await store.open('thread-9');
    assert.equal(state.id, 'thread-9');
    assert.equal(state.turns.length, 1);
    assert.equal(damage.length, 1);
    assert.match(complaints.join('\n'), /thread-9.*line 1/);
  });

  it('says that there is no such conversation', async () => {
    for (const id of ['missing', '../thread-1', '', 'a/b', '.']) {
      await assert.rejects(store.open(id), (error) => error instanceof ThreadError && error.code === 'not_found', id);
    }
  });

  it('lists the conversations with a turn, the last used first, titled by what was asked first', async () => {
    await writeLog('older', linesOf(recordedEvents('older')));
    await writeLog(
      'newer',
      linesOf([recordedEvents('newer')[0]!, { type: 'turnStarted', at: 5, turnId: 't', text: 'x'.repeat(200) }]),
    );
    await store.create();
    await utimes(fileOf('older'), 100, 100);
    await utimes(fileOf('newer'), 200, 200);
    const summaries = await store.list();
    assert.deepEqual(
      summaries.map(({ id, title }) => [id, title]),
      [
        ['newer', `${'x'.repeat(79)}…`],
        ['older', 'Plan a trip to Zürich 🏔️'],
      ],
    );
    assert.deepEqual(summaries[1], {
      id: 'older',
      title: 'Plan a trip to Zürich 🏔️',
      workspace: '/home/ada/project',
      createdAt: 1,
      updatedAt: 100_000,
    });
  });

  it('lists a conversation whose first message is very long or damaged', async () => {
    const [created] = recordedEvents('long') as [ThreadEvent];
    const text = `First line\n${'long '.repeat(40_000)}`;
    await writeLog('long', linesOf([created, { type: 'turnStarted', at: 5, turnId: 't', text }]));
    await writeLog('damaged', `${JSON.stringify(created)}\n{"type":"turnStarted",\n`);
    const titles = new Map((await store.list()).map(({ id, title }) => [id, title]));
    assert.deepEqual(
      titles,
      new Map([
        ['long', 'First line'],
        ['damaged', 'Conversation without a title'],
      ]),
    );
  });

  it('lists the others when one cannot be read', async () => {
    await writeLog('good', linesOf(recordedEvents('good')));
    await mkdir(fileOf('bad'), { recursive: true });
    await writeFile(join(storage, 'threads', 'stray'), '');
    assert.deepEqual(
      (await store.list()).map(({ id }) => id),
      ['good'],
    );
    assert.match(complaints.join('\n'), /bad/);
  });

  it('lists nothing before there is anything', async () => {
    assert.deepEqual(await store.list(), []);
  });
});
