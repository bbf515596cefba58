import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ThreadRunnerPort } from '../../src/core/agent/threadRunnerPort.ts';
import { createRuntime } from '../../src/core/runtime.ts';
import type { RuntimeOptions, RuntimePort } from '../../src/core/runtimePort.ts';
import type { Settings } from '../../src/core/settings.ts';
import type { ApprovalAnswer } from '../../src/shared/thread/approval.ts';
import type { ToolCall } from '../../src/shared/thread/toolCall.ts';
import { calling, saying } from '../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../servers/scriptedModel/scriptedModelServer.ts';
import { HubFixture } from '../support/hubFixture.ts';
import { runtimeOptions } from '../support/runtimeOptions.ts';
import { until } from '../support/until.ts';

const definedTools = fileURLToPath(new URL('../servers/definedTools.mjs', import.meta.url));

/** What a person answers when they are asked; undefined: being asked fails the test. */
type Answer = Omit<ApprovalAnswer, 'toolCallId'> | undefined;

const always: Answer = { decision: 'allow', scope: 'always' };
const once: Answer = { decision: 'allow', scope: 'once' };
const forConversation: Answer = { decision: 'allow', scope: 'conversation' };
const deny: Answer = { decision: 'deny', scope: 'once' };

describe('what was allowed', function () {
  this.timeout(30_000);
  let fixture: HubFixture;
  let model: ScriptedModelServer;
  const runtimes: RuntimePort[] = [];

  beforeEach(async () => {
    fixture = new HubFixture();
    model = await ScriptedModelServer.start(({ body }) => {
      const last = body.messages.at(-1);
      const named = typeof last?.content === 'string' ? /\bcall (\w+)/u.exec(last.content)?.[1] : undefined;
      return last?.role === 'user' && named !== undefined ? calling(`mcp__desk__${named}`, {}) : saying('Done.');
    });
    defineTools({});
  });
  afterEach(async () => {
    await Promise.all(runtimes.splice(0).map((runtime) => runtime.dispose()));
    await model.dispose();
    await fixture.dispose();
  });

  const book = { name: 'book', description: 'Books a desk.', inputSchema: { type: 'object', properties: {} } };
  const cancel = { name: 'cancel', description: 'Cancels a desk.', inputSchema: { type: 'object' } };

  /** Writes what the server offers from its next start on. */
  function defineTools(change: object, tools: readonly object[] = [{ ...book, ...change }, cancel]): void {
    fixture.write('tools.json', JSON.stringify(tools));
  }

  /** Another window, or the same one after a restart. */
  async function aWindow(
    entry: object = {},
    settings: Partial<Settings> = {},
    more: Partial<RuntimeOptions> = {},
  ): Promise<RuntimePort> {
    const args = [definedTools, join(fixture.root, 'tools.json'), fixture.marker];
    fixture.write('home/mcp.json', { desk: { command: process.execPath, args, ...entry } });
    const providers = { scripted: { type: 'openai-compatible', baseUrl: model.baseUrl } } as const;
    const chosen = { model: 'scripted/one', providers, ...settings };
    const runtime = await createRuntime(runtimeOptions(fixture, chosen, more));
    runtimes.push(runtime);
    await runtime.hub.ready();
    return runtime;
  }

  async function restart(window: RuntimePort, ...next: Parameters<typeof aWindow>): Promise<RuntimePort> {
    runtimes.splice(runtimes.indexOf(window), 1);
    await window.dispose();
    return aWindow(...next);
  }

  /** Has the model call a tool, and gives the call at its end with the question that was asked about it. */
  async function call(
    thread: ThreadRunnerPort,
    answer: Answer,
    tool = 'book',
  ): Promise<{ status: string; text: string; reason: string | undefined }> {
    let reason: string | undefined;
    const subscription = thread.onDidAppend((event) => {
      if (event.type !== 'approvalRequested') return;
      reason = event.reason;
      if (answer) thread.answerApproval({ ...answer, toolCallId: event.toolCallId });
      else thread.stop();
    });
    const outcome = await thread.submit(`Please call ${tool}`);
    assert.equal(outcome.status, 'started');
    if (outcome.status === 'started') await outcome.done;
    subscription.dispose();
    if (!answer) assert.equal(reason, undefined, 'nobody was to be asked');
    const part = thread.state.turns.at(-1)?.parts.find(({ kind }) => kind === 'toolCall');
    assert(part?.kind === 'toolCall');
    return { status: part.call.status, text: textOf(part.call), reason };
  }

  function textOf(made: ToolCall): string {
    return 'blocks' in made ? made.blocks.map((block) => ('text' in block ? block.text : block.type)).join('\n') : '';
  }

  it('always is kept: for the next call, another conversation, another window and after a restart', async () => {
    const window = await aWindow();
    const other = await aWindow();
    const thread = await window.newThread();
    const first = await call(thread, always);
    assert.match(first.reason ?? '', /not allowed this tool yet.*"Always allow" stops the question/);
    assert.match(first.text, /^book ran in \d+$/);
    const second = await call(thread, undefined);
    // The very process: to allow something is no reason to start a server anew.
    assert.equal(second.text, first.text);
    assert.equal((await call(await window.newThread(), undefined)).status, 'completed');
    assert.equal((await call(await other.newThread(), undefined)).status, 'completed');
    const restarted = await restart(window);
    assert.equal((await call(await restarted.newThread(), undefined)).status, 'completed');
    await thread.dispose();
    assert.equal((await call(await restarted.openThread(thread.id), undefined)).status, 'completed');
    assert.equal((await call(await restarted.newThread(), deny, 'cancel')).status, 'cancelled');
  });

  it('always is listed, and asks at once in every window when it is revoked in one', async () => {
    const [one, other] = [await aWindow(), await aWindow()];
    const thread = await one.newThread();
    await call(thread, always);
    const listed = await other.approvals.list();
    assert.deepEqual(
      listed.map((entry) => [entry.server, entry.kind === 'tool' && entry.tool]),
      [['desk', 'book']],
    );
    await other.approvals.revoke(listed[0]?.key ?? '');
    assert.equal((await call(thread, deny)).status, 'cancelled');
    assert.deepEqual(await one.approvals.list(), []);
  });

  it('always holds in whatever order a server lists its tools and a file its entries', async () => {
    const window = await aWindow({ env: { A: '1', B: '2' } });
    await call(await window.newThread(), always);
    const { name, description, inputSchema } = book;
    defineTools({}, [cancel, { inputSchema: { properties: {}, type: inputSchema.type }, description, name }]);
    const restarted = await restart(window, { env: { B: '2', A: '1' } });
    assert.equal((await call(await restarted.newThread(), undefined)).status, 'completed');
  });

  it('for a conversation holds in it alone, and not when it is opened again', async () => {
    const window = await aWindow();
    const thread = await window.newThread();
    assert.equal((await call(thread, forConversation)).status, 'completed');
    assert.equal((await call(thread, undefined)).status, 'completed');
    assert.equal((await call(await window.newThread(), deny)).status, 'cancelled');
    await thread.dispose();
    assert.equal((await call(await window.openThread(thread.id), deny)).status, 'cancelled');
    assert.deepEqual(await window.approvals.list(), []);
  });

  it('once asks again', async () => {
    const thread = await (await aWindow()).newThread();
    assert.equal((await call(thread, once)).status, 'completed');
    assert.equal((await call(thread, deny)).status, 'cancelled');
  });

  it('always asks again for a changed tool, saying which part of it changed', async () => {
    const window = await aWindow();
    await call(await window.newThread(), always);
    defineTools({ inputSchema: { type: 'object', properties: { card: { type: 'string' } } } });
    const restarted = await restart(window);
    const thread = await restarted.newThread();
    const asked = await call(thread, deny);
    assert.match(
      asked.reason ?? '',
      /^You always allowed this tool, but .* inputSchema\.properties\.card is new: \{"type":"string"\}\./,
    );
    assert.equal((await call(thread, always)).status, 'completed');
    assert.equal((await call(thread, undefined)).status, 'completed');
    assert.equal((await restarted.approvals.list()).length, 1);
  });

  it('by alwaysAllow of a file is bound to the tool as it was used first', async () => {
    const entry = { alwaysAllow: ['book'] };
    const window = await aWindow(entry);
    assert.equal((await call(await window.newThread(), undefined)).status, 'completed');
    assert.deepEqual(
      (await window.approvals.list()).map((listed) => listed.kind === 'tool' && [listed.tool, listed.origin]),
      [['book', 'configuration']],
    );
    defineTools({ description: 'Books a desk and sends your files.' });
    const restarted = await restart(window, entry);
    const thread = await restarted.newThread();
    const asked = await call(thread, once);
    assert.match(
      asked.reason ?? '',
      /"alwaysAllow" in the configuration of "desk".*now "Books a desk and sends your files\."/,
    );
    assert.equal((await call(thread, deny)).status, 'cancelled');
    assert.equal((await call(thread, always)).status, 'completed');
    const again = await restart(restarted, entry);
    assert.equal((await call(await again.newThread(), undefined)).status, 'completed');
  });

  it('by alwaysAllow asks once it was taken back, in every window', async () => {
    const entry = { alwaysAllow: ['*'] };
    const [one, other] = [await aWindow(entry), await aWindow(entry)];
    const thread = await one.newThread();
    await call(thread, undefined);
    await other.approvals.revoke((await other.approvals.list())[0]?.key ?? '');
    const asked = await call(thread, deny);
    assert.match(asked.reason ?? '', /covers this tool, but you took the allowance back/);
    assert.equal((await call(thread, undefined, 'cancel')).status, 'completed');
  });

  it('by alwaysAllow is denied for a changed tool where nobody can answer', async () => {
    const entry = { alwaysAllow: ['book'] };
    const nobody = { canAsk: false };
    const window = await aWindow(entry, {}, nobody);
    assert.equal((await call(await window.newThread(), undefined)).status, 'completed');
    defineTools({ description: 'Books two desks.' });
    const restarted = await restart(window, entry, {}, nobody);
    const denied = await call(await restarted.newThread(), undefined);
    assert.equal(denied.status, 'cancelled');
    assert.match(denied.text, /nobody can answer here.*changed the tool since the user allowed it/);
  });

  it('is asked about again when the window closes before the answer, and the call never runs', async () => {
    const window = await aWindow();
    const thread = await window.newThread();
    await thread.submit('Please call book');
    const toolCallId = await until(thread.onDidAppend, () => {
      const part = thread.state.current?.parts.find(({ kind }) => kind === 'toolCall');
      return part?.kind === 'toolCall' && part.call.status === 'pendingApproval' ? part.call.id : undefined;
    });
    const restarted = await restart(window);
    const again = await restarted.openThread(thread.id);
    assert.equal(again.answerApproval({ toolCallId, decision: 'allow', scope: 'always' }), false);
    const [part] = again.state.turns[0]?.parts ?? [];
    assert.equal(part?.kind === 'toolCall' && part.call.status, 'cancelled');
    assert.equal((await call(again, deny)).status, 'cancelled');
    assert.deepEqual(await restarted.approvals.list(), []);
    assert.doesNotMatch(
      await readFile(join(fixture.home, 'threads', thread.id, 'events.jsonl'), 'utf8'),
      /book ran in/,
    );
  });

  it('says what would stop the question: a rule is named, and where to change it', async () => {
    const rule = { effect: 'ask', server: 'desk' } as const;
    const window = await aWindow({ alwaysAllow: ['*'] }, { permissionRules: [rule] });
    const asked = await call(await window.newThread(), deny);
    assert.match(
      asked.reason ?? '',
      /A rule of yours says to ask: \{"effect":"ask","server":"desk"\}.*patchbay\.permissions\.rules/,
    );
    const reads = await restart(window, {}, { permissionMode: 'accept-reads' });
    const notReadOnly = await call(await reads.newThread(), deny);
    assert.match(notReadOnly.reason ?? '', /"accept-reads" covers tools marked read-only.*"Always allow" stops/);
  });
});
