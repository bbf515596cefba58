import { randomUUID } from 'node:crypto';
import { ElicitationGate } from '../../src/core/agent/elicitation/elicitationGate.ts';
import { Elicitor } from '../../src/core/agent/elicitation/elicitor.ts';
import { HostQuestions } from '../../src/core/agent/elicitation/hostQuestions.ts';
import { ServerCalls } from '../../src/core/agent/elicitation/serverCalls.ts';
import type { FakeHub } from './fakeHub.ts';

/** The requests of turns to a hub whose servers ask nothing. */
export function callsOnHub(hub: FakeHub): ServerCalls {
  const elicitor = new Elicitor({ gate: new ElicitationGate(), canAsk: false, newId: randomUUID });
  return new ServerCalls({ hub, questions: new HostQuestions({}), elicitor });
}
