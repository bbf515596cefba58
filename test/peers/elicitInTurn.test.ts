import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AskingHttp } from '../servers/askingHttp.ts';
import { ModernHttp } from '../servers/modern/modernHttp.ts';
import type { HubThread } from '../support/threadsOnHub.ts';
import { FakeModel, says } from '../unit/agent/fakes/fakeModel.ts';
import { callsOf, resultOf, ThreadsOnHub } from '../support/threadsOnHub.ts';

const askingStdio = fileURLToPath(new URL('../servers/askingStdio.ts', import.meta.url));
const modernStdio = fileURLToPath(new URL('../servers/modern/stdio.ts', import.meta.url));
const ask = (question: string): readonly [string, { question: string }] => ['mcp__asking__ask', { question }];

interface Way {
  readonly entry: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** The same server of the legacy era, reachable in two ways. */
const legacyWays: Readonly<Record<string, () => Promise<Way>>> = {
  'a pipe': () =>
    Promise.resolve({ entry: { command: process.execPath, args: [askingStdio] }, stop: () => Promise.resolve() }),
  HTTP: async () => {
    const server = await AskingHttp.start();
    return { entry: { type: 'http', url: server.url }, stop: () => server.stop() };
  },
};

const modernWays: Readonly<Record<string, () => Promise<Way>>> = {
  'a pipe': () =>
    Promise.resolve({ entry: { command: process.execPath, args: [modernStdio] }, stop: () => Promise.resolve() }),
  HTTP: async () => {
    const server = await ModernHttp.start({ legacy: 'reject' });
    return { entry: { type: 'http', url: server.url }, stop: () => server.stop() };
  },
};

for (const [way, reach] of Object.entries(legacyWays)) {
  describe(`a call that asks the person, of a server of the legacy era over ${way}`, function () {
    this.timeout(20_000);
    let threads: ThreadsOnHub;
    let server: Way;

    before(async () => {
      server = await reach();
      threads = await ThreadsOnHub.create(() => ({ asking: server.entry }));
    });
    after(async () => {
      await threads.dispose();
      await server.stop();
    });

    it('shows the form in the thread, waits, and gives the server what was filled in', async () => {
      const thread = await threads.calling(ask('Which city?'));
      const { done } = await thread.start();
      const asked = await thread.asked(1);
      const [call] = callsOf(thread.runner.state.current!);
      assert.equal(call?.status, 'running');
      assert.equal(asked.toolCallId, call.id);
      assert.equal(asked.server, 'asking');
      assert.equal(asked.status, 'open');
      assert.deepEqual(asked.question, {
        mode: 'form',
        message: 'Which city?',
        requestedSchema: { type: 'object', properties: { city: { type: 'string' } } },
      });
      thread.fillIn(asked, 'Rome');
      assert.equal(resultOf(await done), 'Rome');
      assert.deepEqual(thread.resolutions, ['accept by person']);
      assert.equal(thread.lastTurn.elicitations[0]?.status, 'accepted');
    });

    for (const action of ['decline', 'cancel'] as const) {
      it(`tells the server of a ${action}`, async () => {
        const thread = await threads.calling(ask('Which city?'));
        const { done } = await thread.start();
        const { id: elicitationId } = await thread.asked(1);
        thread.runner.answerElicitation({ elicitationId, action });
        assert.equal(resultOf(await done), 'undefined');
        assert.deepEqual(thread.resolutions, [`${action} by person`]);
      });
    }

    it('keeps what was filled in out of the conversation, whatever the server does with it', async () => {
      const thread = await threads.calling(ask('Which city?'));
      const { done } = await thread.start();
      thread.fillIn(await thread.asked(1), 'a secret place');
      await done;
      const told = thread.events.filter(({ type }) => type !== 'toolCallEnded');
      assert.ok(!JSON.stringify(told).includes('a secret place'));
    });

    it('says what does not fit the form, which stays open', async () => {
      const thread = await threads.calling(ask('Which city?'));
      const { done } = await thread.start();
      const { id: elicitationId } = await thread.asked(1);
      const answer = (content: { city: string | number }): unknown =>
        thread.runner.answerElicitation({ elicitationId, action: 'accept', content });
      assert.deepEqual(answer({ city: 5 }), { status: 'invalid', problem: '"city" must be string' });
      assert.deepEqual(thread.resolutions, []);
      assert.deepEqual(answer({ city: 'Rome' }), { status: 'taken' });
      assert.deepEqual(answer({ city: 'Oslo' }), { status: 'notOpen' });
      assert.equal(resultOf(await done), 'Rome');
    });

    it('sends the person to an address when they agree, and tells the server at once', async () => {
      const url = 'https://example.com/sign?code=1';
      const thread = await threads.calling(['mcp__asking__send_away', { url }]);
      const { done } = await thread.start();
      const { id: elicitationId, question } = await thread.asked(1);
      assert.deepEqual(question, { mode: 'url', message: 'Sign here', url });
      thread.runner.answerElicitation({ elicitationId, action: 'accept' });
      assert.equal(resultOf(await done), 'accept');
      assert.deepEqual(thread.of('elicitationVisited'), []);
    });

    it('refuses to show an address that is not safe', async () => {
      const thread = await threads.calling(['mcp__asking__send_away', { url: 'file:///etc/passwd' }]);
      assert.match(resultOf(await thread.run()), /must be an https address/);
      assert.deepEqual(thread.of('elicitationRequested'), []);
    });

    it('closes the question when the turn is stopped', async () => {
      const thread = await threads.calling(ask('Which city?'));
      const { done } = await thread.start();
      const asked = await thread.asked(1);
      thread.runner.stop();
      assert.equal((await done).status, 'cancelled');
      assert.equal(thread.lastTurn.elicitations[0]?.status, 'cancelled');
      const late = { elicitationId: asked.id, action: 'accept', content: { city: 'Rome' } } as const;
      assert.deepEqual(thread.runner.answerElicitation(late), { status: 'notOpen' });
    });

    it('closes the question when the server takes it back', async () => {
      const thread = await threads.calling(['mcp__asking__take_back', {}]);
      const { done } = await thread.start();
      await thread.asked(1);
      await threads.hub.callTool('asking', 'never_mind', {});
      assert.equal(resultOf(await done), 'taken back');
      assert.deepEqual(thread.resolutions, ['cancel by server']);
    });

    it('closes the question when the call ends without an answer to it', async () => {
      const thread = await threads.calling(['mcp__asking__forget', {}]);
      assert.equal(resultOf(await thread.run()), 'forgotten');
      assert.ok(thread.resolutions.every((resolution) => resolution === 'cancel by default'));
      assert.ok(thread.lastTurn.elicitations.every(({ status }) => status === 'cancelled'));
    });

    it('closes the question when the server is disconnected', async () => {
      const thread = await threads.calling(ask('Which city?'));
      const { done } = await thread.start();
      await thread.asked(1);
      await threads.hub.disconnect('asking');
      const [call] = callsOf(await done);
      assert.ok(call?.status === 'cancelled' && call.reason === 'serverGone', JSON.stringify(call));
      assert.equal(thread.lastTurn.elicitations[0]?.status, 'cancelled');
      await threads.hub.connect('asking');
    });

    it('asks two threads at once, each for its own call', async () => {
      const [first, second] = await Promise.all([threads.calling(ask('First?')), threads.calling(ask('Second?'))]);
      const one = await first.start();
      const inFirst = await first.asked(1);
      const other = await second.start();
      const inSecond = await second.asked(1);
      assert.equal(inFirst.question.message, 'First?');
      assert.equal(inSecond.question.message, 'Second?');
      second.fillIn(inSecond, 'Oslo');
      first.fillIn(inFirst, 'Rome');
      assert.deepEqual([resultOf(await one.done), resultOf(await other.done)], ['Rome', 'Oslo']);
    });
  });
}

describe('whose question it is', function () {
  this.timeout(20_000);
  const twice = ['mcp__asking__ask_twice', {}] as const;

  it('is known over HTTP, also when another thread has called since', async () => {
    const server = await AskingHttp.start();
    const threads = await ThreadsOnHub.create(() => ({ asking: { type: 'http', url: server.url } }));
    const [first, second] = await Promise.all([threads.calling(twice), threads.calling(ask('Other?'))]);
    const one = await first.start();
    const asked = await first.asked(1);
    const other = await second.start();
    const elsewhere = await second.asked(1);
    first.fillIn(asked, 'Rome');
    assert.equal((await first.asked(2)).question.message, 'Then?');
    first.fillIn(await first.asked(2), 'Oslo');
    second.fillIn(elsewhere, 'Bern');
    assert.deepEqual([resultOf(await one.done), resultOf(await other.done)], ['Rome / Oslo', 'Bern']);
    await threads.dispose();
    await server.stop();
  });

  it('is not known on a pipe of the legacy era: the thread that called last is asked, and then the one that is left', async () => {
    const threads = await ThreadsOnHub.create(() => ({ asking: { command: process.execPath, args: [askingStdio] } }));
    const [first, second] = await Promise.all([threads.calling(twice), threads.calling(ask('Other?'))]);
    const one = await first.start();
    const asked = await first.asked(1);
    const other = await second.start();
    const elsewhere = await second.asked(1);
    first.fillIn(asked, 'Rome');
    assert.equal((await second.asked(2)).question.message, 'Then?');
    second.fillIn(elsewhere, 'Bern');
    assert.equal(resultOf(await other.done), 'Bern');
    assert.equal((await first.asked(2)).question.message, 'Then?');
    first.fillIn(await first.asked(2), 'Oslo');
    assert.equal(resultOf(await one.done), 'Rome / Oslo');
    assert.deepEqual(second.resolutions, ['accept by person', 'cancel by default']);
    await threads.dispose();
  });

  for (const [way, reach] of Object.entries(modernWays)) {
    it(`is known in the modern era over ${way}, in each round`, async () => {
      const server = await reach();
      const threads = await ThreadsOnHub.create(() => ({ modern: server.entry }));
      const book = ['mcp__modern__book', {}] as const;
      const [first, second] = await Promise.all([threads.calling(book), threads.calling(book)]);
      const begun: { readonly thread: HubThread; readonly done: Promise<unknown> }[] = [];
      for (const thread of [first, second]) {
        const { done } = await thread.start();
        await thread.asked(1);
        begun.push({ thread, done });
      }
      first.fillIn(await first.asked(1), 'Rome');
      const confirm = await first.asked(2);
      assert.equal(confirm.question.message, 'Book Rome?');
      second.fillIn(await second.asked(1), 'Oslo');
      assert.equal((await second.asked(2)).question.message, 'Book Oslo?');
      for (const { thread, done } of begun) {
        const { id: elicitationId } = await thread.asked(2);
        thread.runner.answerElicitation({ elicitationId, action: 'accept', content: { sure: true } });
        await done;
      }
      assert.equal(resultOf(first.lastTurn), '{"city":"Rome"} booked');
      assert.equal(resultOf(second.lastTurn), '{"city":"Oslo"} booked');
      assert.deepEqual(first.of('toolCallProgress'), []);
      await threads.dispose();
      await server.stop();
    });
  }

  it('is nobody’s without a call of a thread, and cancelled where the surface has no way to ask', async () => {
    const server = await AskingHttp.start();
    const threads = await ThreadsOnHub.create(() => ({ asking: { type: 'http', url: server.url } }));
    const thread = await threads.calling(ask('In the thread?'));
    const { done } = await thread.start();
    const asked = await thread.asked(1);
    const result = await threads.hub.callTool('asking', 'ask', { question: 'By hand?' });
    assert.deepEqual(result.content, [{ type: 'text', text: 'undefined' }]);
    assert.equal(thread.runner.state.current?.elicitations.length, 1);
    thread.fillIn(asked, 'Rome');
    assert.equal(resultOf(await done), 'Rome');
    await threads.dispose();
    await server.stop();
  });

  it('goes to the surface for a tool that is run by hand', async () => {
    const server = await AskingHttp.start();
    const elicit = (): Promise<{ action: 'accept'; content: { city: string } }> =>
      Promise.resolve({ action: 'accept', content: { city: 'Bern' } });
    const surface = { elicitation: { modes: ['form'] as const, elicit } };
    const threads = await ThreadsOnHub.create(() => ({ asking: { type: 'http', url: server.url } }), { surface });
    const result = await threads.hub.callTool('asking', 'ask', { question: 'By hand?' });
    assert.deepEqual(result.content, [{ type: 'text', text: 'Bern' }]);
    await threads.dispose();
    await server.stop();
  });
});

describe('a prompt that asks before it is there', function () {
  this.timeout(20_000);

  it('asks in the thread that runs it, where no call is behind it', async () => {
    const server = await ModernHttp.start({ legacy: 'reject' });
    const threads = await ThreadsOnHub.create(() => ({ modern: { type: 'http', url: server.url } }));
    const thread = await threads.thread(new FakeModel(says('Planned.')));
    const outcome = await thread.runner.runPrompt('modern', 'ask_plan', {});
    assert.ok(outcome.status === 'started', JSON.stringify(outcome));
    const asked = await thread.asked(1);
    assert.equal(asked.toolCallId, undefined);
    thread.fillIn(asked, 'Rome');
    assert.equal(await outcome.done, 'completed');
    assert.match(JSON.stringify(thread.lastTurn.prompt?.messages), /Plan Rome\./);
    await threads.dispose();
    await server.stop();
  });
});

describe('a call that asks, of a server that dies meanwhile', function () {
  this.timeout(20_000);

  it('ends with it, and so does the question', async () => {
    const threads = await ThreadsOnHub.create(() => ({ asking: { command: process.execPath, args: [askingStdio] } }));
    const thread = await threads.calling(ask('Which city?'));
    const { done } = await thread.start();
    const { id: elicitationId } = await thread.asked(1);
    await assert.rejects(threads.hub.callTool('asking', 'leave', {}), { code: 'server_gone' });
    const [call] = callsOf(await done);
    assert.ok(call?.status === 'cancelled' && call.reason === 'serverGone', JSON.stringify(call));
    assert.deepEqual(thread.resolutions, ['cancel by server']);
    const late = { elicitationId, action: 'decline' } as const;
    assert.deepEqual(thread.runner.answerElicitation(late), { status: 'notOpen' });
    await threads.dispose();
  });
});

describe('a call that asks where nobody sits', function () {
  this.timeout(20_000);

  it('is told at once that it was cancelled, and the thread says so', async () => {
    const server = await AskingHttp.start();
    const threads = await ThreadsOnHub.create(() => ({ asking: { type: 'http', url: server.url } }), { canAsk: false });
    const thread = await threads.calling(ask('Which city?'));
    assert.equal(resultOf(await thread.run()), 'undefined');
    assert.equal(thread.of('elicitationRequested')[0]?.question.message, 'Which city?');
    assert.deepEqual(thread.resolutions, ['cancel by default']);
    await threads.dispose();
    await server.stop();
  });
});

describe('the time limit of a call that asks', function () {
  this.timeout(20_000);

  it('stands still while the person is asked, and runs on after that', async () => {
    const entry = { command: process.execPath, args: [askingStdio], timeout: 1 };
    const threads = await ThreadsOnHub.create(() => ({ asking: entry }));
    const thread = await threads.calling(ask('Which city?'));
    const { done } = await thread.start();
    const asked = await thread.asked(1);
    // Longer than the call may take.
    await delay(1_300);
    thread.fillIn(asked, 'Rome');
    assert.equal(resultOf(await done), 'Rome');
    await threads.dispose();
  });
});
