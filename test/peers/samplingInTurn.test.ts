import assert from 'node:assert/strict';
import type { ModelRequest } from '../../src/core/models/languageModel.ts';
import { AskingHttp } from '../servers/askingHttp.ts';
import { ModernHttp } from '../servers/modern/modernHttp.ts';
import type { ThreadsSetup } from '../support/threadsOnHub.ts';
import { resultOf, ThreadsOnHub } from '../support/threadsOnHub.ts';
import { calls, FakeModel, says } from '../unit/agent/fakes/fakeModel.ts';

describe('a call that asks the person and the model', function () {
  this.timeout(20_000);
  let server: AskingHttp;
  let threads: ThreadsOnHub;
  let model: FakeModel;

  const start = async (setup: ThreadsSetup = {}, more: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    server = await AskingHttp.start();
    model = new FakeModel(says('Love', 'ly.'), says('Fine.'));
    const entry = { type: 'http', url: server.url, ...more };
    threads = await ThreadsOnHub.create(() => ({ asking: entry }), { model, ...setup });
  };
  afterEach(async () => {
    await threads.dispose();
    await server.stop();
  });

  it('gets all answers over HTTP, each when the person has agreed', async () => {
    await start();
    const thread = await threads.calling(['mcp__asking__one_after_the_other', {}]);
    const { done } = await thread.start();
    const answer = (elicitationId: string): unknown =>
      thread.runner.answerElicitation({ elicitationId, action: 'accept' });
    thread.fillIn(await thread.asked(1), 'Rome');

    const request = await thread.asked(2);
    assert.equal(request.about, 'sampling');
    assert.match(
      request.question.message,
      /^"asking" asks for an answer of your model Fake model, of at most 10 tokens/,
    );
    assert.match(request.question.message, /User:\nPraise Rome$/);
    assert.deepEqual(model.requests, []);
    answer(request.id);

    const result = await thread.asked(3);
    assert.equal(result.about, 'sampling');
    assert.match(result.question.message, /^Fake model has answered\..*\n\nLovely\.$/s);
    answer(result.id);

    thread.fillIn(await thread.asked(4), 'Oslo');
    assert.equal(resultOf(await done), 'Rome / Lovely. / Oslo');
    const expected: ModelRequest[] = [
      {
        system: '',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Praise Rome' }] }],
        tools: [],
        maxOutputTokens: 10,
      },
    ];
    assert.deepEqual(model.requests, expected);
  });

  it('asks the person for both at once, and takes the answers in any order', async () => {
    await start();
    const thread = await threads.calling(['mcp__asking__both_at_once', {}]);
    const { done } = await thread.start();
    const both = [await thread.asked(1), await thread.asked(2)];
    const form = both.find(({ about }) => about === undefined);
    const consent = both.find(({ about }) => about === 'sampling');
    assert.ok(form && consent);
    thread.runner.answerElicitation({ elicitationId: consent.id, action: 'accept' });
    const { id: elicitationId } = await thread.asked(3);
    thread.runner.answerElicitation({ elicitationId, action: 'accept' });
    thread.fillIn(form, 'Rome');
    assert.equal(resultOf(await done), 'Rome / Lovely.');
  });

  for (const [number, what] of [
    [2, 'the request'],
    [3, 'the answer'],
  ] as const) {
    it(`is refused when the person does not agree to ${what}`, async () => {
      await start();
      const thread = await threads.calling(['mcp__asking__one_after_the_other', {}]);
      const { done } = await thread.start();
      thread.fillIn(await thread.asked(1), 'Rome');
      for (let next = 2; next < number; next++) {
        const { id: elicitationId } = await thread.asked(next);
        thread.runner.answerElicitation({ elicitationId, action: 'accept' });
      }
      const { id: elicitationId } = await thread.asked(number);
      thread.runner.answerElicitation({ elicitationId, action: 'decline' });
      assert.match(resultOf(await done), /The user did not allow it/);
      assert.equal(model.requests.length, number - 2);
    });
  }

  it('is not asked for each where nothing is asked', async () => {
    await start({ settings: { permissionMode: 'bypass' } });
    const thread = await threads.calling(['mcp__asking__both_at_once', {}]);
    const { done } = await thread.start();
    thread.fillIn(await thread.asked(1), 'Rome');
    assert.equal(resultOf(await done), 'Rome / Lovely.');
    assert.equal(thread.of('elicitationRequested').length, 1);
  });

  it('is refused by a rule against the server, and nobody is asked', async () => {
    const permissionRules = [{ effect: 'deny', server: 'ask*' }] as const;
    await start({ settings: { permissionMode: 'ask', permissionRules } });
    await assert.rejects(
      threads.questions.handlers.sampling!.sample({ server: 'asking', params: {} }, new AbortController().signal),
      { code: -1, message: /settings of the user deny it/ },
    );
  });

  it('is not possible where nobody can allow it, or the definition denies it', async () => {
    server = await AskingHttp.start();
    const entry = { type: 'http', url: server.url };
    threads = await ThreadsOnHub.create(() => ({ asking: entry }), { canAsk: false });
    const thread = await threads.calling(['mcp__asking__both_at_once', {}]);
    assert.match(resultOf(await thread.run()), /Method not found/);
    await threads.dispose();
    threads = await ThreadsOnHub.create(() => ({ asking: { ...entry, sampling: 'deny' } }), { model: new FakeModel() });
    const denied = await threads.calling(['mcp__asking__both_at_once', {}]);
    const { done } = await denied.start();
    assert.match(resultOf(await done), /Method not found/);
  });

  it('is closed with the turn that is stopped, and the model is not asked', async () => {
    await start();
    const thread = await threads.calling(['mcp__asking__one_after_the_other', {}]);
    const { done } = await thread.start();
    thread.fillIn(await thread.asked(1), 'Rome');
    await thread.asked(2);
    thread.runner.stop();
    assert.equal((await done).status, 'cancelled');
    assert.ok(thread.lastTurn.elicitations.every(({ status }) => status !== 'open'));
    assert.deepEqual(model.requests, []);
  });
});

describe('a server of the modern era that asks for everything in one round', function () {
  this.timeout(20_000);

  it('gets the person’s word, the model’s answer and the folder it may know', async () => {
    const server = await ModernHttp.start({ legacy: 'reject' });
    const threads = await ThreadsOnHub.create(() => ({ modern: { type: 'http', url: server.url, roots: true } }), {
      model: new FakeModel(says('Hello.')),
      settings: { permissionMode: 'bypass' },
    });
    const thread = await threads.thread(new FakeModel(calls(['mcp__modern__survey', {}]), says('Done.')));
    const { done } = await thread.start();
    const { id: elicitationId, question } = await thread.asked(1);
    assert.deepEqual(question, { mode: 'url', message: 'Sign here', url: 'https://example.com/sign' });
    thread.runner.answerElicitation({ elicitationId, action: 'accept' });
    const answers = JSON.parse(resultOf(await done)) as Record<string, { roots?: { uri: string }[] }>;
    assert.deepEqual(answers['site'], { action: 'accept' });
    assert.match(JSON.stringify(answers['words']), /Hello\./);
    assert.match(answers['folders']?.roots?.[0]?.uri ?? '', /^file:\/\/.*\/workspace$/);
    await threads.dispose();
    await server.stop();
  });
});
