import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
    await created.release();
    const { state, damage } = await store.open(created.state.id);
    const expected = recordedEvents(created.state.id).slice(1).reduce(reduceThread, created.state);
    assert.deepEqual(state.turns, expected.turns);
    assert.equal(state.workspace, '/home/ada/project');
    assert.deepEqual(damage, []);
  });

  it('ends a turn that was running when the process ended, once and on disk', async () => {
    await writeLog('thread-9', linesOf(recordedEvents('thread-9').slice(0, 12)));
    const { state, log, release } = await store.open('thread-9');
    await log.flush();
    await release();
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
      const { state, log, damage, release } = await store.open('thread-9');
      // A line that lacks its line break only is whole, too.
      const isOneMore = bytes[length] === 0x0a;
      const kept = events.slice(0, wholeLines + (isOneMore ? 1 : 0));
      const end: ThreadEvent = { type: 'turnEnded', at: 1_000, turnId: 'turn-1', status: 'interrupted' };
      const before = kept.reduce(reduceThread, emptyThread('thread-9', 1_000));
      const expected = before.current ? reduceThread(before, end) : before;
      assert.deepEqual(state, { ...expected, createdAt: state.createdAt, compacting: undefined }, `cut at ${length}`);
      assert.deepEqual(damage, [], `cut at ${length}`);
      const open = state.turns
        .flatMap((turn) => turn.parts)
        .filter((part) => part.kind === 'toolCall' && !isToolCallEnded(part.call));
      assert.deepEqual(open, [], `cut at ${length}`);
      log.append(next);
      await log.flush();
      await release();
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

  it('opens a thread for one at a time; who comes second can read it, and interrupts nothing', async () => {
    await writeLog('thread-9', linesOf(recordedEvents('thread-9').slice(0, 12)));
    const open = await store.open('thread-9');
    open.log.append({ type: 'turnStarted', at: 30, turnId: 'turn-2', text: 'Go on' });
    await open.log.flush();
    const before = await readFile(fileOf('thread-9'));
    await assert.rejects(store.open('thread-9'), (error) => error instanceof ThreadError && error.code === 'locked');
    const read = await store.read('thread-9');
    assert.deepEqual([read.isOpen, read.state.current?.id, read.state.turns.length], [true, 'turn-2', 1]);
    assert.deepEqual(await readFile(fileOf('thread-9')), before);
    await open.release();
    await (await store.open('thread-9')).release();
  });

  it('reads a thread that nobody has open, with what was interrupted, and writes nothing', async () => {
    await writeLog('thread-9', linesOf(recordedEvents('thread-9').slice(0, 12)));
    const before = await readFile(fileOf('thread-9'));
    const { state, isOpen } = await store.read('thread-9');
    assert.deepEqual([isOpen, state.turns[0]?.status], [false, 'interrupted']);
    assert.deepEqual(await readFile(fileOf('thread-9')), before);
    await assert.rejects(store.read('missing'), { code: 'not_found' });
  });

  it('leaves out events of a newer version, without calling them damage, and keeps them in the log', async () => {
    const newer = '{"type":"somethingNew","at":7,"turnId":"turn-1"}';
    const lines = linesOf(recordedEvents('thread-9')).split('\n');
    lines.splice(4, 0, newer);
    await writeLog('thread-9', lines.join('\n') + newer);
    const { state, damage, log, release } = await store.open('thread-9');
    assert.deepEqual(damage, []);
    assert.deepEqual(state.turns, recordedEvents('thread-9').reduce(reduceThread, emptyThread('thread-9', 1)).turns);
    log.append({ type: 'threadRenamed', at: 30, title: 'Trip' });
    await log.flush();
    await release();
    const written = (await readFile(fileOf('thread-9'), 'utf8')).split('\n');
    assert.equal(written.filter((line) => line === newer).length, 2);
    assert.equal((await store.read('thread-9')).state.title, 'Trip');
  });

  it('opens a log in which turns are written twice and the beginning is missing', async () => {
    const [, ...turn] = recordedEvents('thread-9');
    await writeLog(
      'thread-9',
      linesOf([...turn, ...turn, { type: 'turnEnded', at: 99, turnId: 'nobody', status: 'failed' }]),
    );
    const { state, damage } = await store.read('thread-9');
    assert.deepEqual(damage, []);
    assert.equal(state.createdAt, 2);
    assert.deepEqual(state.turns, turn.reduce(reduceThread, emptyThread('thread-9', 2)).turns);
  });

  it('opens 10,000 turns in pieces between which the process does other work', async () => {
    const turns = Array.from({ length: 10_000 }, (_, index): ThreadEvent[] => [
      { type: 'turnStarted', at: index, turnId: `turn-${index}`, text: `Question ${index}` },
      { type: 'textDelta', at: index, turnId: `turn-${index}`, delta: `Answer ${index}` },
      { type: 'turnEnded', at: index, turnId: `turn-${index}`, status: 'completed' },
    ]);
    await writeLog('thread-9', linesOf(turns.flat()));
    let otherWork = 0;
    const timer = setInterval(() => (otherWork += 1), 1);
    const { state } = await store.read('thread-9');
    clearInterval(timer);
    assert.equal(state.turns.length, 10_000);
    assert(otherWork >= 5, `other work was done ${otherWork} times`);
  });
});
