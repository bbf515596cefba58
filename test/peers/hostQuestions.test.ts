import assert from 'node:assert/strict';
import type { HostHandlers } from '../../src/core/mcp/host/hostHandlers.ts';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { Emitter } from '../../src/shared/base/emitter.ts';
import { AskingHttp } from '../servers/askingHttp.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';

/** What a person is asked, and the way to answer it. */
interface Shown {
  readonly message: string;
  readonly answer: (city: string) => void;
}

describe('a server over HTTP that asks the host several things', function () {
  this.timeout(20_000);
  const name = 'asking';
  let fixture: HubFixture;
  let server: AskingHttp;
  let hub: Hub;
  let shown: Shown[];
  let sampled: number;
  const asked = new Emitter<void>();

  const handlers: HostHandlers = {
    elicitation: {
      modes: ['form'],
      elicit: ({ message }) =>
        new Promise((resolve) => {
          shown.push({ message, answer: (city) => resolve({ action: 'accept', content: { city } }) });
          asked.fire();
        }),
    },
    sampling: {
      sample: () => {
        sampled++;
        asked.fire();
        const content = { type: 'text', text: 'Lovely.' };
        return Promise.resolve({ role: 'assistant', model: 'fake-model', content });
      },
    },
  };
  const untilShown = (count: number): Promise<unknown> => until(asked.event, () => shown.length >= count);

  before(async () => {
    fixture = new HubFixture();
    server = await AskingHttp.start();
    hub = await fixture.hub({ [name]: { type: 'http', url: server.url } }, { hostHandlers: handlers });
    const state = await hub.connect(name);
    assert.equal(state.status, 'connected', JSON.stringify(state));
  });
  beforeEach(() => {
    shown = [];
    sampled = 0;
  });
  after(async () => {
    await fixture.dispose();
    await server.stop();
  });

  it('gets one answer after the other, of a person and of the model, in one call', async () => {
    const called = hub.callTool(name, 'one_after_the_other', {});
    await untilShown(1);
    shown[0]?.answer('Rome');
    await untilShown(2);
    shown[1]?.answer('Oslo');
    assert.equal(textOf(await called), 'Rome / Lovely. / Oslo');
  });

  it('gets the answer of the model while a person is still asked', async () => {
    const called = hub.callTool(name, 'both_at_once', {});
    await until(asked.event, () => shown.length === 1 && sampled === 1);
    shown[0]?.answer('Rome');
    assert.equal(textOf(await called), 'Rome / Lovely.');
  });

  it('gets each answer for the call that asked, whichever is answered first', async () => {
    const first = hub.callTool(name, 'ask', { question: 'First?' });
    const second = hub.callTool(name, 'ask', { question: 'Second?' });
    await untilShown(2);
    for (const { message, answer } of shown.toReversed()) answer(`to ${message}`);
    assert.equal(textOf(await second), 'to Second?');
    assert.equal(textOf(await first), 'to First?');
  });

  it('answers other calls while a person is asked', async () => {
    const waiting = hub.callTool(name, 'ask', { question: 'Now?' });
    await untilShown(1);
    const other = hub.callTool(name, 'ask', { question: 'Quick?' });
    await untilShown(2);
    shown[1]?.answer('yes');
    assert.equal(textOf(await other), 'yes');
    shown[0]?.answer('later');
    assert.equal(textOf(await waiting), 'later');
  });
});
