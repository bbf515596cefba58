import assert from 'node:assert/strict';
import type { ApprovalAnswer } from '../../src/shared/thread/approval.ts';
import type { ThreadEvent } from '../../src/shared/thread/threadEvent.ts';
import type { SignInSurface } from '../../src/core/mcp/auth/signInSurface.ts';
import { silentLogger } from '../../src/core/base/logger.ts';
import { noHostHandlers } from '../../src/core/mcp/host/hostHandlers.ts';
import { createRuntime } from '../../src/core/runtime.ts';
import type { RuntimePort } from '../../src/core/runtimePort.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import { calling, saying } from '../servers/scriptedModel/script.ts';
import type { RecordedRequest } from '../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../servers/scriptedModel/scriptedModelServer.ts';
import { AuthCase } from '../support/authCase.ts';
import { messagesOf } from './cli/conversation.ts';

const signInTool = 'mcp__tracker__authenticate';
const echoTool = 'mcp__tracker__echo';

describe('a model that wants a server which wants a sign-in', function () {
  this.timeout(30_000);
  let world: AuthCase;
  let model: ScriptedModelServer;
  let runtime: RuntimePort;

  beforeEach(async () => {
    world = await AuthCase.start();
    world.fixture.write('home/mcp.json', { tracker: { type: 'http', url: world.server.url } });
    model = await ScriptedModelServer.start([
      calling(signInTool, {}),
      calling(echoTool, { text: 'hello' }, 'call_2'),
      saying('Done.'),
    ]);
  });
  afterEach(async () => {
    await runtime.dispose();
    await model.dispose();
    await world.dispose();
  });

  it('has the person sign in once they allow it, and uses the tools from then on', async () => {
    const events = await aTurn('allow', world.browser);
    const [call] = eventsOf(events, 'toolCallReady');
    assert.deepEqual(call?.target, { kind: 'signIn', server: 'tracker', url: world.server.url });
    assert.equal(world.browser.opened.length, 1);
    const [before, after] = model.requests;
    assert.deepEqual([toolsOf(before), toolsOf(after)], [[signInTool], [echoTool]]);
    const results = eventsOf(events, 'toolCallEnded');
    assert.deepEqual(
      results.map(({ status }) => status),
      ['completed', 'completed'],
    );
    assert.match(lastMessage(after), /The server 'tracker' is connected\. It has one tool/);
    assert.equal(lastMessage(model.requests[2]), 'hello');
  });

  it('opens no browser when the person denies, and is told how to sign in otherwise', async () => {
    const events = await aTurn('deny', world.browser);
    assert.deepEqual(world.browser.opened, []);
    const [signIn, echo] = eventsOf(events, 'toolCallEnded');
    assert.deepEqual([signIn?.status, signIn?.reason], ['cancelled', 'denied']);
    assert.match(lastMessage(model.requests[1]), /"patchbay mcp auth tracker"/);
    assert.equal(echo?.status, 'failed');
    // The server still needs it, so it is still offered.
    assert.deepEqual(toolsOf(model.requests[1]), [signInTool]);
  });

  it('is not offered the sign-in where nobody can sign in, and asks nobody when it calls it', async () => {
    const events = await aTurn('allow', undefined);
    assert.deepEqual(toolsOf(model.requests[0]), []);
    assert.deepEqual(eventsOf(events, 'approvalRequested'), []);
    assert.match(lastMessage(model.requests[1]), /Nobody can sign in to 'tracker' here\..*"patchbay mcp auth tracker"/);
  });

  /** The events of one turn, in which each question has this answer. */
  async function aTurn(decision: ApprovalAnswer['decision'], signInSurface: SignInSurface | undefined) {
    const { home, root, secrets } = world.fixture;
    const scripted = { type: 'openai-compatible', baseUrl: model.baseUrl } as const;
    runtime = await createRuntime({
      home,
      storage: home,
      cwd: root,
      isTrusted: () => true,
      sessionConfigFiles: [],
      isStrictConfig: false,
      canAsk: true,
      environment: process.env,
      settings: () => ({ ...defaultSettings, model: 'scripted/model', providers: { scripted } }),
      secrets,
      signInSurface,
      hostHandlers: noHostHandlers,
      version: '0.0.0',
      logger: silentLogger,
    });
    const thread = await runtime.newThread();
    const events: ThreadEvent[] = [];
    thread.onDidAppend((event) => {
      events.push(event);
      if (event.type === 'approvalRequested') {
        thread.answerApproval({ toolCallId: event.toolCallId, decision, scope: 'once' });
      }
    });
    const outcome = await thread.submit('Say hello');
    assert.equal(outcome.status, 'started');
    assert.equal(outcome.status === 'started' && (await outcome.done), 'completed');
    return events;
  }
});

function eventsOf<T extends ThreadEvent['type']>(events: readonly ThreadEvent[], type: T) {
  return events.filter((event): event is Extract<ThreadEvent, { type: T }> => event.type === type);
}

function toolsOf(request: RecordedRequest | undefined): unknown[] {
  return (request?.body.tools ?? []).map((tool) => tool.function['name']);
}

function lastMessage(request: RecordedRequest | undefined): string {
  return (request && messagesOf(request).at(-1)?.text) ?? '';
}
