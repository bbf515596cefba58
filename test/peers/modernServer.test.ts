import assert from 'node:assert/strict';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ToolCallResult } from '../../src/core/mcp/connection/content.ts';
import type { ElicitationAnswer } from '../../src/core/mcp/host/hostHandlers.ts';
import type { Hub } from '../../src/core/mcp/hub.ts';
import { FakeHost } from '../support/fakeHost.ts';
import { HubFixture, textOf } from '../support/hubFixture.ts';
import { until } from '../support/until.ts';
import { ModernHttp } from '../servers/modern/modernHttp.ts';

const script = fileURLToPath(new URL('../servers/modern/stdio.ts', import.meta.url));
const name = 'modern';

/** The modern server, which refuses all older protocols, reachable in one way. */
interface Reachable {
  readonly entry: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

const ways: Readonly<Record<string, (marker: string) => Promise<Reachable>>> = {
  'a pipe': (marker) =>
    Promise.resolve({ entry: { command: process.execPath, args: [script, marker] }, stop: () => Promise.resolve() }),
  HTTP: async () => {
    const server = await ModernHttp.start({ legacy: 'reject' });
    return { entry: { type: 'http', url: server.url }, stop: () => server.stop() };
  },
};

for (const [way, reach] of Object.entries(ways)) {
  describe(`the hub with a server of the modern protocol over ${way}`, function () {
    this.timeout(20_000);
    let fixture: HubFixture;
    let server: Reachable;
    let host: FakeHost;
    let hub: Hub;

    before(async () => {
      fixture = new HubFixture();
      server = await reach(fixture.marker);
      host = new FakeHost();
      hub = await fixture.hub({ [name]: { ...server.entry, roots: true } }, { hostHandlers: host.handlers });
    });
    after(async () => {
      await fixture.dispose();
      await server.stop();
      assert.deepEqual(fixture.processes(), [], 'left running');
    });

    const call = (tool: string, args = {}): Promise<ToolCallResult> => hub.callTool(name, tool, args);

    it('learns from its discovery what it is', async () => {
      const state = await hub.connect(name);
      assert.ok(state.status === 'connected', JSON.stringify(state));
      const { identity } = state;
      assert.equal(`${identity.name} ${identity.version}`, 'modern 2.0.0');
      assert.equal(identity.protocolVersion, '2026-07-28');
      assert.equal(identity.era, 'modern');
      assert.equal(identity.instructions, 'Ask before you book.');
    });

    it('lists, calls, reads and gets', async () => {
      const { tools, resources, resourceTemplates, prompts } = hub.server(name)!.catalog;
      assert.deepEqual(
        tools.map((tool) => tool.name),
        ['add', 'count', 'query', 'add_tool', 'visit', 'book', 'survey', 'lure', 'insist'],
      );
      assert.deepEqual(
        resources.map(({ uri }) => uri),
        ['note://visits'],
      );
      assert.deepEqual(
        resourceTemplates.map(({ uriTemplate }) => uriTemplate),
        ['note://city/{name}'],
      );
      assert.deepEqual(
        prompts.map((prompt) => prompt.name),
        ['plan', 'ask_plan'],
      );
      assert.equal(textOf(await call('add', { a: 2, b: 3 })), '5');
      assert.equal((await hub.readResource(name, 'note://city/Rome')).contents[0]?.text, 'About Rome');
      await assert.rejects(hub.readResource(name, 'note://nowhere'), { code: 'not_found', rpcCode: -32602 });
      const { messages } = await hub.getPrompt(name, 'plan', { city: 'Rome' });
      assert.equal(textOf({ content: messages.map(({ content }) => content) }), 'Plan a trip to Rome.');
    });

    it('hears of the progress of a call', async () => {
      const seen: string[] = [];
      const onProgress = ({ progress, total }: { progress: number; total?: number | undefined }): void => {
        seen.push(`${progress}/${total}`);
      };
      await hub.callTool(name, 'count', { steps: 3 }, { onProgress });
      // What comes together with the answer may be lost to it.
      assert.deepEqual(seen.slice(0, 2), ['1/3', '2/3']);
    });

    it('answers what a tool asks in one round after the other, and gives its state back', async () => {
      host.willAnswer({ action: 'accept', content: { city: 'Rome' } }, { action: 'accept', content: { sure: true } });
      assert.equal(textOf(await call('book')), '{"city":"Rome"} booked');
      assert.deepEqual(
        host.elicitations.slice(-2).map(({ message }) => message),
        ['Which city?', 'Book Rome?'],
      );
    });

    for (const action of ['decline', 'cancel'] as const) {
      it(`tells the tool that a person answers with ${action}`, async () => {
        host.willAnswer({ action });
        assert.equal(textOf(await call('book')), `not booked: ${action}`);
      });
    }

    it('answers questions of different kinds in one round', async () => {
      const uri = pathToFileURL(fixture.workspace).href;
      host.setRoots([{ uri, name: 'workspace' }]);
      host.willAnswer({ action: 'accept' });
      assert.deepEqual(JSON.parse(textOf(await call('survey'))), {
        site: { action: 'accept' },
        words: {
          role: 'assistant',
          model: 'fake-model',
          content: { type: 'text', text: 'A short answer.' },
          stopReason: 'endTurn',
        },
        folders: { roots: [{ uri, name: 'workspace' }] },
      });
      assert.deepEqual(host.elicitations.at(-1), {
        mode: 'url',
        server: name,
        message: 'Sign here',
        url: 'https://example.com/sign',
        elicitationId: undefined,
      });
    });

    it('answers what a prompt asks', async () => {
      host.willAnswer({ action: 'accept', content: { city: 'Oslo' } });
      const { messages } = await hub.getPrompt(name, 'ask_plan', {});
      assert.equal(textOf({ content: messages.map(({ content }) => content) }), 'Plan Oslo.');
    });

    it('ends a call that would send a person to an address that is not safe, and shows nothing', async () => {
      const before = host.elicitations.length;
      await assert.rejects(call('lure'), { code: 'protocol', rpcCode: -32602, message: /the host refused.*https/ });
      assert.equal(host.elicitations.length, before);
    });

    it('ends a call that asks for ever', async () => {
      const before = host.elicitations.length;
      await assert.rejects(call('insist'), { code: 'protocol', message: /still required input after 10 rounds/ });
      assert.equal(host.elicitations.length - before, 10);
    });

    it('is refused by a tool that has to ask where nobody can answer', async () => {
      const bare = await fixture.hub({ [name]: server.entry });
      await bare.connect(name);
      await assert.rejects(bare.callTool(name, 'book', {}), { code: 'protocol', rpcCode: -32021 });
      await bare.dispose();
    });

    it('waits for a person who takes longer than a call may', async () => {
      const slow = new FakeHost(1_300);
      const patient = await fixture.hub({ [name]: { ...server.entry, timeout: 1 } }, { hostHandlers: slow.handlers });
      await patient.connect(name);
      assert.equal(textOf(await patient.callTool(name, 'book', {})), 'not booked: decline');
      await patient.dispose();
    });

    describe('while a person is asked', () => {
      /** A hub whose surface shows a question and waits; `shown` has what ends it. */
      const asking = async (): Promise<{ waiting: Hub; shown: Promise<AbortSignal> }> => {
        let show: (signal: AbortSignal) => void = () => undefined;
        const shown = new Promise<AbortSignal>((resolve) => (show = resolve));
        const elicit = (_: unknown, signal: AbortSignal): Promise<ElicitationAnswer> => {
          show(signal);
          return new Promise(() => undefined);
        };
        const hostHandlers = { elicitation: { modes: ['form'] as const, elicit } };
        const waiting = await fixture.hub({ [name]: server.entry }, { hostHandlers });
        await waiting.connect(name);
        return { waiting, shown };
      };

      it('takes the question back when the call is cancelled', async () => {
        const { waiting, shown } = await asking();
        const cancel = new AbortController();
        const called = waiting.callTool(name, 'book', {}, { signal: cancel.signal });
        const signal = await shown;
        const isTakenBack = once(signal, 'abort');
        cancel.abort();
        await assert.rejects(called, { code: 'aborted' });
        await isTakenBack;
        await waiting.dispose();
      });

      it('takes the question back when the server is disconnected, and the call does not hang', async () => {
        const { waiting, shown } = await asking();
        const called = waiting.callTool(name, 'book', {});
        const signal = await shown;
        const isTakenBack = once(signal, 'abort');
        await Promise.all([waiting.disconnect(name), assert.rejects(called, { code: 'server_gone' }), isTakenBack]);
        await waiting.dispose();
      });
    });

    it('hears of a change of the tools, however long it may keep the list', async () => {
      await call('add_tool');
      await until(hub.onDidChange, () => hub.server(name)?.catalog.tools.some((tool) => tool.name === 'extra'));
      assert.equal(textOf(await call('extra')), 'extra');
    });

    it('hears of changes of a resource only while it is subscribed to', async () => {
      const updates: string[] = [];
      const subscription = hub.onDidUpdateResource(({ server: of, uri }) => updates.push(`${of} ${uri}`));
      await call('visit');
      await hub.subscribeResource(name, 'note://visits');
      await call('visit');
      await until(hub.onDidUpdateResource, () => updates.length > 0);
      assert.equal((await hub.readResource(name, 'note://visits')).contents[0]?.text, '2 visits');
      await hub.unsubscribeResource(name, 'note://visits');
      await call('visit');
      await call('add', { a: 1, b: 1 });
      assert.deepEqual(updates, ['modern note://visits']);
      subscription.dispose();
    });
  });
}
