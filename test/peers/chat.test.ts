import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../src/core/base/logger.ts';
import { createRuntime } from '../../src/core/runtime.ts';
import type { RuntimePort } from '../../src/core/runtimePort.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import { Chat } from '../../src/vscode/chat.ts';
import { buildTourServer } from '../../examples/tour-server/build.mjs';

const noSecrets = { get: () => Promise.resolve(undefined), set: () => Promise.resolve(), delete: () => Promise.resolve() };

describe('the chat of a window', function () {
  this.timeout(30_000);
  let folder: string;
  let runtime: RuntimePort;
  let chat: Chat;
  let remembered: string | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-chat-'));
    const server = await buildTourServer({ outdir: join(folder, 'tour') });
    const mcpServers = { tour: { command: process.execPath, args: [server] } };
    await writeFile(join(folder, 'mcp.json'), JSON.stringify({ mcpServers }));
  });

  beforeEach(async () => {
    runtime = await createRuntime({
      home: folder,
      storage: folder,
      cwd: folder,
      isTrusted: () => true,
      sessionConfigFiles: [],
      isStrictConfig: false,
      canAsk: true,
      environment: process.env,
      settings: () => defaultSettings,
      secrets: noSecrets,
      version: '0.0.0',
      logger: silentLogger,
    });
    chat = new Chat({
      runtime: () => Promise.resolve(runtime),
      workspaceFolder: undefined,
      sendOn: () => 'enter',
      lastThreadId: () => remembered,
      rememberThread: (id) => (remembered = id),
      reportError: (message) => assert.fail(message),
    });
    await (await chat.start()).hub.ready();
  });

  afterEach(async () => {
    await chat.close();
    await runtime.dispose();
  });

  after(() => rm(folder, { recursive: true }));

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
    chat.editDraft('Hello', chat.store.state.draft.revision);
    assert.deepEqual(await chat.submit('Hello'), { status: 'started' });
    assert.equal(draftText(), '');
    await idle();
  });

  it('keeps the text of a message that could not be sent', async () => {
    chat.editDraft('/tour:nonsense', chat.store.state.draft.revision);
    const result = await chat.submit('/tour:nonsense');
    assert.equal(result.status, 'rejected');
    assert.equal(draftText(), '/tour:nonsense');
  });

  it('keeps what was typed besides when a prompt runs from its form', async () => {
    chat.editDraft('And the hotel?', chat.store.state.draft.revision);
    await chat.runPrompt('tour', 'plan_trip', { city: 'Paris', days: '2' });
    assert.equal(draftText(), 'And the hotel?');
    await idle();
  });

  it('takes away the command that opened the form of the prompt', async () => {
    chat.editDraft('/tour:plan_trip Paris', chat.store.state.draft.revision);
    const { status } = await chat.submit('/tour:plan_trip Paris');
    assert.equal(status, 'needsArguments');
    await chat.runPrompt('tour', 'plan_trip', { city: 'Paris', days: '2' });
    assert.equal(draftText(), '');
    await idle();
  });

  it('ignores an edit that was typed before the composer was emptied', async () => {
    const { revision } = chat.store.state.draft;
    chat.editDraft('Hello', revision);
    await chat.submit('Hello');
    chat.editDraft('Hello?', revision);
    assert.equal(draftText(), '');
    await idle();
  });

  it('opens the last conversation again in the next window', async () => {
    await chat.submit('What can you do?');
    await idle();
    const turns = chat.store.state.thread.turns.length;
    await chat.close();

    const next = new Chat({
      runtime: () => Promise.resolve(runtime),
      workspaceFolder: undefined,
      sendOn: () => 'enter',
      lastThreadId: () => remembered,
      rememberThread: () => undefined,
      reportError: (message) => assert.fail(message),
    });
    await next.start();
    assert.equal(next.store.state.thread.turns.length, turns);
    assert.equal(next.store.state.thread.turns.at(-1)?.text, 'What can you do?');
    await next.close();
  });
});
