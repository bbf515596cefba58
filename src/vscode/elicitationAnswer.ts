import type { ThreadRunnerPort } from '../core/agent/threadRunnerPort.ts';
import type { AnswerOutcome } from '../shared/protocol/turnRequests.ts';
import type { ElicitationReply } from '../shared/thread/elicitation.ts';
import { openLink } from './openLink.ts';

/**
 * Answers a question of a server for the person at the view. Agreeing to go to an address opens it, after the editor has
 * shown where it leads; the call waits until the person says that they are done there, which is the next acceptance.
 */
export async function answerQuestion(
  thread: ThreadRunnerPort | undefined,
  reply: ElicitationReply,
): Promise<AnswerOutcome> {
  const asked = thread?.state.current?.elicitations.find(({ id }) => id === reply.elicitationId);
  if (!thread || !asked) return { status: 'notOpen' };
  const leaves = reply.action === 'accept' && asked.status === 'open' && asked.question.mode === 'url';
  if (leaves && !(await openLink(asked.question.url))) return { status: 'unopened' };
  const outcome = thread.answerElicitation(reply);
  return outcome.status === 'taken' ? { status: 'answered' } : outcome;
}
