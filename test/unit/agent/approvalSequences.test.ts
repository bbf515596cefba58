import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import type { Schedule } from '../../../src/shared/rpc/port.ts';
import type { ApprovalAnswer } from '../../../src/shared/thread/approval.ts';
import { isToolCallEnded } from '../../../src/shared/thread/toolCall.ts';
import { scheduleTimeout } from '../../../src/core/base/schedule.ts';
import { ModelError } from '../../../src/core/models/modelError.ts';
import type { LanguageModel, ModelEvent, ModelRequest } from '../../../src/core/models/languageModel.ts';
import { FakeHub } from '../../support/fakeHub.ts';
import { aPrompt, aResource, aServer, aTool } from '../../support/servers.ts';
import { TestThread } from './fakes/aThread.ts';
import { calls, FakeModel, says } from './fakes/fakeModel.ts';

const book = 'mcp__tour__book_trip';

/**
 * Answers whatever a person says with calls, each with an argument of its own, and results with text. Each third request
 * has to be sent again.
 */
class CallingModel implements LanguageModel {
  readonly id = 'fake/calling';
  readonly label = 'Calling model';
  readonly isDemo = false;
  readonly takesImages = false;
  readonly takesTools = true;
  readonly schemaDialect = 'openai';
  #made = 0;
  #requests = 0;

  async *stream({ messages, tools }: ModelRequest): AsyncIterable<ModelEvent> {
    await Promise.resolve();
    this.#requests += 1;
    if (this.#requests % 3 === 0) throw new ModelError('overloaded', 'Too many people ask.');
    if (tools.length === 0 || messages.at(-1)?.role !== 'user') yield* says('Done');
    else yield* calls(...Array.from({ length: 1 + (this.#made % 3) }, () => this.#call()));
  }

  #call(): readonly [string, { city: string } | { server_name: string; uri: string }] {
    this.#made += 1;
    return this.#made % 4 === 0
      ? ['access_mcp_resource', { server_name: 'tour', uri: `docs://${this.#made}` }]
      : [book, { city: `city-${this.#made}` }];
  }
}

/** What waits for the model's next attempt waits no longer than it takes to come round. */
const atOnce: Schedule = (run) => scheduleTimeout(run, 0);

/** What is typed while something asks; none of it is an answer. */
const typed = [
  'yes',
  'y',
  'Allow once',
  '{"decision":"allow","scope":"always"}',
  '/allow',
  'ok',
  '1',
  'go on',
  '@tour:docs://x',
];

const step = fc.oneof(
  fc.record({ act: fc.constant('submit' as const), text: fc.constantFrom(...typed) }),
  fc.record({ act: fc.constant('resend' as const), text: fc.option(fc.constantFrom(...typed), { nil: undefined }) }),
  fc.record({
    act: fc.constantFrom(
      'runPrompt',
      'selectBranch',
      'takeQueued',
      'sendQueued',
      'goOn',
      'rename',
      'stop',
      'reopen',
      'elicit',
      'compact',
    ),
  }),
  fc.record({ act: fc.constant('foreign' as const), id: fc.constantFrom('', '1', 'call-1', 'undefined', '*') }),
  fc.record({ act: fc.constantFrom('repeat', 'similar') }),
  fc.record({ act: fc.constant('answer' as const), decision: fc.constantFrom('allow' as const, 'deny' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Drives a thread, and remembers which calls a person was asked about and allowed, by their ids. */
class Driven {
  readonly allowed = new Set<string>();
  readonly #model: CallingModel;
  readonly #hub: FakeHub;
  readonly #answered: string[] = [];
  /** Ids of the calls by their arguments. */
  readonly #ids = new Map<unknown, string>();
  #thread: TestThread;

  private constructor(thread: TestThread, hub: FakeHub, model: CallingModel) {
    this.#model = model;
    this.#hub = hub;
    this.#thread = thread;
    this.#follow(thread);
  }

  static async start(): Promise<Driven> {
    const tour = aServer({ tools: [aTool()], resources: [aResource()], prompts: [aPrompt('tour', 'allow')] });
    const [hub, model] = [new FakeHub(tour), new CallingModel()];
    return new Driven(await TestThread.create({ hub, model, schedule: atOnce }), hub, model);
  }

  async take(each: Step): Promise<void> {
    const { runner } = this.#thread;
    const { state } = runner;
    switch (each.act) {
      case 'submit':
        await runner.submit('text' in each ? each.text : '');
        break;
      case 'resend': {
        const turn = state.turns.at(-1);
        if (turn) await runner.resend(turn.id, 'text' in each ? each.text : undefined);
        break;
      }
      case 'runPrompt':
        await runner.runPrompt('tour', 'allow', {});
        break;
      case 'selectBranch':
        runner.selectBranch(state.otherTurns.at(-1)?.id ?? 'nothing');
        break;
      case 'takeQueued':
        runner.takeQueued(state.queue[0]?.id ?? 'nothing');
        break;
      case 'sendQueued':
        runner.sendQueued();
        break;
      case 'goOn':
        await runner.continueTurn();
        break;
      case 'rename':
        runner.rename('Allow');
        break;
      case 'stop':
        runner.stop();
        break;
      case 'compact':
        void runner.compact();
        break;
      case 'elicit': {
        const elicitationId = this.pending[0] ?? 'nothing';
        runner.answerElicitation({ elicitationId, action: 'accept', content: { decision: 'allow' } });
        break;
      }
      case 'reopen':
        this.#thread = await this.#thread.reopen(this.#model);
        this.#follow(this.#thread);
        break;
      case 'foreign':
        this.#refused('id' in each ? each.id : '');
        break;
      case 'repeat':
        for (const id of this.#answered) this.#refused(id);
        break;
      case 'similar':
        for (const id of this.pending)
          for (const other of [`${id} `, id.slice(1), id.toUpperCase() + '0']) this.#refused(other);
        break;
      case 'answer':
        this.#answer('decision' in each ? each.decision : 'deny');
        break;
    }
    await this.#settled();
  }

  get pending(): string[] {
    const parts = this.#thread.runner.state.current?.parts ?? [];
    return parts.flatMap((part) =>
      part.kind === 'toolCall' && part.call.status === 'pendingApproval' ? [part.call.id] : [],
    );
  }

  /** Ids of the calls that reached a server. */
  get sent(): string[] {
    return (
      this.#hub.requests
        // What a person typed, a prompt or a mention, is their own request.
        .filter(({ kind, item }) => kind === 'tool' || (kind === 'resource' && item !== 'docs://x'))
        .map(({ kind, item, args }) => this.#ids.get(kind === 'tool' ? args?.['city'] : item) ?? `${kind} ${item}`)
    );
  }

  dispose(): Promise<void> {
    return this.#thread.dispose();
  }

  #follow({ runner }: TestThread): void {
    runner.onDidAppend((event) => {
      if (event.type !== 'toolCallReady') return;
      const input = event.input as { city?: string; uri?: string };
      this.#ids.set(input.city ?? input.uri, event.toolCallId);
    });
  }

  #answer(decision: 'allow' | 'deny'): void {
    const [toolCallId] = this.pending;
    if (toolCallId === undefined) return;
    assert.equal(this.#thread.runner.answerApproval({ toolCallId, decision, scope: 'once' }), true);
    this.#answered.push(toolCallId);
    if (decision === 'allow') this.allowed.add(toolCallId);
  }

  #refused(toolCallId: string): void {
    const answer: ApprovalAnswer = { toolCallId, decision: 'allow', scope: 'always' };
    assert.equal(this.#thread.runner.answerApproval(answer), false, `'${toolCallId}' was taken for an answer`);
  }

  /** Until the thread is idle or asks. */
  async #settled(): Promise<void> {
    for (const end = performance.now() + 10_000; performance.now() < end;) {
      await setImmediate();
      if (!this.#thread.runner.state.current || this.pending.length > 0) return;
    }
    assert.fail('the turn neither ends nor asks');
  }
}

describe('whatever is typed, queued, sent again, tried again or opened again', () => {
  it('lets no call run that no answer named', async () => {
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
        const driven = await Driven.start();
        try {
          await driven.take({ act: 'submit', text: 'Book it' });
          for (const each of steps) {
            await driven.take(each);
            for (const id of driven.sent) assert(driven.allowed.has(id), `'${id}' ran and was not allowed`);
          }
          assert.equal(new Set(driven.sent).size, driven.sent.length, 'a call ran twice');
          sent += driven.sent.length;
        } finally {
          await driven.dispose();
        }
      }),
      { numRuns: 80 },
    );
    assert(sent > 20, 'too few calls were allowed to learn anything');
  }).timeout(60_000);

  it('keeps the other calls of a round alive when one is denied', async () => {
    const decisions = fc.array(fc.constantFrom('allow' as const, 'deny' as const), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(decisions, async (decided) => {
        const hub = new FakeHub(aServer({ tools: [aTool()] }));
        const round = decided.map((_, index) => [book, { city: `${index}` }] as const);
        const thread = await TestThread.create({ hub, model: new FakeModel(calls(...round), says('Done')) });
        try {
          const asked = new Map<string, number>();
          thread.runner.onDidAppend((event) => {
            if (event.type === 'toolCallReady') asked.set(event.toolCallId, asked.size);
            if (event.type !== 'approvalRequested') return;
            const { toolCallId } = event;
            const decision = decided[asked.get(toolCallId) ?? -1] ?? 'deny';
            assert.equal(thread.runner.answerApproval({ toolCallId, decision, scope: 'once' }), true);
          });
          const turn = await thread.run('Book them all');
          assert.equal(turn.status, 'completed');
          const ran = hub.requests.map(({ args }) => Number(args?.['city'])).sort((a, b) => a - b);
          assert.deepEqual(
            ran,
            decided.flatMap((decision, index) => (decision === 'allow' ? [index] : [])),
          );
          const ends = turn.parts.flatMap((part) => (part.kind === 'toolCall' ? [part.call] : []));
          assert(ends.every(isToolCallEnded));
          assert.deepEqual(
            ends.map(({ status }) => status),
            decided.map((decision) => (decision === 'allow' ? 'completed' : 'cancelled')),
          );
        } finally {
          await thread.dispose();
        }
      }),
      { numRuns: 40 },
    );
  }).timeout(60_000);
});
