import type { Schedule } from '../../shared/rpc/port.ts';
import type { ThreadState } from '../../shared/thread/threadState.ts';
import type { Logger } from '../base/logger.ts';
import type { HubPort } from '../mcp/hubPort.ts';
import type { LanguageModel } from '../models/languageModel.ts';
import { withTextTools } from '../models/text/withTextTools.ts';
import type { Settings } from '../settings.ts';
import type { ArtifactStore } from '../threads/artifactStore.ts';
import type { OpenThread } from '../threads/openThread.ts';
import { ApprovalGate } from './approval/approvalGate.ts';
import type { ApprovalStore } from './approval/approvalStore.ts';
import { CallApprover } from './approval/callApprover.ts';
import type { InstructionPlace } from './context/projectInstructions.ts';
import { Compactor } from './context/compactor.ts';
import { ProjectInstructions } from './context/projectInstructions.ts';
import { RequestBuilder } from './context/requestBuilder.ts';
import { ElicitationGate } from './elicitation/elicitationGate.ts';
import { Elicitor } from './elicitation/elicitor.ts';
import type { HostQuestions } from './elicitation/hostQuestions.ts';
import { ServerCalls } from './elicitation/serverCalls.ts';
import { InputResolver } from './input/inputResolver.ts';
import { ResultConverter } from './results/resultConverter.ts';
import { ThreadJournal } from './threadJournal.ts';
import { ThreadRunner } from './threadRunner.ts';
import { ToolDispatcher } from './tools/toolDispatcher.ts';

/** What all threads of a surface share. */
export interface ThreadRunnerParts {
  readonly hub: HubPort;
  /** The model of the settings; rejects with a `ModelError`. */
  readonly model: () => Promise<LanguageModel>;
  readonly artifacts: ArtifactStore;
  readonly approvals: ApprovalStore;
  readonly settings: () => Settings;
  /** Where the project's instruction files are; without it none are read. */
  readonly workspace?: InstructionPlace | undefined;
  /** What the servers of the hub ask. */
  readonly questions: HostQuestions;
  /** Whether a person can answer an approval here. */
  readonly canAsk: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly schedule: Schedule;
  readonly logger: Logger;
}

/** Composes the agent for one thread. Approvals of one thread never reach another. */
export function createThreadRunner(thread: OpenThread, parts: ThreadRunnerParts): ThreadRunner {
  const { hub, artifacts, settings, canAsk, logger } = parts;
  const gate = new ApprovalGate();
  const converter = new ResultConverter({ artifacts, settings });
  const approver = new CallApprover({ settings, store: parts.approvals, gate, canAsk, logger });
  const elicitations = new ElicitationGate();
  const elicitor = new Elicitor({ gate: elicitations, canAsk, newId: parts.newId });
  const calls = new ServerCalls({ hub, questions: parts.questions, elicitor });
  const input = new InputResolver({ hub, calls, converter, settings });
  const journal = new ThreadJournal({ thread, schedule: parts.schedule, now: parts.now, logger });
  const conversation = (): ThreadState => journal.state;
  const dispatcher = new ToolDispatcher({ hub, calls, approver, converter, artifacts, conversation, settings, logger });
  const instructions = parts.workspace && new ProjectInstructions(parts.workspace);
  const requests = new RequestBuilder({ hub, artifacts, settings, instructions });
  const compactor = new Compactor({ requests, now: parts.now, newId: parts.newId, logger });
  const turns = { dispatcher, requests, compactor, random: Math.random };
  const model = async (): Promise<LanguageModel> => withTextTools(await parts.model());
  return new ThreadRunner({ ...parts, ...turns, model, journal, input, gate, elicitations });
}
