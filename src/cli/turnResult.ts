import type { ModelErrorCode } from '../core/models/modelError.ts';
import type { Turn } from '../shared/thread/threadState.ts';
import { exitCode } from './exitCode.ts';
import type { ExitCode } from './exitCode.ts';
import type { ResultObject } from './streamObject.ts';

/** The last object of a conversation, from its ended turn (contract §8). */
export function turnResult(turn: Turn): ResultObject {
  return {
    type: 'result',
    status: resultStatus(turn.status),
    text: answerText(turn),
    ...errorOf(turn),
  };
}

function errorOf({ status, error }: Turn): Pick<ResultObject, 'error'> {
  if (error) return { error: { code: error.code, message: error.message } };
  return status === 'maxRounds' ? { error: tooManyRounds } : {};
}

const tooManyRounds = {
  code: 'max_rounds',
  message: 'The model reached the highest number of rounds before it was done. Raise it with --max-rounds.',
};

/** What the model said in the last round in which it said something, or the host's answer to a command. */
function answerText({ parts }: Turn): string {
  let text = '';
  let isRoundEnded = false;
  for (const part of parts) {
    if (part.kind === 'roundEnd') isRoundEnded = true;
    if (part.kind !== 'markdown' && part.kind !== 'hostAnswer') continue;
    text = isRoundEnded ? part.text : text + part.text;
    isRoundEnded = false;
  }
  return text;
}

function resultStatus(status: Turn['status']): ResultObject['status'] {
  switch (status) {
    case 'completed':
    case 'cancelled':
      return status;
    case 'maxRounds':
      return 'max_rounds';
    case 'running':
    case 'failed':
    case 'interrupted':
      return 'failed';
  }
}

/** Codes of a turn's error that mean that the model could not be reached or refused. */
const refusals: ReadonlySet<string> = new Set<ModelErrorCode>([
  'unreachable',
  'unauthorized',
  'refused',
  'not_found',
  'rate_limited',
  'overloaded',
  'not_configured',
]);

/** What the process ends with after a turn. */
export function turnExitCode({ status, error }: Turn): ExitCode {
  switch (status) {
    case 'completed':
      return exitCode.done;
    case 'cancelled':
      return exitCode.interrupted;
    case 'failed':
      return error && refusals.has(error.code) ? exitCode.model : exitCode.failed;
    case 'running':
    case 'maxRounds':
    case 'interrupted':
      return exitCode.failed;
  }
}
