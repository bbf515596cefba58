import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThreadRunnerPort } from '../../src/core/agent/threadRunnerPort.ts';
import { createRuntime } from '../../src/core/runtime.ts';
import type { RuntimeOptions, RuntimePort } from '../../src/core/runtimePort.ts';
import type { ThreadEvent } from '../../src/shared/thread/threadEvent.ts';
import { HubFixture } from '../support/hubFixture.ts';
import { runtimeOptions } from '../support/runtimeOptions.ts';
import { threadHolder } from '../support/threadHolder.ts';

describe('stored conversations', function () {
  this.timeout(20_000);
  let fixture: HubFixture;
  const runtimes: RuntimePort[] = [];
  const children: ChildProcess[] = [];

  beforeEach(() => {
    fixture = new HubFixture();
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await Promise.all(runtimes.splice(0).map((runtime) => runtime.dispose()));
    await fixture.dispose();
  });

  async function aWindow(more: Partial<RuntimeOptions> = {}): Promise<RuntimePort> {
    const runtime = await createRuntime(runtimeOptions(fixture, {}, more));
    runtimes.push(runtime);
    return runtime;
  }

  /** Says something to the offline demo and waits for its answer. */
  async function say(thread: ThreadRunnerPort, text: string): Promise<void> {
    const outcome = await thread.submit(text);
    assert.equal(outcome.status === 'started' && (await outcome.done), 'completed');
  }

  async function aConversation(window: RuntimePort, text: string): Promise<string> {
    const thread = await window.newThread();
    await say(thread, text);
    await thread.dispose();
    return thread.id;
  }

  /** Another process that opens the conversation; with what it said. */
  async function opensElsewhere(id: string): Promise<{ child: ChildProcess; said: string }> {
    const child = spawn(process.execPath, [threadHolder, fixture.home, id], { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, said: said.toString().trim() };
  }

  const folderOf = (id: string): string => join(fixture.home, 'threads', id);
  const logOf = (id: string): string => join(folderOf(id), 'events.jsonl');

  it('are appended to by one process: another is told, reads on, and interrupts nothing', async () => {
    const window = await aWindow();
    const id = await aConversation(window, 'Hello');
    const { said } = await opensElsewhere(id);
    assert.equal(said, 'open');
    const before = await readFile(logOf(id));
    const locked = { name: 'ThreadError', code: 'locked' };
    await assert.rejects(window.openThread(id), { ...locked, message: /open in another window or command/ });
    await assert.rejects(window.threads.rename(id, 'Mine'), locked);
    await assert.rejects(window.threads.delete(id), locked);
    const { state, isOpen } = await window.threads.read(id);
    assert.deepEqual([isOpen, state.current?.text, state.turns.length], [true, 'Held', 1]);
    assert.equal((await window.threads.list())[0]?.isInterrupted, false);
    assert.match(await window.threads.export(id, 'markdown'), /Held/);
    assert.deepEqual(await readFile(logOf(id)), before);
  });

  it('of a process that was killed open at once, with the open call marked interrupted', async () => {
    const window = await aWindow();
    const id = await aConversation(window, 'Hello');
    const { child } = await opensElsewhere(id);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    assert.equal((await window.threads.list())[0]?.isInterrupted, true);
    const before = performance.now();
    const thread = await window.openThread(id);
    assert(performance.now() - before < 2_000, 'the lock of a process that is gone was waited for');
    const turn = thread.state.turns.at(-1);
    assert.equal(turn?.status, 'interrupted');
    const [part] = turn.parts;
    assert(part?.kind === 'toolCall' && part.call.status === 'cancelled');
    assert.equal(part.call.reason, 'interrupted');
    await say(thread, 'Go on');
    assert.equal(thread.state.turns.length, 3);
  });

  it('that a window has open are not opened by another process, until it closes them', async () => {
    const window = await aWindow();
    const thread = await window.newThread();
    await say(thread, 'Hello');
    assert.equal((await opensElsewhere(thread.id)).said, 'locked');
    await assert.rejects(window.openThread(thread.id), { code: 'locked', message: /open already/ });
    await thread.dispose();
    assert.equal((await opensElsewhere(thread.id)).said, 'open');
  });

  it('are all there when the index is missing or damaged, also for a window that was open before', async () => {
    const [one, other] = [await aWindow(), await aWindow()];
    const ids = [await aConversation(one, 'First'), await aConversation(other, 'Second')];
    const list = async (window: RuntimePort): Promise<string[]> =>
      (await window.threads.list()).map(({ title }) => title).sort();
    assert.deepEqual(await list(one), ['First', 'Second']);
    const index = join(fixture.home, 'threads', 'index.json');
    await writeFile(index, '{"version":1,"thr');
    assert.deepEqual(await list(other), ['First', 'Second']);
    await one.threads.rename(ids[0] ?? '', 'Renamed');
    assert.deepEqual(await list(other), ['Renamed', 'Second']);
    await other.threads.delete(ids[1] ?? '');
    assert.deepEqual(await list(one), ['Renamed']);
  });

  it('carry their workspace: listed by it or all together, and opened from anywhere', async () => {
    const elsewhere = join(fixture.root, 'elsewhere');
    await mkdir(elsewhere);
    const [here, there] = [await aWindow(), await aWindow({ workspaceFolder: elsewhere, cwd: elsewhere })];
    const nowhere = await aWindow({ workspaceFolder: undefined });
    const id = await aConversation(here, 'Here');
    await aConversation(there, 'There');
    await aConversation(nowhere, 'Nowhere');
    const titles = async (workspace?: string | null): Promise<string[]> =>
      (await there.threads.list({ workspace })).map(({ title }) => title).sort();
    assert.deepEqual(await titles(elsewhere), ['There']);
    assert.deepEqual(await titles(fixture.workspace), ['Here']);
    assert.deepEqual(await titles(null), ['Nowhere']);
    assert.deepEqual(await titles(), ['Here', 'Nowhere', 'There']);
    assert.equal((await there.threads.read(id)).state.workspace, fixture.workspace);
    const thread = await there.openThread(id);
    await say(thread, 'Go on');
    assert.equal(thread.state.workspace, fixture.workspace);
  });

  it('are renamed while they are open here, and that is what every window lists', async () => {
    const [one, other] = [await aWindow(), await aWindow()];
    const thread = await one.newThread();
    await say(thread, 'Hello');
    await one.threads.rename(thread.id, 'Greeting');
    assert.equal(thread.state.title, 'Greeting');
    await thread.dispose();
    assert.equal((await other.threads.list())[0]?.title, 'Greeting');
  });

  it('are deleted with everything stored for them, which an open one is not', async () => {
    const window = await aWindow();
    const thread = await window.newThread();
    await say(thread, 'Hello');
    const content = { server: 'tour', tool: 'photo', index: 0, kind: 'text', mimeType: 'text/plain' } as const;
    await window.artifacts.save({ ...content, threadId: thread.id, data: 'stored' });
    await assert.rejects(window.threads.delete(thread.id), { code: 'locked' });
    assert(existsSync(logOf(thread.id)));
    await thread.dispose();
    await window.threads.delete(thread.id);
    assert.equal(existsSync(folderOf(thread.id)), false);
    assert.deepEqual(await window.threads.list(), []);
    await assert.rejects(window.openThread(thread.id), { code: 'not_found' });
    await assert.rejects(window.threads.delete(thread.id), { code: 'not_found' });
    await assert.rejects(window.threads.delete('../home'), { code: 'not_found' });
  });

  it('are exported in both formats, found by their words, and said to be of a newer version if they are', async () => {
    const window = await aWindow();
    const id = await aConversation(window, 'Wo liegt Zürich?');
    assert.match(await window.threads.export(id, 'markdown'), /^# Wo liegt Zürich\?/);
    const exported = JSON.parse(await window.threads.export(id, 'json')) as { format: string; turns: unknown[] };
    assert.deepEqual([exported.format, exported.turns.length], ['patchbay-conversation', 1]);
    assert.deepEqual(
      (await window.threads.search({ text: 'zurich' })).map(({ thread }) => thread.id),
      [id],
    );
    await mkdir(folderOf('newer'));
    await writeFile(logOf('newer'), '{"type":"threadCreated","at":1,"version":2,"threadId":"newer"}\n');
    assert.deepEqual((await window.threads.list()).map(({ problem }) => problem).sort(), ['newer_version', undefined]);
    await assert.rejects(window.openThread('newer'), { code: 'newer_version' });
    await assert.rejects(window.threads.export('newer', 'json'), { code: 'newer_version' });
  });

  it('that are damaged go on, and say so', async () => {
    const window = await aWindow();
    const id = await aConversation(window, 'Hello');
    const lines = (await readFile(logOf(id), 'utf8')).split('\n');
    lines.splice(1, 0, 'damaged', '{"type":"ofTomorrow","at":5}');
    await writeFile(logOf(id), lines.join('\n'));
    await appendFile(logOf(id), '{"type":"turnSta');
    const thread = await window.openThread(id);
    await say(thread, 'Go on');
    assert.deepEqual(
      thread.state.turns.map(({ text, warnings }) => [text, warnings.map(({ code }) => code)]),
      [
        ['Hello', []],
        ['Go on', ['conversation_damaged']],
      ],
    );
  });

  it('are listed by the thousand without reading them again', async () => {
    const window = await aWindow();
    const created = (threadId: string): ThreadEvent => ({ type: 'threadCreated', at: 1, version: 1, threadId });
    const text = 'x'.repeat(2_000);
    for (let index = 0; index < 2_000; index += 1) {
      const id = `thread-${index}`;
      const events: ThreadEvent[] = [
        created(id),
        { type: 'turnStarted', at: index, turnId: 't', text: `${index} ${text}` },
      ];
      await mkdir(folderOf(id), { recursive: true });
      await writeFile(logOf(id), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    }
    const timed = async (): Promise<number> => {
      const before = performance.now();
      assert.equal((await window.threads.list()).length, 2_000);
      return performance.now() - before;
    };
    const first = await timed();
    const again = Math.min(await timed(), await timed(), await timed());
    assert(again < first / 2, `${again} ms after ${first} ms`);
  });
});
