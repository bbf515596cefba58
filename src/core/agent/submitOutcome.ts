import type { InputPlan } from './input/inputPlan.ts';
import type { SubmitOutcome, SubmitRejection } from './threadRunnerPort.ts';

type Refusal = Exclude<SubmitOutcome, { status: 'started' | 'queued' }>;

export function rejected(code: SubmitRejection, message: string): Extract<SubmitOutcome, { status: 'rejected' }> {
  return { status: 'rejected', code, message };
}

/** What is told of a plan that no turn starts from; undefined for the others. */
export function outcomeWithoutTurn(plan: InputPlan): Refusal | undefined {
  switch (plan.kind) {
    case 'needsArguments': {
      const { prompt, values, missing } = plan;
      return { status: 'needsArguments', prompt, values, missing };
    }
    case 'surfaceCommand':
      return { status: 'command', command: plan.command };
    case 'rejected':
      return rejected(plan.code, plan.message);
    case 'message':
    case 'prompt':
    case 'command':
    case 'compact':
      return undefined;
  }
}

/** Why a message that had waited was not sent, for a person who reads it later. */
export function notSent(outcome: Refusal): string {
  switch (outcome.status) {
    case 'rejected':
      return `This message was not sent. ${outcome.message}`;
    case 'needsArguments':
      return `This message was not sent: the prompt needs ${outcome.missing.join(', ')}. Send it again with a value for each.`;
    case 'command':
      return `This command was not carried out. Send /${outcome.command.name} again.`;
  }
}
