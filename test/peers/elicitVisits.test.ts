import assert from 'node:assert/strict';
import { until } from '../support/until.ts';
import { AskingHttp } from '../servers/askingHttp.ts';
import { callsOf, resultOf, ThreadsOnHub } from '../support/threadsOnHub.ts';
import type { HubThread } from '../support/threadsOnHub.ts';

/** A tool that wants a person to have been at `urls` addresses, `count` times. */
const needs = (count: number, urls = 1): readonly [string, { count: number; urls: number; note: string }] => [
  'mcp__asking__needs_visits',
  { count, urls, note: 'the same' },
];

describe('a call that wants the person to go to an address first (-32042)', function () {
  this.timeout(20_000);
  let server: AskingHttp;
  let threads: ThreadsOnHub;

  const start = async (setup: Parameters<typeof ThreadsOnHub.create>[1] = {}): Promise<void> => {
    server = await AskingHttp.start();
    threads = await ThreadsOnHub.create(() => ({ asking: { type: 'http', url: server.url } }), setup);
  };
  afterEach(async () => {
    await threads.dispose();
    await server.stop();
  });

  const reply = (thread: HubThread, elicitationId: string, action: 'accept' | 'decline' | 'cancel'): unknown =>
    thread.runner.answerElicitation({ elicitationId, action });
  const untilAway = (thread: HubThread, number: number): Promise<unknown> =>
    until(thread.runner.onDidAppend, () => thread.runner.state.current?.elicitations[number - 1]?.status === 'away');

  it('shows the whole address, waits for the server’s word that it is done, and repeats the call as it was', async () => {
    await start();
    const thread = await threads.calling(needs(1));
    const { done } = await thread.start();
    const { id, question, toolCallId } = await thread.asked(1);
    assert.deepEqual(question, { mode: 'url', message: 'Sign page 1', url: 'https://example.com/sign/1?token=secret' });
    assert.equal(toolCallId, callsOf(thread.runner.state.current!)[0]?.id);
    assert.deepEqual(reply(thread, id, 'accept'), { status: 'taken' });
    await untilAway(thread, 1);
    assert.deepEqual(server.visits.calls, ['the same']);
    await server.complete('page-1');
    assert.equal(resultOf(await done), 'done after 2 calls: the same');
    assert.deepEqual(server.visits.calls, ['the same', 'the same']);
    assert.deepEqual(thread.resolutions, ['accept by server']);
  });

  it('takes the word of the person for it', async () => {
    await start();
    const thread = await threads.calling(needs(1));
    const { done } = await thread.start();
    const { id } = await thread.asked(1);
    reply(thread, id, 'accept');
    await untilAway(thread, 1);
    // About something else.
    await server.complete('page-9');
    reply(thread, id, 'accept');
    assert.equal(resultOf(await done), 'done after 2 calls: the same');
    assert.deepEqual(thread.resolutions, ['accept by person']);
  });

  it('asks for each address in turn, and for none that was done meanwhile', async () => {
    await start();
    const thread = await threads.calling(needs(1, 3));
    const { done } = await thread.start();
    const first = await thread.asked(1);
    reply(thread, first.id, 'accept');
    await untilAway(thread, 1);
    await server.complete('page-2');
    reply(thread, first.id, 'accept');
    const third = await until(thread.runner.onDidAppend, () =>
      thread.runner.state.current?.elicitations.find(({ question }) => question.message === 'Sign page 3'),
    );
    reply(thread, third.id, 'accept');
    await untilAway(thread, 3);
    reply(thread, third.id, 'accept');
    assert.equal(resultOf(await done), 'done after 2 calls: the same');
    assert.deepEqual(thread.resolutions, ['accept by person', 'accept by server', 'accept by person']);
  });

  it('asks again when the server wants it again', async () => {
    await start();
    const thread = await threads.calling(needs(2));
    const { done } = await thread.start();
    for (const number of [1, 2]) {
      const { id } = await thread.asked(number);
      reply(thread, id, 'accept');
      await untilAway(thread, number);
      reply(thread, id, 'accept');
    }
    assert.equal(resultOf(await done), 'done after 3 calls: the same');
  });

  it('repeats the call three times and no more', async () => {
    await start();
    const thread = await threads.calling(needs(99));
    const { done } = await thread.start();
    for (const number of [1, 2, 3]) {
      const { id } = await thread.asked(number);
      reply(thread, id, 'accept');
      await untilAway(thread, number);
      reply(thread, id, 'accept');
    }
    const turn = await done;
    assert.equal(callsOf(turn)[0]?.status, 'failed');
    assert.match(resultOf(turn), /code -32042.*repeated 3 times.*tell the user what is needed/s);
    assert.equal(server.visits.calls.length, 4);
  });

  for (const [action, words] of [
    ['decline', /code -32042.*The user declined to go to https:\/\/example\.com\/sign\/1/s],
    ['cancel', /code -32042.*Nobody went to https:\/\/example\.com\/sign\/1/s],
  ] as const) {
    for (const when of ['before they go', 'while they are away']) {
      it(`ends with the server’s error when the person answers with ${action} ${when}`, async () => {
        await start();
        const thread = await threads.calling(needs(1, 2));
        const { done } = await thread.start();
        const { id } = await thread.asked(1);
        if (when === 'while they are away') {
          reply(thread, id, 'accept');
          await untilAway(thread, 1);
        }
        reply(thread, id, action);
        const turn = await done;
        assert.equal(callsOf(turn)[0]?.status, 'failed');
        assert.match(resultOf(turn), words);
        assert.ok(!resultOf(turn).includes('secret'), 'what the address carries');
        assert.deepEqual(thread.resolutions, [`${action} by person`]);
        assert.equal(server.visits.calls.length, 1);
      });
    }
  }

  it('ends at once where nobody sits', async () => {
    await start({ canAsk: false });
    const thread = await threads.calling(needs(1));
    assert.match(resultOf(await thread.run()), /code -32042.*Nobody went to/s);
    assert.deepEqual(thread.resolutions, ['cancel by default']);
    assert.equal(server.visits.calls.length, 1);
  });

  it('closes the question when the turn is stopped, and nothing is repeated', async () => {
    await start();
    const thread = await threads.calling(needs(1));
    const { done } = await thread.start();
    reply(thread, (await thread.asked(1)).id, 'accept');
    await untilAway(thread, 1);
    thread.runner.stop();
    assert.equal((await done).status, 'cancelled');
    await server.complete('page-1');
    assert.equal(thread.lastTurn.elicitations[0]?.status, 'cancelled');
    assert.equal(server.visits.calls.length, 1);
  });

  it('closes the question when the server is disconnected', async () => {
    await start();
    const thread = await threads.calling(needs(1));
    const { done } = await thread.start();
    reply(thread, (await thread.asked(1)).id, 'accept');
    await untilAway(thread, 1);
    await threads.hub.disconnect('asking');
    assert.match(resultOf(await done), /Nobody went to/);
    assert.deepEqual(thread.resolutions, ['cancel by server']);
  });

  it('is the same for a resource that the model reads', async () => {
    await start();
    const thread = await threads.calling(['access_mcp_resource', { server_name: 'asking', uri: 'note://signed' }]);
    const { done } = await thread.start();
    const { id } = await thread.asked(1);
    reply(thread, id, 'accept');
    await untilAway(thread, 1);
    await server.complete('note');
    assert.match(resultOf(await done), /a signed note/);
    assert.deepEqual(server.visits.calls, ['note://signed', 'note://signed']);
  });
});
