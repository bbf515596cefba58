import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from '../../../../src/shared/base/json.ts';
import type { ApprovalAnswer } from '../../../../src/shared/thread/approval.ts';
import type { ThreadState } from '../../../../src/shared/thread/threadState.ts';
import { emptyThread } from '../../../../src/shared/thread/threadState.ts';
import type { ThreadEvent } from '../../../../src/shared/thread/threadEvent.ts';
import { ApprovalGate } from '../../../../src/core/agent/approval/approvalGate.ts';
import type { ApprovalRecords } from '../../../../src/core/agent/approval/approvalStore.ts';
import { ApprovalStore, approvalsSchema } from '../../../../src/core/agent/approval/approvalStore.ts';
import { CallApprover } from '../../../../src/core/agent/approval/callApprover.ts';
import { ElicitationGate } from '../../../../src/core/agent/elicitation/elicitationGate.ts';
import { Elicitor } from '../../../../src/core/agent/elicitation/elicitor.ts';
import { HostQuestions } from '../../../../src/core/agent/elicitation/hostQuestions.ts';
import { ServerCalls } from '../../../../src/core/agent/elicitation/serverCalls.ts';
import { ResultConverter } from '../../../../src/core/agent/results/resultConverter.ts';
import type { ToolCallOutcome } from '../../../../src/core/agent/tools/toolCallContext.ts';
import { ToolDispatcher } from '../../../../src/core/agent/tools/toolDispatcher.ts';
import { JsonFile } from '../../../../src/core/base/jsonFile.ts';
import { silentLogger } from '../../../../src/core/base/logger.ts';
import type { Settings } from '../../../../src/core/settings.ts';
import { defaultSettings } from '../../../../src/core/settings.ts';
import { ArtifactStore } from '../../../../src/core/threads/artifactStore.ts';
import type { FakeHub } from '../../../support/fakeHub.ts';

type Answer = Omit<ApprovalAnswer, 'toolCallId'>;

export const allowOnce: Answer = { decision: 'allow', scope: 'once' };
export const denyIt: Answer = { decision: 'deny', scope: 'once' };

export interface DispatcherSetup {
  readonly hub: FakeHub;
  readonly settings?: Partial<Settings>;
  /** The thread that the calls are of; empty unless given. */
  readonly conversation?: ThreadState;
  readonly canAsk?: boolean;
  /** Answers each question; may change the world before it does. Absent: an approval that is asked fails the test. */
  readonly answer?: () => Answer;
}

/** A dispatcher with real approvals and artifacts over a fake hub; keeps the events of its calls. */
export class TestDispatcher {
  readonly dispatcher: ToolDispatcher;
  readonly artifacts: ArtifactStore;
  readonly events: ThreadEvent[] = [];
  readonly storage: string;
  readonly #gate = new ApprovalGate();
  readonly #setup: DispatcherSetup;
  #calls = 0;

  private constructor(setup: DispatcherSetup, storage: string) {
    const { hub, canAsk = true } = setup;
    this.#setup = setup;
    this.storage = storage;
    this.artifacts = new ArtifactStore(storage);
    const settings = (): Settings => ({ ...defaultSettings, ...setup.settings });
    const store = new ApprovalStore(
      new JsonFile<ApprovalRecords>({
        file: join(storage, 'approvals.json'),
        schema: approvalsSchema,
        initial: { allowances: [] },
        logger: silentLogger,
      }),
    );
    const approver = new CallApprover({ settings, store, gate: this.#gate, canAsk, logger: silentLogger });
    const converter = new ResultConverter({ artifacts: this.artifacts, settings });
    const elicitor = new Elicitor({ gate: new ElicitationGate(), canAsk, newId: randomUUID });
    this.dispatcher = new ToolDispatcher({
      hub,
      calls: new ServerCalls({ hub, questions: new HostQuestions({}), elicitor }),
      approver,
      converter,
      artifacts: this.artifacts,
      conversation: () => setup.conversation ?? emptyThread('thread-1', 0),
      settings,
      logger: silentLogger,
    });
  }

  static async create(setup: DispatcherSetup): Promise<TestDispatcher> {
    return new TestDispatcher(setup, await mkdtemp(join(tmpdir(), 'patchbay-dispatcher-')));
  }

  /** Resolves the target and carries the call out, as a turn does. */
  run(name: string, input: JsonValue, signal = new AbortController().signal): Promise<ToolCallOutcome> {
    const toolCallId = `call-${(this.#calls += 1)}`;
    const target = this.dispatcher.target(name, input);
    const emit = (event: ThreadEvent): void => {
      this.events.push(event);
      if (event.type !== 'approvalRequested') return;
      if (!this.#setup.answer) throw new Error('Nobody is expected to be asked');
      this.#gate.answer({ toolCallId, ...this.#setup.answer() });
    };
    const context = {
      threadId: 'thread-1',
      turnId: 'turn-1',
      toolCallId,
      signal,
      emit,
      now: () => 1,
      save: () => Promise.resolve(),
    };
    return this.dispatcher.run({ name, input, target }, context);
  }

  /** Types of the events so far. */
  get steps(): string[] {
    return this.events.map(({ type }) => type);
  }

  dispose(): Promise<void> {
    return rm(this.storage, { recursive: true, force: true });
  }
}

/** The text of a result. */
export function textOf(outcome: ToolCallOutcome): string {
  return outcome.blocks.map((block) => ('text' in block ? block.text : `(${block.type})`)).join('\n');
}
