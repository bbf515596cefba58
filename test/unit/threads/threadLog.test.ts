import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { ThreadError } from '../../../src/core/threads/threadError.ts';
import { ThreadLog } from '../../../src/core/threads/threadLog.ts';
import { recordedEvents } from './threadEvents.ts';

describe('ThreadLog', () => {
  let storage: string;
  let file: string;

  beforeEach(async () => {
    storage = await mkdtemp(join(tmpdir(), 'patchbay-log-'));
    file = join(storage, 'threads', 'thread-1', 'events.jsonl');
  });
  afterEach(() => rm(storage, { recursive: true }));

  async function write(events: readonly ThreadEvent[]): Promise<void> {
    const log = ThreadLog.create(file);
    for (const event of events) log.append(event);
    await log.flush();
  }

  it('gives back every event as it was appended, in order', async () => {
    await write(recordedEvents());
    const { contents } = await ThreadLog.open(file);
    assert.deepEqual(contents.events, recordedEvents());
    assert.deepEqual(contents.damage, []);
  });

  it('keeps the order when events arrive while others are being written', async () => {
    const log = ThreadLog.create(file);
    const events = Array.from({ length: 500 }, (_, at): ThreadEvent => {
      return { type: 'textDelta', at, turnId: 'turn-1', delta: `${at}` };
    });
    for (const [index, event] of events.entries()) {
      log.append(event);
      if (index % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await log.flush();
    assert.deepEqual((await ThreadLog.open(file)).contents.events, events);
  });

  it('replaces lone surrogates, which strict parsers refuse', async () => {
    await write([{ type: 'textDelta', at: 1, turnId: 't', delta: 'a\ud83d 🚂' }]);
    assert.deepEqual((await ThreadLog.open(file)).contents.events, [
      { type: 'textDelta', at: 1, turnId: 't', delta: 'a\ufffd 🚂' },
    ]);
  });

  it('does not keep progress', async () => {
    const progress: ThreadEvent = { type: 'toolCallProgress', at: 1, turnId: 't', toolCallId: 'c', progress: 1 };
    await write([...recordedEvents(), progress]);
    assert.deepEqual((await ThreadLog.open(file)).contents.events, recordedEvents());
  });

  it('makes its folder and file private', async () => {
    await write(recordedEvents());
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(dirname(file))).mode & 0o777, 0o700);
  });

  it('cuts a torn last line with the next append and loses nothing before it', async () => {
    await write(recordedEvents());
    await appendFile(file, '{"type":"textDelta","at":2');
    const { log, contents } = await ThreadLog.open(file);
    assert.deepEqual(contents.events, recordedEvents());
    assert.deepEqual(contents.damage, []);
    const next: ThreadEvent = { type: 'turnStarted', at: 30, turnId: 'turn-2', text: 'Go on' };
    log.append(next);
    await log.flush();
    assert.deepEqual((await ThreadLog.open(file)).contents.events, [...recordedEvents(), next]);
  });

  it('keeps a last event that lacks its line break only', async () => {
    await write(recordedEvents());
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, -1));
    const { log, contents } = await ThreadLog.open(file);
    assert.deepEqual(contents.events, recordedEvents());
    const next: ThreadEvent = { type: 'turnStarted', at: 30, turnId: 'turn-2', text: 'Go on' };
    log.append(next);
    await log.flush();
    assert.deepEqual((await ThreadLog.open(file)).contents.events, [...recordedEvents(), next]);
  });

  it('skips damaged lines in the middle and names them', async () => {
    const lines = recordedEvents().map((event) => JSON.stringify(event));
    lines[4] = '{"type":"reasoningDelta","at":';
    lines[6] = '{"type":"textDelta","at":"seven"}';
    await write(recordedEvents());
    await writeFile(file, `${lines.join('\n')}\n`);
    const { contents } = await ThreadLog.open(file);
    assert.deepEqual(
      contents.events,
      recordedEvents().filter((_, index) => index !== 4 && index !== 6),
    );
    assert.deepEqual(
      contents.damage.map(({ line }) => line),
      [5, 7],
    );
  });

  it('refuses a log of a newer version instead of damaging it', async () => {
    await write([]);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '{"type":"threadCreated","at":1,"version":2,"threadId":"thread-1"}\n');
    await assert.rejects(
      ThreadLog.open(file),
      (error) => error instanceof ThreadError && error.code === 'newer_version',
    );
  });

  it('reports a failed write, keeps the lines, and writes them when it can again', async () => {
    await mkdir(join(storage, 'threads'));
    // A file where the folder must be: nothing can be written below it.
    await writeFile(dirname(file), '');
    const log = ThreadLog.create(file);
    const failures: Error[] = [];
    log.onDidFail((error) => failures.push(error));
    for (const event of recordedEvents()) log.append(event);
    await assert.rejects(log.flush(), { code: 'EEXIST' });
    assert.ok(failures.length > 0);
    await rm(dirname(file));
    await log.flush();
    assert.deepEqual((await ThreadLog.open(file)).contents.events, recordedEvents());
  });

  it('writes nothing twice when a part of the lines had arrived before the failure', async () => {
    await write(recordedEvents().slice(0, 3));
    const { log } = await ThreadLog.open(file);
    const [next, after] = recordedEvents().slice(3, 5) as [ThreadEvent, ThreadEvent];
    // A directory in place of the file makes one write fail.
    const saved = await readFile(file);
    await rm(file);
    await mkdir(file);
    log.append(next);
    await assert.rejects(log.flush());
    await rm(file, { recursive: true });
    await writeFile(file, Buffer.concat([saved, Buffer.from(JSON.stringify(next).slice(0, 10))]));
    log.append(after);
    await log.flush();
    assert.deepEqual((await ThreadLog.open(file)).contents.events, recordedEvents().slice(0, 5));
  });

  it('neither cuts nor continues what something else wrote meanwhile', async () => {
    await write(recordedEvents());
    const { log } = await ThreadLog.open(file);
    const other: ThreadEvent = { type: 'threadRenamed', at: 21, title: 'By another' };
    await appendFile(file, `${JSON.stringify(other)}\n`);
    log.append({ type: 'threadRenamed', at: 22, title: 'By us' });
    await assert.rejects(log.flush(), (error) => error instanceof ThreadError && error.code === 'locked');
    await assert.rejects(log.flush(), { code: 'locked' });
    assert.deepEqual((await ThreadLog.open(file)).contents.events, [...recordedEvents(), other]);
  });
});
