import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { approvalsSchema, ApprovalStore } from '../../src/core/agent/approval/approvalStore.ts';
import { createThreadRunner } from '../../src/core/agent/createThreadRunner.ts';
import { HostQuestions } from '../../src/core/agent/elicitation/hostQuestions.ts';
import { Sampler } from '../../src/core/agent/sampling/sampler.ts';
import type { ThreadRunner } from '../../src/core/agent/threadRunner.ts';
import { JsonFile } from '../../src/core/base/jsonFile.ts';
import { silentLogger } from '../../src/core/base/logger.ts';
import { scheduleTimeout } from '../../src/core/base/schedule.ts';
import type { HostHandlers } from '../../src/core/mcp/host/hostHandlers.ts';
import type { Hub } from '../../src/core/mcp/hub.ts';
import type { LanguageModel } from '../../src/core/models/languageModel.ts';
import { defaultSettings } from '../../src/core/settings.ts';
import type { Settings } from '../../src/core/settings.ts';
import { ArtifactStore } from '../../src/core/threads/artifactStore.ts';
import { ThreadStore } from '../../src/core/threads/threadStore.ts';
import type { JsonObject } from '../../src/shared/base/json.ts';
import type { ElicitationState } from '../../src/shared/thread/elicitation.ts';
import type { ThreadEvent, ThreadEventOf } from '../../src/shared/thread/threadEvent.ts';
import type { Turn } from '../../src/shared/thread/threadState.ts';
import type { ToolCall } from '../../src/shared/thread/toolCall.ts';
import { calls, FakeModel, says } from '../unit/agent/fakes/fakeModel.ts';
import type { Entries } from './hubFixture.ts';
import { HubFixture } from './hubFixture.ts';
import { until } from './until.ts';

export interface ThreadsSetup {
  /** What the surface serves by itself. */
  readonly surface?: HostHandlers;
  readonly canAsk?: boolean;
  readonly settings?: Partial<Settings>;
  /** What servers get answers of; the threads have models of their own. */
  readonly model?: LanguageModel;
}

type CallMade = readonly [tool: string, args: JsonObject];

/** A hub with real servers and threads on it, whose models call what a test says. Every call is allowed. */
export class ThreadsOnHub {
  readonly fixture = new HubFixture();
  readonly questions: HostQuestions;
  readonly #setup: ThreadsSetup;
  readonly #store: ThreadStore;
  readonly #threads: HubThread[] = [];
  #hub: Hub | undefined;

  /** All servers are connected. */
  static async create(entries: (fixture: HubFixture) => Entries, setup: ThreadsSetup = {}): Promise<ThreadsOnHub> {
    const threads = new ThreadsOnHub(setup);
    const servers = entries(threads.fixture);
    threads.#hub = await threads.fixture.hub(servers, { hostHandlers: threads.questions.handlers }, setup.settings);
    for (const name of Object.keys(servers)) {
      const state = await threads.hub.connect(name);
      if (state.status !== 'connected') throw new Error(`Not connected: ${JSON.stringify(state)}`);
    }
    return threads;
  }

  private constructor(setup: ThreadsSetup) {
    this.#setup = setup;
    const { surface, model, settings = {} } = setup;
    this.questions = new HostQuestions({
      surface,
      workspaceFolder: this.fixture.workspace,
      sampler: model && new Sampler({ model: () => Promise.resolve(model), settings: () => withDefaults(settings) }),
    });
    const storage = join(this.fixture.root, 'storage');
    this.#store = new ThreadStore({ storage, now: Date.now, newId: randomUUID, logger: silentLogger });
  }

  get hub(): Hub {
    if (!this.#hub) throw new Error('Not created yet');
    return this.#hub;
  }

  /** A thread whose model makes these calls in one round and then stops. */
  calling(...made: readonly CallMade[]): Promise<HubThread> {
    return this.thread(new FakeModel(calls(...made), says('Done.')));
  }

  async thread(model: LanguageModel): Promise<HubThread> {
    const { canAsk = true, settings } = this.#setup;
    const storage = join(this.fixture.root, 'storage');
    const approvals = new JsonFile({
      file: join(storage, 'approvals.json'),
      schema: approvalsSchema,
      initial: { allowances: [] },
      logger: silentLogger,
    });
    const runner = createThreadRunner(await this.#store.create(this.fixture.workspace), {
      hub: this.hub,
      model: () => Promise.resolve(model),
      artifacts: new ArtifactStore(storage),
      approvals: new ApprovalStore(approvals),
      settings: () => withDefaults({ permissionMode: 'bypass', ...settings }),
      questions: this.questions,
      canAsk,
      now: Date.now,
      newId: randomUUID,
      schedule: scheduleTimeout,
      logger: silentLogger,
    });
    const thread = new HubThread(runner);
    this.#threads.push(thread);
    return thread;
  }

  /** The last turn of a thread whose runner was disposed, as it is on disk. */
  async reopen({ runner: { id } }: HubThread): Promise<Turn> {
    const { state, release } = await this.#store.open(id);
    await release();
    const turn = state.turns.at(-1);
    if (!turn) throw new Error('No turn is on disk');
    return turn;
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#threads.map(({ runner }) => runner.dispose()));
    await this.fixture.dispose();
  }
}

function withDefaults(settings: Partial<Settings>): Settings {
  return { ...defaultSettings, ...settings };
}

/** One of the threads, as a surface sees it. */
export class HubThread {
  readonly runner: ThreadRunner;
  readonly events: ThreadEvent[] = [];

  constructor(runner: ThreadRunner) {
    this.runner = runner;
    runner.onDidAppend((event) => this.events.push(event));
  }

  /** Starts a turn, and gives what comes of it. */
  async start(): Promise<{ readonly done: Promise<Turn> }> {
    const outcome = await this.runner.submit('Go.');
    if (outcome.status !== 'started') throw new Error(`The turn did not start: ${JSON.stringify(outcome)}`);
    const done = outcome.done.then(() => this.lastTurn);
    return { done };
  }

  /** Runs a turn to its end. */
  async run(): Promise<Turn> {
    const { done } = await this.start();
    return done;
  }

  get lastTurn(): Turn {
    const turn = this.runner.state.turns.at(-1);
    if (!turn) throw new Error('No turn has ended');
    return turn;
  }

  /** The elicitation of that number in the running turn, the first being 1, as soon as it is there. */
  asked(number: number): Promise<ElicitationState> {
    return until(this.runner.onDidAppend, () => this.runner.state.current?.elicitations[number - 1]);
  }

  /** Accepts a form with a city in it. */
  fillIn({ id: elicitationId }: ElicitationState, city: string): void {
    const outcome = this.runner.answerElicitation({ elicitationId, action: 'accept', content: { city } });
    if (outcome.status !== 'taken') throw new Error(JSON.stringify(outcome));
  }

  of<T extends ThreadEvent['type']>(type: T): ThreadEventOf<T>[] {
    return this.events.filter((event): event is ThreadEventOf<T> => event.type === type);
  }

  /** How each elicitation was resolved, as `<action> by <decider>`. */
  get resolutions(): string[] {
    return this.of('elicitationResolved').map(({ action, by }) => `${action} by ${by}`);
  }
}

/** The calls of a turn, in order. */
export function callsOf(turn: Turn): ToolCall[] {
  return turn.parts.flatMap((part) => (part.kind === 'toolCall' ? [part.call] : []));
}

/** The text of the result of a turn's only call. */
export function resultOf(turn: Turn): string {
  const [call, ...others] = callsOf(turn);
  if (!call || others.length > 0 || !('blocks' in call)) throw new Error('Not one call that has ended');
  return call.blocks.map((block) => ('text' in block ? block.text : `(${block.type})`)).join('\n');
}
