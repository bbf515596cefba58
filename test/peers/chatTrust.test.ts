import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../src/core/base/logger.ts';
import { noHostHandlers } from '../../src/core/mcp/host/hostHandlers.ts';
import { createRuntime } from '../../src/core/runtime.ts';
import type { RuntimePort } from '../../src/core/runtimePort.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import { Chat } from '../../src/vscode/chat.ts';
import { MemorySecrets } from '../support/memorySecrets.ts';

describe('the chat of a workspace that is not trusted', () => {
  let folder: string;
  let isGranted: boolean;
  let runtime: RuntimePort;
  let chat: Chat;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-trust-'));
    isGranted = false;
    const workspaceFolder = join(folder, 'workspace');
    await mkdir(workspaceFolder);
    const mcpServers = { docs: { command: 'node', args: ['docs.js'] } };
    await writeFile(join(workspaceFolder, '.mcp.json'), JSON.stringify({ mcpServers }));
    const isTrusted = (): boolean => isGranted;
    runtime = await createRuntime({
      home: join(folder, 'home'),
      storage: folder,
      workspaceFolder,
      cwd: workspaceFolder,
      isTrusted,
      sessionConfigFiles: [],
      isStrictConfig: false,
      canAsk: true,
      environment: process.env,
      settings: () => defaultSettings,
      secrets: new MemorySecrets(),
      hostHandlers: noHostHandlers,
      version: '0.0.0',
      logger: silentLogger,
    });
    chat = new Chat({
      runtime: () => Promise.resolve(runtime),
      workspaceFolder,
      remoteName: undefined,
      isTrusted,
      sendOn: () => 'enter',
      lastThreadId: () => undefined,
      rememberThread: () => undefined,
      performCommand: () => undefined,
      reportError: (message) => assert.fail(message),
    });
    await chat.start();
  });

  afterEach(async () => {
    await chat.close();
    await runtime.dispose();
    await rm(folder, { recursive: true });
  });

  it('asks for trust in the place of approval, and for approval once trust is granted', async () => {
    const shown = (): unknown[] =>
      chat.store.state.servers.map(({ status, remedy, command }) => [status, remedy, command?.kind]);
    assert.deepEqual(shown(), [['needsApproval', 'manageTrust', undefined]]);
    isGranted = true;
    await runtime.hub.refreshDefinitions();
    assert.deepEqual(shown(), [['needsApproval', undefined, 'program']]);
  });
});
