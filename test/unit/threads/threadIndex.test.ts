import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import type { Logger } from '../../../src/core/base/logger.ts';
import { ThreadIndex } from '../../../src/core/threads/threadIndex.ts';
import { ThreadLock } from '../../../src/core/threads/threadLock.ts';
import { recordedEvents } from './threadEvents.ts';

describe('ThreadIndex', () => {
  let storage: string;
  let complaints: string[];
  let logger: Logger;

  beforeEach(async () => {
    storage = await mkdtemp(join(tmpdir(), 'patchbay-index-'));
    complaints = [];
    const complain = (message: string): void => void complaints.push(message);
    logger = { info: () => undefined, warn: complain, error: complain };
  });
  afterEach(() => rm(storage, { recursive: true }));

  const list = () => new ThreadIndex(storage, logger).list();
  const titles = async (): Promise<string[]> => (await list()).map(({ title }) => title);
  const fileOf = (id: string): string => join(storage, 'threads', id, 'events.jsonl');
  const indexFile = (): string => join(storage, 'threads', 'index.json');
  const linesOf = (events: readonly ThreadEvent[]): string =>
    events.map((event) => `${JSON.stringify(event)}\n`).join('');

  async function writeLog(id: string, content: string): Promise<void> {
    await mkdir(join(storage, 'threads', id), { recursive: true });
    await writeFile(fileOf(id), content);
  }

  /** A thread with one turn, begun at `at`. */
  async function asked(id: string, text: string, at = 5): Promise<void> {
    const created = { type: 'threadCreated', at: 1, version: 1, threadId: id } as const;
    await writeLog(id, linesOf([created, { type: 'turnStarted', at, turnId: 't', text }]));
    await utimes(fileOf(id), 50, 50);
  }

  /** Another text of the same length under the same time: who looks into the log would see it. */
  async function changeUnseen(id: string, from: string, to: string): Promise<void> {
    await writeFile(fileOf(id), (await readFile(fileOf(id), 'utf8')).replace(from, to));
    await utimes(fileOf(id), 50, 50);
  }

  it('lists the conversations in which something was asked, the last used first', async () => {
    await writeLog('older', linesOf(recordedEvents('older')));
    await asked('newer', 'x'.repeat(200), 90);
    await writeLog('empty', linesOf(recordedEvents('empty').slice(0, 1)));
    const summaries = await list();
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
      updatedAt: 20,
      turns: 1,
      isInterrupted: false,
    });
  });

  it('calls a conversation as the person named it last', async () => {
    const renamed = (title: string): ThreadEvent => ({ type: 'threadRenamed', at: 30, title });
    await writeLog('a', linesOf([...recordedEvents('a'), renamed('Trip'), renamed('Alps')]));
    await writeLog('b', linesOf([...recordedEvents('b'), renamed('Trip'), renamed(' ')]));
    assert.deepEqual((await titles()).sort(), ['Alps', 'Plan a trip to Zürich 🏔️']);
  });

  it('reads no log again that has not changed since', async () => {
    await asked('one', 'Question 1');
    await asked('two', 'Question 2');
    assert.deepEqual((await titles()).sort(), ['Question 1', 'Question 2']);
    await changeUnseen('one', 'Question 1', 'Question 9');
    assert.deepEqual((await titles()).sort(), ['Question 1', 'Question 2']);
    const { ino, mtimeMs } = await stat(indexFile());
    await list();
    const again = await stat(indexFile());
    assert.deepEqual([again.ino, again.mtimeMs], [ino, mtimeMs]);
  });

  it('reads a log again whose size or time has changed, and forgets one that is gone', async () => {
    await asked('one', 'One');
    await asked('two', 'Two');
    await asked('three', 'Tri');
    await list();
    await appendFile(fileOf('one'), linesOf([{ type: 'threadRenamed', at: 9, title: 'Renamed' }]));
    await changeUnseen('two', 'Two', '222');
    await utimes(fileOf('two'), 77, 77);
    await rm(join(storage, 'threads', 'three'), { recursive: true });
    assert.deepEqual((await titles()).sort(), ['222', 'Renamed']);
    assert.doesNotMatch(await readFile(indexFile(), 'utf8'), /three/);
  });

  for (const [state, content] of [
    ['missing', undefined],
    ['empty', ''],
    ['cut', '{"version":1,"threads":{"one":{"size":1,'],
    ['of another version', '{"version":2,"threads":{}}'],
    ['of other content', '{"version":1,"threads":{"one":{"size":"big"},"two":7,"other":null}}'],
  ] as const) {
    it(`is made anew from the logs when its file is ${state}`, async () => {
      await asked('one', 'Question 1');
      await asked('two', 'Question 2');
      await list();
      const sound = JSON.parse(await readFile(indexFile(), 'utf8')) as { threads: object };
      await (content === undefined ? rm(indexFile()) : writeFile(indexFile(), content));
      assert.deepEqual((await titles()).sort(), ['Question 1', 'Question 2']);
      assert.deepEqual(JSON.parse(await readFile(indexFile(), 'utf8')), sound);
    });
  }

  it('is right in each of two windows that write it at the same time', async () => {
    for (let run = 0; run < 10; run += 1) {
      await asked(`thread-${run}`, `Question ${run}`);
      const [one, other] = await Promise.all([list(), list()]);
      assert.equal(one.length, run + 1);
      assert.deepEqual(other, one);
      assert.match(await readFile(indexFile(), 'utf8'), /^\{"version":1,.*\}$/);
    }
  });

  it('lists the conversations also where it cannot be written', async () => {
    await asked('one', 'Question 1');
    await mkdir(indexFile(), { recursive: true });
    assert.deepEqual(await titles(), ['Question 1']);
    assert.match(complaints.join('\n'), /index\.json cannot be written/);
  });

  it('tells a turn that runs somewhere from one that was interrupted', async () => {
    await asked('runs', 'Question 1');
    await asked('killed', 'Question 2');
    const ended: ThreadEvent = { type: 'turnEnded', at: 99, turnId: 't', status: 'interrupted' };
    await asked('found', 'Question 3');
    await appendFile(fileOf('found'), linesOf([ended]));
    const lock = await ThreadLock.acquire(join(storage, 'threads', 'runs'), logger);
    const state = async () => new Map((await list()).map(({ id, isInterrupted }) => [id, isInterrupted]));
    assert.deepEqual(Object.fromEntries(await state()), { runs: false, killed: true, found: true });
    await lock.release();
    assert.equal((await state()).get('runs'), true);
  });

  it('names a conversation by its first message; by a command only where there is nothing else', async () => {
    const commandOf = (turnId: string, text: string): ThreadEvent[] => [
      { type: 'turnStarted', at: 5, turnId, text },
      { type: 'commandAnswered', at: 6, turnId, text: 'Help is here.' },
      { type: 'turnEnded', at: 7, turnId, status: 'completed' },
    ];
    const commands = [...commandOf('c1', '/help'), ...commandOf('c2', '/tools')];
    const asked: ThreadEvent[] = [
      { type: 'turnStarted', at: 8, turnId: 't', text: 'Question' },
      { type: 'turnEnded', at: 9, turnId: 't', status: 'completed' },
    ];
    const [created] = recordedEvents('mixed') as [ThreadEvent];
    await writeLog('mixed', linesOf([created, ...commands, ...asked, ...commandOf('c3', '/mcp')]));
    await writeLog('commands', linesOf([created, ...commands]));
    assert.deepEqual((await titles()).sort(), ['/help', 'Question']);
  });

  it('lists a conversation whose first message is very long or damaged', async () => {
    const [created] = recordedEvents('long') as [ThreadEvent];
    await asked('long', `First line\n${'long '.repeat(40_000)}`);
    await writeLog('damaged', `${JSON.stringify(created)}\n{"type":"turnStarted",\n`);
    assert.deepEqual((await titles()).sort(), ['Conversation without a title', 'First line']);
  });

  it('lists one that cannot be read, or is of a newer version, as itself and with the others', async () => {
    await writeLog('good', linesOf(recordedEvents('good')));
    await mkdir(fileOf('bad'), { recursive: true });
    await writeLog('newer', '{"type":"threadCreated","at":1,"version":2,"threadId":"newer"}\n');
    await writeFile(join(storage, 'threads', 'stray'), '');
    await mkdir(join(storage, 'threads', 'noLog'));
    const problems = (await list()).map(({ id, problem }) => [id, problem]);
    assert.deepEqual(Object.fromEntries(problems), { good: undefined, bad: 'unreadable', newer: 'newer_version' });
    assert.match(complaints.join('\n'), /bad/);
  });

  it('lists nothing before there is anything', async () => {
    assert.deepEqual(await list(), []);
  });
});
