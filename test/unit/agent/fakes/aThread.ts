import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Schedule } from '../../../../src/shared/rpc/port.ts';
import type { ThreadEvent, ThreadEventOf } from '../../../../src/shared/thread/threadEvent.ts';
import type { Turn } from '../../../../src/shared/thread/threadState.ts';
import type { ApprovalRecords } from '../../../../src/core/agent/approval/approvalStore.ts';
import { ApprovalStore, approvalsSchema } from '../../../../src/core/agent/approval/approvalStore.ts';
import { HostQuestions } from '../../../../src/core/agent/elicitation/hostQuestions.ts';
import { createThreadRunner } from '../../../../src/core/agent/createThreadRunner.ts';
import type { ThreadRunner } from '../../../../src/core/agent/threadRunner.ts';
import { JsonFile } from '../../../../src/core/base/jsonFile.ts';
import { silentLogger } from '../../../../src/core/base/logger.ts';
import { scheduleTimeout } from '../../../../src/core/base/schedule.ts';
import type { LanguageModel } from '../../../../src/core/models/languageModel.ts';
import type { Settings } from '../../../../src/core/settings.ts';
import { defaultSettings } from '../../../../src/core/settings.ts';
import { ArtifactStore } from '../../../../src/core/threads/artifactStore.ts';
import type { OpenThread } from '../../../../src/core/threads/openThread.ts';
import { ThreadStore } from '../../../../src/core/threads/threadStore.ts';
import type { FakeHub } from '../../../support/fakeHub.ts';

export interface ThreadSetup {
  readonly hub: FakeHub;
  readonly model: LanguageModel | (() => Promise<LanguageModel>);
  readonly settings?: Partial<Settings>;
  readonly canAsk?: boolean;
  /** Real timers unless given. */
  readonly schedule?: Schedule;
}

/** A real thread on disk with a runner, a scripted model and a fake hub. */
export class TestThread {
  readonly runner: ThreadRunner;
  readonly store: ThreadStore;
  readonly events: ThreadEvent[] = [];
  readonly storage: string;
  readonly #setup: ThreadSetup;

  private constructor(thread: OpenThread, setup: ThreadSetup, place: { storage: string; store: ThreadStore }) {
    const { hub, model, settings, canAsk = true } = setup;
    this.#setup = setup;
    this.storage = place.storage;
    this.store = place.store;
    const approvals = new JsonFile<ApprovalRecords>({
      file: join(this.storage, 'approvals.json'),
      schema: approvalsSchema,
      initial: { allowances: [] },
      logger: silentLogger,
    });
    this.runner = createThreadRunner(thread, {
      hub,
      model: typeof model === 'function' ? model : () => Promise.resolve(model),
      artifacts: new ArtifactStore(this.storage),
      approvals: new ApprovalStore(approvals),
      settings: () => ({ ...defaultSettings, ...settings }),
      questions: new HostQuestions({}),
      canAsk,
      now: countingClock(),
      newId: randomUUID,
      schedule: setup.schedule ?? scheduleTimeout,
      logger: silentLogger,
    });
    this.runner.onDidAppend((event) => this.events.push(event));
  }

  static async create(setup: ThreadSetup): Promise<TestThread> {
    const storage = await mkdtemp(join(tmpdir(), 'patchbay-thread-'));
    const store = new ThreadStore({ storage, now: countingClock(), newId: randomUUID, logger: silentLogger });
    return new TestThread(await store.create('/home/ada/project'), setup, { storage, store });
  }

  /** The same thread, read again from disk after its runner was disposed; with another model. */
  async reopen(model: LanguageModel): Promise<TestThread> {
    await this.runner.dispose();
    return new TestThread(await this.store.open(this.runner.id), { ...this.#setup, model }, this);
  }

  /** Starts a turn, which must start, and waits for its end. */
  async run(text: string): Promise<Turn> {
    const outcome = await this.runner.submit(text);
    if (outcome.status !== 'started') throw new Error(`The turn did not start: ${JSON.stringify(outcome)}`);
    await outcome.done;
    return this.lastTurn;
  }

  get lastTurn(): Turn {
    const turn = this.runner.state.turns.at(-1);
    if (!turn) throw new Error('No turn has ended');
    return turn;
  }

  of<T extends ThreadEvent['type']>(type: T): ThreadEventOf<T>[] {
    return this.events.filter((event): event is ThreadEventOf<T> => event.type === type);
  }

  /** The next event of a type; those that came before the call do not count. */
  next<T extends ThreadEvent['type']>(type: T): Promise<ThreadEventOf<T>> {
    return new Promise((resolve) => {
      const subscription = this.runner.onDidAppend((event) => {
        if (event.type !== type) return;
        subscription.dispose();
        resolve(event as ThreadEventOf<T>);
      });
    });
  }

  async dispose(): Promise<void> {
    await this.runner.dispose();
    await rm(this.storage, { recursive: true, force: true });
  }
}

/** A clock that moves on by one millisecond each time it is looked at. */
function countingClock(start = 1_000): () => number {
  let time = start;
  return () => (time += 1);
}
