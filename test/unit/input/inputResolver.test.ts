import assert from 'node:assert/strict';
import { InputError } from '../../../src/core/agent/input/inputError.ts';
import type { Mention, ResolvablePlan } from '../../../src/core/agent/input/inputPlan.ts';
import { InputResolver } from '../../../src/core/agent/input/inputResolver.ts';
import { ResultConverter } from '../../../src/core/agent/results/resultConverter.ts';
import type { AttachedResource } from '../../../src/core/agent/threadRunnerPort.ts';
import type { ToolCallOutcome } from '../../../src/core/agent/tools/toolCallContext.ts';
import type { McpContent, PromptResult, ResourceContents } from '../../../src/core/mcp/connection/content.ts';
import { McpError } from '../../../src/core/mcp/mcpError.ts';
import { defaultSettings } from '../../../src/core/settings.ts';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { temporaryArtifacts } from '../results/temporaryArtifacts.ts';
import type { TemporaryArtifacts } from '../results/temporaryArtifacts.ts';
import { callsOnHub } from '../../support/callsOnHub.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { aPrompt, aResource, aServer, aSkill } from '../../support/servers.ts';

const handbook = { uri: 'docs://handbook', mimeType: 'text/markdown', text: '# Rules' };

function message(role: 'user' | 'assistant', text: string): { role: 'user' | 'assistant'; content: McpContent } {
  return { role, content: { type: 'text', text } };
}

describe('InputResolver', () => {
  let temporary: TemporaryArtifacts;
  let hub: FakeHub;
  /** What the servers have, by URI. */
  let contents: Map<string, ResourceContents | Promise<ResourceContents>>;
  let resolver: InputResolver;
  let stop: AbortController;
  /** What a prompt asked for of another server, and what became of it. */
  let asked: Mention[];
  let answer: (resource: Mention) => ToolCallOutcome;

  beforeEach(async () => {
    temporary = await temporaryArtifacts();
    const resources = [aResource({ name: 'handbook', title: 'The handbook' })];
    const prompts = [aPrompt('tour', 'plan_trip', 'city', 'days?')];
    hub = new FakeHub(aServer({ resources, prompts }), aServer({}, { name: 'other' }));
    hub.onReady = () => assert.fail('resolving input starts no server');
    contents = new Map<string, ResourceContents | Promise<ResourceContents>>([
      ['docs://handbook', handbook],
      ['docs://packing', { uri: 'docs://packing', text: 'Socks' }],
      ['kb://x', { uri: 'kb://x', text: 'Secret' }],
    ]);
    hub.onResource = async (uri) => {
      const found = await Promise.race([contents.get(uri), stopped()]);
      if (found) return { contents: [found], raw: null };
      throw new McpError('not_found', 'tour', `The resource "${uri}" was not found. Check its URI.`);
    };
    const settings = () => defaultSettings;
    const converter = new ResultConverter({ artifacts: temporary.artifacts, settings });
    resolver = new InputResolver({ hub, calls: callsOnHub(hub), converter, settings });
    stop = new AbortController();
    asked = [];
    answer = () => assert.fail('nothing is to be asked for');
  });
  afterEach(() => temporary.remove());

  /** Rejects as a request of the hub does when the turn is stopped. */
  function stopped(): Promise<never> {
    return new Promise((_resolve, reject) => {
      const onAbort = (): void => reject(new McpError('aborted', 'tour', 'Stopped.'));
      stop.signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  function promptGives(messages: PromptResult['messages']): void {
    hub.onPrompt = () => Promise.resolve({ messages, raw: null });
  }

  async function* eventsOf(plan: ResolvablePlan): AsyncGenerator<ThreadEvent> {
    let count = 0;
    yield* resolver.resolve(plan, {
      threadId: 't1',
      emit: () => assert.fail('servers ask nothing here'),
      turnId: 'turn1',
      signal: stop.signal,
      now: () => 1_000,
      newId: () => `id${++count}`,
      request: (resource) => {
        asked.push(resource);
        return Promise.resolve(answer(resource));
      },
    });
  }

  async function resolve(text: string, attachments: readonly AttachedResource[] = []): Promise<ThreadEvent[]> {
    const plan = resolver.plan(text, attachments);
    assert(plan.kind === 'message' || plan.kind === 'prompt', JSON.stringify(plan));
    const events: ThreadEvent[] = [];
    for await (const event of eventsOf(plan)) events.push(event);
    return events;
  }

  /** Each event in a few words. */
  function brief(events: readonly ThreadEvent[]): string[] {
    return events.map((event) => {
      if (event.type === 'materialAttached') return `${event.origin} ${event.server} ${event.uri}`;
      return event.type === 'warning' ? event.warning.code : event.type;
    });
  }

  function warningsOf(events: readonly ThreadEvent[]): string[] {
    return events.flatMap((event) => (event.type === 'warning' ? [event.warning.message] : []));
  }

  describe('for a message', () => {
    it('without a mention makes no request and gives no event', async () => {
      assert.deepEqual(
        await resolve('What about docs://handbook and me@tour.com, /usr/bin, `@tour:docs://handbook`?'),
        [],
      );
      assert.deepEqual(hub.requests, []);
    });

    it('attaches a mentioned resource with one read', async () => {
      assert.deepEqual(await resolve('What does @tour:docs://handbook say?'), [
        {
          type: 'materialAttached',
          at: 1_000,
          turnId: 'turn1',
          materialId: 'id1',
          origin: 'mention',
          server: 'tour',
          uri: 'docs://handbook',
          name: 'The handbook',
          mimeType: 'text/markdown',
          chars: 7,
          blocks: [{ type: 'resource', server: 'tour', ...handbook }],
        },
      ]);
      assert.deepEqual(hub.requests, [{ kind: 'resource', server: 'tour', item: 'docs://handbook' }]);
    });

    it('reads what is named several times once', async () => {
      const attachments = [
        { server: 'tour', uri: 'docs://packing' },
        { server: 'tour', uri: 'docs://packing' },
      ];
      const events = await resolve('@tour:docs://handbook @tour:docs://packing, @tour:docs://handbook.', attachments);
      assert.deepEqual(brief(events), ['attachment tour docs://packing', 'mention tour docs://handbook']);
      assert.equal(hub.requests.length, 2);
    });

    it('reads at the same time and gives the events in the order of the text', async () => {
      let answer: (contents: typeof handbook) => void = () => {};
      contents.set('slow', new Promise((resolve) => (answer = resolve)));
      const pending = resolve('@tour:slow @tour:docs://handbook');
      await Promise.resolve();
      assert.deepEqual(
        hub.requests.map(({ item }) => item),
        ['slow', 'docs://handbook'],
      );
      answer({ ...handbook, uri: 'slow' });
      assert.deepEqual(brief(await pending), ['mention tour slow', 'mention tour docs://handbook']);
    });

    it('warns of a resource that cannot be read, saying what to do, and attaches the others', async () => {
      const events = await resolve('@tour:docs://nosuch @tour:docs://handbook');
      assert.deepEqual(brief(events), ['mention_failed', 'mention tour docs://handbook']);
      assert.deepEqual(events[0], {
        type: 'warning',
        at: 1_000,
        turnId: 'turn1',
        warning: {
          code: 'mention_failed',
          server: 'tour',
          message:
            '"docs://nosuch" of "tour" was not attached. The resource "docs://nosuch" was not found. Check its URI.',
        },
      });
    });

    it('warns of a server that is not configured, naming those that are, without a request', async () => {
      assert.deepEqual(warningsOf(await resolve('@nosuch:docs://x')), [
        '"docs://x" of "nosuch" was not attached. There is no server "nosuch". Configured servers: tour, other.',
      ]);
      assert.deepEqual(hub.requests, []);
    });

    it('cuts a long resource at the limit of mentions and says the length that the model gets', async () => {
      contents.set('long', { uri: 'long', text: 'x'.repeat(150_000) });
      const [event] = await resolve('@tour:long');
      assert(event?.type === 'materialAttached');
      assert.equal(event.chars, 100_000);
      assert.match(JSON.stringify(event.blocks[1]), /"id":"tour\/read_resource\/00-text-[0-9a-f]{16}\.txt"/);
    });

    it('ends without a warning when the turn is stopped', async () => {
      contents.set('never', new Promise(() => {}));
      const pending = resolve('@tour:never @tour:docs://handbook');
      stop.abort();
      assert.deepEqual(await pending, []);
    });

    it('does not swallow what is no failure of a server', async () => {
      const broken = new TypeError('broken');
      contents.set('broken', Promise.reject(broken));
      await assert.rejects(resolve('@tour:docs://handbook @tour:broken'), broken);
    });
  });

  describe('for a skill', () => {
    const packing = aSkill();
    const text = '$tour:packing Pack for @tour:docs://handbook';

    beforeEach(() => {
      hub.snapshots = [aServer({ skills: [packing, aSkill({ name: 'broken', uri: 'skill://broken' })] })];
    });

    it('reads it once and gives its text after the resources', async () => {
      const events = await resolve(text);
      assert.deepEqual(brief(events), ['mention tour docs://handbook', 'skillInserted']);
      assert.deepEqual(events[1], {
        type: 'skillInserted',
        at: 1_000,
        turnId: 'turn1',
        server: 'tour',
        skill: 'packing',
        uri: packing.uri,
        text: 'text of packing',
      });
      assert.deepEqual(
        hub.requests.filter(({ kind }) => kind === 'skill'),
        [{ kind: 'skill', server: 'tour', item: packing.uri }],
      );
    });

    it('leaves its text as it is, whatever looks like a command, a variable or a mention', async () => {
      const body = 'Run !`rm -rf ~` and\n```!\ncurl evil\n```\n$ARGUMENTS ${HOME} $(id) @tour:docs://packing\n/clear';
      hub.onSkill = () => Promise.resolve(body);
      const events = await resolve('$tour:packing go');
      assert(events[0]?.type === 'skillInserted');
      assert.equal(events[0].text, body);
      assert.deepEqual(brief(events), ['skillInserted']);
      assert.equal(hub.requests.length, 1);
    });

    it('cuts it at 20,000 characters and says so', async () => {
      hub.onSkill = () => Promise.resolve('x'.repeat(20_001));
      const [warning, inserted] = await resolve('$tour:packing');
      assert(warning?.type === 'warning' && inserted?.type === 'skillInserted');
      assert.deepEqual([warning.warning.code, warning.warning.server], ['skill_truncated', 'tour']);
      assert.match(warning.warning.message, /is cut at 20000 characters/);
      assert.equal(inserted.text, 'x'.repeat(20_000));
    });

    it('sends nothing without a skill that cannot be read: a warning says why', async () => {
      hub.onSkill = ({ name }) =>
        name === 'broken'
          ? Promise.reject(new McpError('protocol', 'tour', 'Its digest is another one.'))
          : Promise.resolve('text');
      const plan = resolver.plan('$tour:broken $tour:packing go');
      assert(plan.kind === 'message');
      const events: ThreadEvent[] = [];
      await assert.rejects(async () => {
        for await (const event of eventsOf(plan)) events.push(event);
      }, /^InputError: Nothing was sent, because a skill could not be read: "broken"\.$/);
      assert.deepEqual(brief(events), ['skill_read_failed', 'skillInserted']);
      assert.deepEqual(warningsOf(events), ['The skill "broken" was not used: Its digest is another one.']);
    });

    it('does not take one without text for one', async () => {
      hub.onSkill = () => Promise.resolve(' \n');
      await assert.rejects(resolve('$tour:packing go'), InputError);
    });

    it('ends without a warning when the turn is stopped', async () => {
      hub.onSkill = stopped;
      const pending = resolve('$tour:packing go');
      stop.abort();
      assert.deepEqual(await pending, []);
    });

    it('does not swallow what is no failure of a server', async () => {
      const broken = new TypeError('broken');
      hub.onSkill = () => Promise.reject(broken);
      await assert.rejects(resolve('$tour:packing'), broken);
    });
  });

  describe('for a prompt', () => {
    const command = '/tour:plan_trip Paris 3';

    it('fetches it once with its arguments and keeps the roles of its messages', async () => {
      promptGives([message('user', 'Plan.'), message('assistant', 'Gladly.')]);
      assert.deepEqual(await resolve(command), [
        {
          type: 'promptInserted',
          at: 1_000,
          turnId: 'turn1',
          server: 'tour',
          prompt: 'plan_trip',
          arguments: { city: 'Paris', days: '3' },
          messages: [
            { role: 'user', blocks: [{ type: 'text', text: 'Plan.' }] },
            { role: 'assistant', blocks: [{ type: 'text', text: 'Gladly.' }] },
          ],
        },
      ]);
      assert.deepEqual(hub.requests, [
        { kind: 'prompt', server: 'tour', item: 'plan_trip', args: { city: 'Paris', days: '3' } },
      ]);
    });

    it('leaves absent optional arguments out of the request', async () => {
      promptGives([message('user', 'Plan.')]);
      await resolve('/tour:plan_trip Paris');
      assert.deepEqual(hub.requests[0]?.args, { city: 'Paris' });
    });

    it('attaches what its user text names of its own server, each once, before it', async () => {
      promptGives([
        message('user', 'Read @tour:docs://handbook first.'),
        message('user', 'And @tour:docs://packing; @tour:docs://handbook too.'),
      ]);
      const events = await resolve(command, [{ server: 'other', uri: 'kb://x' }]);
      assert.deepEqual(brief(events), [
        'attachment other kb://x',
        'prompt tour docs://handbook',
        'prompt tour docs://packing',
        'promptInserted',
      ]);
      assert.equal(hub.requests.length, 4);
    });

    it('asks for what it names of another server, each once, and attaches what it is given', async () => {
      promptGives([message('user', 'Read @other:kb://x and @tour:docs://handbook, then @other:kb://x.')]);
      const blocks = [{ type: 'resource' as const, server: 'other', uri: 'kb://x', text: 'Secret' }];
      answer = () => ({ status: 'completed', blocks });
      const events = await resolve(command);
      assert.deepEqual(asked, [{ server: 'other', uri: 'kb://x' }]);
      assert.deepEqual(brief(events), ['prompt tour docs://handbook', 'prompt other kb://x', 'promptInserted']);
      const [, attached] = events;
      assert(attached?.type === 'materialAttached');
      assert.deepEqual([attached.blocks, attached.chars], [blocks, 6]);
      assert.deepEqual(
        hub.requests.map(({ item }) => item),
        ['plan_trip', 'docs://handbook'],
        'the resolver itself reads nothing of another server',
      );
    });

    it('asks also for what came from an argument that the person typed', async () => {
      hub.onPrompt = (_prompt, { city = '' }) =>
        Promise.resolve({ messages: [message('user', `Plan ${city}.`)], raw: null });
      answer = () => ({ status: 'cancelled', reason: 'denied', blocks: [] });
      await resolve('/tour:plan_trip "@other:kb://x"');
      assert.deepEqual(asked, [{ server: 'other', uri: 'kb://x' }]);
    });

    it('goes on without what is denied or fails, and says how to attach it', async () => {
      answer = ({ uri }) =>
        uri === 'kb://x'
          ? { status: 'cancelled', reason: 'denied', blocks: [{ type: 'text', text: 'The user denied this call.' }] }
          : { status: 'failed', blocks: [{ type: 'text', text: 'Resource not found.' }] };
      promptGives([message('user', 'Read @other:kb://x and @"other:kb://a b" and @other:kb://x and @nosuch:a://b.')]);
      const events = await resolve(command);
      assert.deepEqual(brief(events), ['mention_failed', 'mention_failed', 'mention_failed', 'promptInserted']);
      assert.deepEqual(
        warningsOf(events).map((text) => text.replace(/^.* names a resource of /, '')),
        [
          'server "other", which was not attached. Type @other:kb://x in a message to attach it.',
          'server "other", which was not attached. Resource not found. Type @"other:kb://a b" in a message to attach it.',
          'server "nosuch", which is not configured. Its text goes on without that resource.',
        ],
      );
      assert.match(warningsOf(events)[0] ?? '', /^The prompt "plan_trip" of server "tour" names/);
      assert.deepEqual(hub.requests.length, 1);
      assert.deepEqual(asked.length, 2);
    });

    it('ends without a warning when the turn is stopped while it asks', async () => {
      promptGives([message('user', 'Read @other:kb://x.')]);
      answer = () => {
        stop.abort();
        return { status: 'cancelled', reason: 'aborted', blocks: [] };
      };
      assert.deepEqual(await resolve(command), []);
    });

    it('does not look for mentions in other texts than the user ones', async () => {
      promptGives([
        message('assistant', '@tour:docs://handbook'),
        { role: 'user', content: { type: 'resource', resource: { uri: 'a:b', text: '@tour:docs://handbook' } } },
      ]);
      assert.deepEqual(brief(await resolve(command)), ['promptInserted']);
    });

    it('converts content that is no text', async () => {
      const resource = { uri: 'docs://note', text: 'Note' };
      promptGives([{ role: 'user', content: { type: 'resource', resource } }]);
      const [event] = await resolve(command);
      assert(event?.type === 'promptInserted');
      assert.deepEqual(event.messages[0]?.blocks, [
        { type: 'resource', server: 'tour', mimeType: undefined, ...resource },
      ]);
    });

    it('goes on when a resource that it names cannot be read', async () => {
      promptGives([message('user', '@tour:docs://nosuch')]);
      assert.deepEqual(brief(await resolve(command)), ['mention_failed', 'promptInserted']);
    });

    it('throws an error for a person when it cannot be fetched', async () => {
      hub.onPrompt = () => Promise.reject(new McpError('protocol', 'tour', 'The server says: no such city.'));
      await assert.rejects(resolve(command), (error) => {
        assert(error instanceof InputError);
        assert.equal(
          error.message,
          'The prompt "/tour:plan_trip" could not be fetched. The server says: no such city.',
        );
        return true;
      });
    });

    it('throws an error for a person when it has no messages', async () => {
      promptGives([]);
      await assert.rejects(resolve(command), /came back without messages\. Check its arguments and its server\.$/);
    });

    it('ends without an error when the turn is stopped', async () => {
      hub.onPrompt = stopped;
      const pending = resolve(command);
      stop.abort();
      assert.deepEqual(await pending, []);
    });
  });
});
