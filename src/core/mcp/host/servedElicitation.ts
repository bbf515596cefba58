import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../shared/base/json.ts';
import { readForm, readUrl } from './elicitationRequest.ts';
import { compileForm, schemaFault } from './formSchema.ts';
import type { FormCheck } from './formSchema.ts';
import type { Elicitation, ElicitationAnswer, HostHandlers } from './hostHandlers.ts';
import { HostRefusal } from './hostRefusal.ts';
import type { Asked } from './hostServing.ts';

type Elicitations = NonNullable<HostHandlers['elicitation']>;
/** A result of JSON-RPC. */
type Answer = Record<string, unknown>;

const maxIdChars = 1_000;

/** Answers `elicitation/create`. What is malformed is never shown, and what does not fit the form is never sent. */
export async function answerElicitation(
  { elicit }: Elicitations,
  params: JsonObject,
  { server, signal, asking }: Asked,
): Promise<Answer> {
  // The client has refused modes that are not declared. Without a word about it, it is a form.
  if (params['mode'] === 'url') {
    const { action } = await elicit(readUrl(server, params), signal, asking);
    return { action };
  }
  const form = readForm(server, params);
  const check = await compileForm(form.requestedSchema).catch((error: unknown) => {
    throw new HostRefusal('invalid', schemaFault(error));
  });
  // Compiling took a moment, in which the server may have taken it back.
  signal.throwIfAborted();
  return checkedAnswer(form, await elicit(form, signal, asking), check);
}

function checkedAnswer(form: Elicitation, answer: ElicitationAnswer, check: FormCheck): Answer {
  if (answer.action !== 'accept') return { action: answer.action };
  const content = answer.content ?? {};
  const problem = check(content);
  if (problem !== undefined) throw new Error(`the values given for "${form.server}" do not fit its form: ${problem}`);
  return { action: 'accept', content };
}

/** Only the legacy era has it; unknown identifiers are for the surface to ignore, which knows whom it sent where. */
export function serveCompletion(client: Client, { onDidComplete }: Elicitations, server: string): void {
  if (!onDidComplete) return;
  client.setNotificationHandler('notifications/elicitation/complete', ({ params: { elicitationId } }) => {
    if (elicitationId.length <= maxIdChars) onDidComplete(server, elicitationId);
  });
}
