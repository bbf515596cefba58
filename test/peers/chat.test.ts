import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SurfaceCommand, ThreadRunnerPort } from '../../src/core/agent/threadRunnerPort.ts';
import { silentLogger } from '../../src/core/base/logger.ts';
import { createRuntime } from '../../src/core/runtime.ts';
import type { RuntimePort } from '../../src/core/runtimePort.ts';
import { noHostHandlers } from '../../src/core/mcp/host/hostHandlers.ts';
import type { Settings } from '../../src/core/settings.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import { Chat } from '../../src/vscode/chat.ts';
import { buildTourServer } from '../../examples/tour-server/build.mjs';

const noSecrets = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};

describe('the chat of a window', function () {
  this.timeout(30_000);
  let folder: string;
  let runtime: RuntimePort;
  let chat: Chat;
  let remembered: string | undefined;
  let performed: SurfaceCommand[];
  let settings: Settings;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-chat-'));
    const server = await buildTourServer({ outdir: join(folder, 'tour') });
    const mcpServers = { tour: { command: process.execPath, args: [server] } };
    await writeFile(join(folder, 'mcp.json'), JSON.stringify({ mcpServers }));
  });

  beforeEach(async () => {
    remembered = undefined;
    performed = [];
    settings = defaultSettings;
    runtime = await createRuntime({
      home: folder,
      storage: folder,
      cwd: folder,
      isTrusted: () => true,
      sessionConfigFiles: [],
      isStrictConfig: false,
      canAsk: true,
      environment: process.env,
      settings: () => settings,
      secrets: noSecrets,
      hostHandlers: noHostHandlers,
      version: '0.0.0',
      logger: silentLogger,
    });
    chat = aChat(runtime);
    await (await chat.start()).hub.ready();
  });

  afterEach(async () => {
    await chat.close();
    await runtime.dispose();
  });

  after(() => rm(folder, { recursive: true }));

  function aChat(on: RuntimePort): Chat {
    return new Chat({
      runtime: () => Promise.resolve(on),
      workspaceFolder: undefined,
      remoteName: undefined,
      isTrusted: () => true,
      sendOn: () => 'enter',
      lastThreadId: () => remembered,
      rememberThread: (id) => (remembered = id),
      performCommand: (command) => performed.push(command),
      reportError: (message) => assert.fail(message),
    });
  }

  /** The runtime with threads that arrive only when they are let through. */
  function held(): { runtime: RuntimePort; threads: ThreadRunnerPort[]; arrived: Promise<void>; release: () => void } {
    const threads: ThreadRunnerPort[] = [];
    let arrive = (): void => undefined;
    let release = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    const hold = async (opening: Promise<ThreadRunnerPort>): Promise<ThreadRunnerPort> => {
      const thread = await opening;
      threads.push(thread);
      arrive();
      await released;
      return thread;
    };
    const { hub, artifacts, approvals, threads: stored } = runtime;
    return {
      threads,
      arrived,
      release,
      runtime: {
        hub,
        artifacts,
        approvals,
        threads: stored,
        model: () => runtime.model(),
        models: () => runtime.models(),
        modelWarnings: (server) => runtime.modelWarnings(server),
        newThread: () => hold(runtime.newThread()),
        openThread: (id) => hold(runtime.openThread(id)),
        dispose: () => runtime.dispose(),
      },
    };
  }

  async function assertClosed(thread: ThreadRunnerPort | undefined): Promise<void> {
    const outcome = await thread?.submit('Are you there?');
    assert.equal(outcome?.status === 'rejected' && outcome.message, 'This conversation is closed. Open it again.');
  }

  function shownTexts(): string[] {
    return chat.store.state.thread.turns.map(({ text }) => text);
  }

  function draftText(): string {
    return chat.store.state.draft.text;
  }

  /** Resolves when no turn runs. */
  async function idle(): Promise<void> {
    if (!chat.store.state.thread.current) return;
    await new Promise<void>((resolve) => {
      const subscription = chat.store.onDidDispatch(() => {
        if (chat.store.state.thread.current) return;
        subscription.dispose();
        resolve();
      });
    });
  }

  it('empties the composer when a message was sent', async () => {
    chat.draft.edit('Hello', chat.store.state.draft.revision);
    assert.deepEqual(await chat.submit('Hello'), { status: 'started' });
    assert.equal(draftText(), '');
    await idle();
  });

  it('keeps the text of a message that could not be sent', async () => {
    chat.draft.edit('/tour:nonsense', chat.store.state.draft.revision);
    const result = await chat.submit('/tour:nonsense');
    assert.equal(result.status, 'rejected');
    assert.equal(draftText(), '/tour:nonsense');
  });

  it('keeps what was typed besides when a prompt runs from its form', async () => {
    chat.draft.edit('And the hotel?', chat.store.state.draft.revision);
    await chat.runPrompt('tour', 'plan_trip', { city: 'Paris', days: '2' });
    assert.equal(draftText(), 'And the hotel?');
    await idle();
  });

  it('takes away the command that opened the form of the prompt', async () => {
    const command = '/tour:plan_trip Paris';
    chat.draft.edit(command, chat.store.state.draft.revision);
    const { status } = await chat.submit(command);
    assert.equal(status, 'needsArguments');
    assert.equal(draftText(), command);
    await chat.runPrompt('tour', 'plan_trip', { city: 'Paris', days: '2' }, command);
    assert.equal(draftText(), '');
    await idle();
  });

  it('keeps a command that is being typed when another prompt runs', async () => {
    chat.draft.edit('/tour:pack', chat.store.state.draft.revision);
    await chat.runPrompt('tour', 'plan_trip', { city: 'Paris', days: '2' });
    assert.equal(draftText(), '/tour:pack');
    await idle();
  });

  it('sends what stood in the composer, and keeps what is typed and attached while that is taken', async () => {
    const handbook = { server: 'tour', uri: 'docs://handbook', name: 'Travel handbook' };
    const packing = { server: 'tour', uri: 'docs://packing', name: 'Packing list' };
    chat.draft.attach(handbook);
    chat.draft.edit('Read this', chat.store.state.draft.revision);
    const sending = chat.submit('Read this');
    chat.draft.edit('Read this and that', chat.store.state.draft.revision);
    chat.draft.attach(packing);
    assert.deepEqual(await sending, { status: 'started' });
    assert.equal(draftText(), 'and that');
    assert.deepEqual(chat.store.state.draft.attachments, [packing]);
    await idle();
    const materials = chat.store.state.thread.turns.at(-1)?.materials.map(({ uri }) => uri);
    assert.deepEqual(materials, ['docs://handbook']);
  });

  it('begins one conversation for messages that come at once', async () => {
    const count = async (): Promise<number> => (await readdir(join(folder, 'threads')).catch(() => [])).length;
    const before = await count();
    const values = { city: 'Paris', days: '2' };
    const results = await Promise.all([chat.submit('Hello'), chat.runPrompt('tour', 'plan_trip', values)]);
    assert.equal(await count(), before + 1);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['queued', 'started']);
    await idle();
    assert.equal(chat.store.state.thread.turns[0]?.status, 'completed');
  });

  it('puts a conversation away that arrives after the window was closed', async () => {
    const { runtime: slow, threads, arrived, release } = held();
    const other = aChat(slow);
    const refused = assert.rejects(other.submit('Hello'), /The window was closed/);
    await arrived;
    const closing = other.close();
    release();
    await refused;
    await closing;
    assert.equal(threads.length, 1);
    await assertClosed(threads[0]);
    await assert.rejects(other.newThread(), /The window was closed/);
    assert.equal(threads.length, 1);
  });

  it('puts the last conversation away, too, and says nothing', async () => {
    await chat.newThread();
    await chat.close();
    const { runtime: slow, threads, arrived, release } = held();
    const other = aChat(slow);
    const starting = other.start();
    await arrived;
    const closing = other.close();
    release();
    await Promise.all([starting, closing]);
    await assertClosed(threads[0]);
    assert.equal(other.thread, undefined);
  });

  it('ignores an edit that was typed before the composer was emptied', async () => {
    const { revision } = chat.store.state.draft;
    chat.draft.edit('Hello', revision);
    await chat.submit('Hello');
    chat.draft.edit('Hello?', revision);
    assert.equal(draftText(), '');
    await idle();
  });

  it('opens the last conversation again in the next window', async () => {
    await chat.submit('What can you do?');
    await idle();
    const turns = chat.store.state.thread.turns.length;
    await chat.close();

    const next = aChat(runtime);
    await next.start();
    assert.equal(next.store.state.thread.turns.length, turns);
    assert.equal(next.store.state.thread.turns.at(-1)?.text, 'What can you do?');
    await next.close();
  });

  it('begins a new conversation with /clear, and hands on what only the editor can do', async () => {
    await chat.submit('Hello');
    await idle();
    const { id } = chat.store.state.thread;
    chat.draft.edit('/clear', chat.store.state.draft.revision);
    assert.deepEqual(await chat.submit('/clear'), { status: 'done' });
    assert.notEqual(chat.store.state.thread.id, id);
    assert.deepEqual([chat.store.state.thread.turns, draftText()], [[], '']);
    assert.deepEqual(await chat.submit('/model qwen'), { status: 'done' });
    assert.deepEqual(await chat.submit('/export json'), { status: 'done' });
    assert.deepEqual(performed, [
      { name: 'model', argument: 'qwen' },
      { name: 'export', format: 'json' },
    ]);
  });

  it('keeps a message that comes while an answer runs, and gives it back into the composer', async () => {
    const results = await Promise.all([chat.submit('Hello'), chat.submit('And then?')]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['queued', 'started']);
    chat.stop();
    await idle();
    const [message] = chat.store.state.thread.queue;
    assert.ok(message, 'the queue is held after an answer that was stopped');
    chat.draft.edit('Besides', chat.store.state.draft.revision);
    chat.editQueued(message.id);
    assert.equal(draftText(), `Besides\n\n${message.text}`);
    assert.deepEqual(chat.store.state.thread.queue, []);
  });

  it('sends a message again beside the first, and shows either', async () => {
    await chat.submit('What can you do?');
    await idle();
    const [first] = chat.store.state.thread.turns;
    assert.ok(first);
    chat.draft.edit('Unsent', chat.store.state.draft.revision);
    assert.deepEqual(await chat.resend(first.id, 'Who are you?'), { status: 'started' });
    await idle();
    assert.deepEqual(shownTexts(), ['Who are you?']);
    assert.equal(draftText(), 'Unsent');
    chat.thread?.selectBranch(first.id);
    assert.deepEqual(shownTexts(), ['What can you do?']);
  });

  it('lets the model go on where it was held, and nowhere else', async () => {
    settings = { ...defaultSettings, maxRounds: 1 };
    await chat.submit('Which resources are there?');
    await idle();
    assert.equal(chat.store.state.thread.turns[0]?.status, 'maxRounds');
    assert.deepEqual(await chat.continueTurn(), { status: 'started' });
    await idle();
    const { status, parts } = chat.store.state.thread.turns[1] ?? assert.fail();
    assert.equal(status, 'completed');
    assert.match(parts.map((part) => (part.kind === 'markdown' ? part.text : '')).join(''), /handbook/i);
    const again = await chat.continueTurn();
    assert.ok(again.status === 'rejected');
    assert.match(again.message, /was not held/);
  });

  it('opens an earlier conversation, and shows none when that is put away', async () => {
    await chat.submit('What can you do?');
    await idle();
    const { id } = chat.store.state.thread;
    await chat.newThread();
    await chat.openThread(id);
    assert.deepEqual(shownTexts(), ['What can you do?']);
    assert.equal(remembered, id);
    await chat.closeThread(id);
    assert.deepEqual([shownTexts(), remembered, chat.thread], [[], undefined, undefined]);
    await runtime.threads.delete(id);
  });

  it('says what to do when an earlier conversation is open in another window', async () => {
    const other = await runtime.newThread();
    const outcome = await other.submit('Hello');
    if (outcome.status === 'started') await outcome.done;
    await assert.rejects(chat.openThread(other.id), { name: 'ThreadError', code: 'locked', message: /close/i });
    await other.dispose();
    await chat.openThread(other.id);
  });

  it('opens no conversation once the core was put away, nor one that was on its way', async () => {
    const opening = assert.rejects(runtime.newThread(), /Patchbay is closing/);
    await runtime.dispose();
    await opening;
    await assert.rejects(runtime.newThread(), /Patchbay is closing/);
  });
});
