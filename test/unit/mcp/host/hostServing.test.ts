import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Emitter } from '../../../../src/shared/base/emitter.ts';
import type { JsonObject } from '../../../../src/shared/base/json.ts';
import type { Elicitation, ElicitationAnswer, HostHandlers } from '../../../../src/core/mcp/host/hostHandlers.ts';
import { capabilitiesFor } from '../../../../src/core/mcp/host/hostServing.ts';
import { HostRefusal } from '../../../../src/core/mcp/host/hostRefusal.ts';
import { aDefinition } from '../../../support/servers.ts';
import { until } from '../../../support/until.ts';
import { ServedClient } from './servedClient.ts';

const form = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer', minimum: 1 },
    mail: { type: 'string', format: 'email' },
  },
  required: ['city'],
};

const noRoots = { list: () => [], onDidChange: new Emitter<void>().event };
const decline = (): Promise<ElicitationAnswer> => Promise.resolve({ action: 'decline' });
const everything: HostHandlers = {
  elicitation: { modes: ['form', 'url'], elicit: decline },
  sampling: { sample: () => Promise.reject(new Error('not asked')) },
  roots: noRoots,
};

describe('what is declared to a server', () => {
  it('is nothing where no surface serves anything', () => {
    assert.deepEqual(capabilitiesFor(aDefinition({ givesRoots: true }), {}), {});
  });

  it('is each part that a surface serves', () => {
    assert.deepEqual(capabilitiesFor(aDefinition({ givesRoots: true }), everything), {
      elicitation: { form: {}, url: {} },
      sampling: {},
      roots: { listChanged: true },
    });
  });

  it('leaves out sampling that the definition denies, and roots that it does not give', () => {
    assert.deepEqual(capabilitiesFor(aDefinition({ sampling: 'deny' }), everything), {
      elicitation: { form: {}, url: {} },
    });
  });

  it('names the modes of elicitation, and no elicitation without a mode', () => {
    const withModes = (...modes: Elicitation['mode'][]): HostHandlers => ({ elicitation: { modes, elicit: decline } });
    assert.deepEqual(capabilitiesFor(aDefinition(), withModes('url')), { elicitation: { url: {} } });
    assert.deepEqual(capabilitiesFor(aDefinition(), withModes('form')), { elicitation: { form: {} } });
    assert.deepEqual(capabilitiesFor(aDefinition(), withModes()), {});
  });
});

describe('serving what a server asks', () => {
  const open: ServedClient[] = [];
  const serve = async (...args: Parameters<typeof ServedClient.create>): Promise<ServedClient> => {
    const served = await ServedClient.create(...args);
    open.push(served);
    return served;
  };
  /** Answers all elicitations the same, and keeps what was asked. */
  const answering = async (answer: ElicitationAnswer): Promise<{ served: ServedClient; asked: Elicitation[] }> => {
    const asked: Elicitation[] = [];
    const elicit = (request: Elicitation): Promise<ElicitationAnswer> => {
      asked.push(request);
      return Promise.resolve(answer);
    };
    return { served: await serve({ elicitation: { modes: ['form', 'url'], elicit } }), asked };
  };
  const askForm = (served: ServedClient, requestedSchema: unknown, message = 'Where to?'): Promise<object> =>
    served.ask('elicitation/create', { message, requestedSchema });

  afterEach(async () => {
    await Promise.all(open.splice(0).map((served) => served.close()));
  });

  it('shows a form as the server gave it, and sends what was filled in', async () => {
    const { served, asked } = await answering({ action: 'accept', content: { city: 'Rome', days: 2 } });
    const withHint = { ...form, properties: { ...form.properties, city: { type: 'string', 'x-hint': 'a capital' } } };
    assert.deepEqual(await askForm(served, withHint), { action: 'accept', content: { city: 'Rome', days: 2 } });
    assert.deepEqual(asked, [{ mode: 'form', server: 'tour', message: 'Where to?', requestedSchema: withHint }]);
  });

  for (const action of ['decline', 'cancel'] as const) {
    it(`tells the server of a ${action} and nothing else`, async () => {
      const { served } = await answering({ action });
      assert.deepEqual(await askForm(served, form), { action });
    });
  }

  const badForms: Readonly<Record<string, [schema: unknown, message: RegExp]>> = {
    'is not of an object': [{ type: 'string' }, /requestedSchema/],
    'has a nested field': [{ type: 'object', properties: { a: { type: 'object' } } }, /requestedSchema/],
    'refers to another document': [
      { type: 'object', properties: { a: { type: 'string', $ref: 'https://example.com/schema' } } },
      /cannot be used: .*can't resolve/,
    ],
    'has a choice without choices': [
      { type: 'object', properties: { a: { type: 'string', enum: [] } } },
      /cannot be used: /,
    ],
    'requires what it does not have': [
      { type: 'object', properties: {}, required: ['ghost'] },
      /it requires "ghost", which is not among its fields/,
    ],
    'has more fields than a person fills in': [
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, { type: 'string' }])),
      },
      /more than 100 fields/,
    ],
    'is far too long': [
      { type: 'object', properties: { a: { type: 'string', description: 'x'.repeat(100_000) } } },
      /longer than 100000 characters/,
    ],
  };
  for (const [what, [schema, message]] of Object.entries(badForms)) {
    it(`refuses a form that ${what}, and shows nothing`, async () => {
      const { served, asked } = await answering({ action: 'accept', content: {} });
      await assert.rejects(askForm(served, schema), { code: -32602, message });
      assert.deepEqual(asked, []);
    });
  }

  it('refuses a message that nobody would read to its end', async () => {
    const { served, asked } = await answering({ action: 'decline' });
    const refused = askForm(served, form, 'x'.repeat(10_001));
    await assert.rejects(refused, { code: -32602, message: /"message" is longer than 10000 characters/ });
    assert.deepEqual(asked, []);
    assert.deepEqual(served.log, ['(elicitation/create) refused: "message" is longer than 10000 characters.']);
  });

  const badValues: Readonly<Record<string, [content: JsonObject, log: RegExp]>> = {
    'leave out a required field': [{ days: 1 }, /the form must have required property 'city'/],
    'break the limits of a number': [{ city: 'Rome', days: 0 }, /"days" must be >= 1/],
    'are not of the format': [{ city: 'Rome', mail: 'nobody' }, /"mail" is not a valid email/],
  };
  for (const [what, [content, log]] of Object.entries(badValues)) {
    it(`does not send values that ${what}`, async () => {
      const { served } = await answering({ action: 'accept', content });
      await assert.rejects(askForm(served, form), { code: -32603, message: /The host failed to answer/ });
      assert.match(served.log.join('\n'), log);
    });
  }

  it('shows an address with what names it, and sends no content back', async () => {
    const { served, asked } = await answering({ action: 'accept', content: { secret: 'x' } });
    const params = { mode: 'url', message: 'Sign here', elicitationId: 'e-1', url: 'https://example.com/sign?a=1' };
    assert.deepEqual(await served.ask('elicitation/create', params), { action: 'accept' });
    assert.deepEqual(asked, [
      { mode: 'url', server: 'tour', message: 'Sign here', url: 'https://example.com/sign?a=1', elicitationId: 'e-1' },
    ]);
  });

  for (const url of ['http://localhost:8080/a', 'http://127.0.0.1/a', 'http://[::1]:1/a']) {
    it(`shows the address ${url} of this machine`, async () => {
      const { served, asked } = await answering({ action: 'accept' });
      await served.ask('elicitation/create', { mode: 'url', message: 'm', elicitationId: 'e', url });
      assert.equal(asked.length, 1);
    });
  }

  const badAddresses = [
    'http://example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'vscode://some.extension/open',
    'https://bank.example@evil.example/',
    'http://127.0.0.1.evil.example/',
    'not an address',
    `https://example.com/${'x'.repeat(8_000)}`,
  ];
  for (const url of badAddresses) {
    it(`refuses the address ${url.slice(0, 40)} and shows nothing`, async () => {
      const { served, asked } = await answering({ action: 'accept' });
      const refused = served.ask('elicitation/create', { mode: 'url', message: 'm', elicitationId: 'e', url });
      await assert.rejects(refused, { code: -32602 });
      assert.deepEqual(asked, []);
    });
  }

  it('refuses a mode that the surface does not have', async () => {
    const served = await serve({ elicitation: { modes: ['form'], elicit: decline } });
    const refused = served.ask('elicitation/create', {
      mode: 'url',
      message: 'm',
      elicitationId: 'e',
      url: 'https://a.b/',
    });
    await assert.rejects(refused, { code: -32602, message: /does not support URL-mode/ });
  });

  it('answers what it does not serve as a method that it does not know', async () => {
    const served = await serve({ sampling: everything.sampling!, roots: noRoots }, { sampling: 'deny' });
    for (const method of ['elicitation/create', 'sampling/createMessage', 'roots/list']) {
      await assert.rejects(served.ask(method), { code: -32601 });
    }
    assert.deepEqual(await served.ask('ping'), {});
  });

  it('tells the server no more than that the surface failed, and the log why', async () => {
    const elicit = (): Promise<never> => Promise.reject(new Error('no view at /home/ada'));
    const served = await serve({ elicitation: { modes: ['form'], elicit } });
    await assert.rejects(askForm(served, form), ({ code, message }: { code: number; message: string }) => {
      assert.equal(code, -32603);
      return message.includes('The host failed to answer.') && !message.includes('ada');
    });
    assert.deepEqual(served.log, ['(elicitation/create) the host failed to answer: no view at /home/ada']);
  });

  describe('and what ends it', () => {
    /** A surface that never answers by itself. */
    const waiting = async (): Promise<{ served: ServedClient; shown: Promise<AbortSignal> }> => {
      const shown = new Emitter<AbortSignal>();
      const elicit = (_: Elicitation, signal: AbortSignal): Promise<never> => {
        shown.fire(signal);
        return new Promise(() => undefined);
      };
      const served = await serve({ elicitation: { modes: ['form'], elicit } });
      return { served, shown: new Promise((resolve) => shown.event(resolve)) };
    };

    it('lets go of what the server takes back, and sends nothing any more', async () => {
      const { served, shown } = await waiting();
      const takeBack = new AbortController();
      const asked = served.ask('elicitation/create', { message: 'm', requestedSchema: form }, takeBack.signal);
      const signal = await shown;
      served.sent.length = 0;
      takeBack.abort();
      await assert.rejects(asked);
      if (!signal.aborted) await once(signal, 'abort');
      assert.deepEqual(await served.ask('ping'), {});
      assert.deepEqual(served.sent, ['result'], 'more than the answer to the ping');
    });

    it('lets go of everything when the connection is lost', async () => {
      const { served, shown } = await waiting();
      const asked = askForm(served, form);
      const signal = await shown;
      served.sent.length = 0;
      await Promise.all([served.server.close(), assert.rejects(asked, /Connection closed/)]);
      assert.equal(signal.aborted, true);
      assert.deepEqual(served.sent, []);
    });

    it('lets go of everything when the host ends the connection, before it is closed', async () => {
      const { served, shown } = await waiting();
      const asked = askForm(served, form);
      const signal = await shown;
      served.sent.length = 0;
      served.over.abort();
      assert.equal(signal.aborted, true);
      assert.deepEqual(await served.ask('ping'), {});
      assert.deepEqual(served.sent, ['result'], 'more than the answer to the ping');
      await Promise.all([served.client.close(), assert.rejects(asked, /Connection closed/)]);
    });

    it('refuses what is asked beyond sixteen requests, and serves the next after one is taken back', async () => {
      const { served } = await waiting();
      const takeBack = new AbortController();
      const all = Array.from({ length: 16 }, () =>
        served.ask('elicitation/create', { message: 'm', requestedSchema: form }, takeBack.signal).catch(() => 'ended'),
      );
      await assert.rejects(askForm(served, form), { code: -32603, message: /16 requests are open/ });
      takeBack.abort();
      await Promise.all(all);
      const next = askForm(served, form).then(() => 'answered', String);
      await served.ask('ping');
      await served.close();
      assert.match(await next, /Connection closed/);
    });
  });

  describe('sampling', () => {
    const message = { role: 'user', content: { type: 'text', text: 'Hello' } };

    it('passes the request on as it came, and gives the answer', async () => {
      const asked: unknown[] = [];
      const served = await serve({
        sampling: {
          sample: (request) => {
            asked.push(request);
            const content = { type: 'text', text: 'Hi' };
            return Promise.resolve({ role: 'assistant', model: 'small', content, stopReason: 'endTurn' });
          },
        },
      });
      const params = { messages: [message], maxTokens: 100, systemPrompt: 'Be short.', metadata: { a: 1 } };
      assert.deepEqual(await served.ask('sampling/createMessage', params), {
        role: 'assistant',
        model: 'small',
        content: { type: 'text', text: 'Hi' },
        stopReason: 'endTurn',
      });
      assert.deepEqual(asked, [{ server: 'tour', params }]);
    });

    it('tells the server that a person declined', async () => {
      const sample = (): Promise<never> => Promise.reject(new HostRefusal('declined', 'The person declined.'));
      const served = await serve({ sampling: { sample } });
      const declined = served.ask('sampling/createMessage', { messages: [message], maxTokens: 1 });
      await assert.rejects(declined, { code: -1, message: /The person declined/ });
    });

    const bad: Readonly<Record<string, [more: Record<string, unknown>, message: RegExp]>> = {
      'brings tools': [{ tools: [{ name: 'a', inputSchema: { type: 'object' } }] }, /with tools is not supported/],
      'wants less than a token': [{ maxTokens: 0 }, /positive whole number/],
      'is endless': [{ systemPrompt: 'x'.repeat(1_000_000) }, /longer than 1000000 characters/],
    };
    for (const [what, [more, why]] of Object.entries(bad)) {
      it(`refuses a request that ${what}`, async () => {
        const served = await serve({ sampling: everything.sampling! });
        const refused = served.ask('sampling/createMessage', { messages: [message], maxTokens: 5, ...more });
        await assert.rejects(refused, { code: -32602, message: why });
      });
    }
  });

  it('lists the folders, and no roots of other kinds', async () => {
    const folder = { uri: 'file:///home/ada/project', name: 'project' };
    const list = () => [folder, { uri: 'untitled:one' }];
    const served = await serve({ roots: { list, onDidChange: noRoots.onDidChange } }, { givesRoots: true });
    assert.deepEqual(await served.ask('roots/list'), { roots: [folder] });
  });

  it('announces changes of the folders, for as long as the connection lasts', async () => {
    const changed = new Emitter<void>();
    const served = await serve({ roots: { list: () => [], onDidChange: changed.event } }, { givesRoots: true });
    const isAnnounced = () => served.sent.filter((it) => it === 'notifications/roots/list_changed').length;
    changed.fire();
    assert.equal(isAnnounced(), 1);
    served.over.abort();
    changed.fire();
    assert.equal(isAnnounced(), 1);
  });

  it('says when what a person was sent to an address for is done', async () => {
    const done: string[] = [];
    const seen = new Emitter<void>();
    const onDidComplete = (server: string, id: string): void => {
      done.push(`${server} ${id}`);
      seen.fire();
    };
    const served = await serve({ elicitation: { modes: ['url'], elicit: decline, onDidComplete } });
    for (const elicitationId of ['x'.repeat(1_001), 'e-1']) {
      await served.server.notification({ method: 'notifications/elicitation/complete', params: { elicitationId } });
    }
    await until(seen.event, () => done.length > 0);
    assert.deepEqual(done, ['tour e-1']);
  });
});
