import { redactUrl } from '../../mcp/config/redactedText.ts';
import type { UrlElicitation } from '../../mcp/host/hostHandlers.ts';
import { McpError } from '../../mcp/mcpError.ts';
import type { Completions } from './completions.ts';
import type { AskingCall, Elicitor } from './elicitor.ts';
import type { ServerWatch } from './serverWatch.ts';

/** Contract §10. */
const maxRepeats = 3;

export interface RequiredVisitsOptions {
  readonly elicitor: Elicitor;
  readonly completions: Completions;
  readonly call: AskingCall;
  /** Begins to watch the server. */
  readonly watch: () => ServerWatch;
}

/**
 * Sends a request, and when the server wants the person to go to addresses first (error -32042, S25 client/elicitation,
 * "URL Elicitation Required"), asks for each in turn and sends it again when all is done there. Rejects with the error
 * of the server, and what was in the way added to it, when the person does not go, or it is still wanted after three
 * repetitions.
 */
export async function withRequiredVisits<T>(send: () => Promise<T>, options: RequiredVisitsOptions): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof McpError) || error.elicitations.length === 0) throw error;
      if (repeats === maxRepeats)
        throw withReason(error, `It was repeated ${maxRepeats} times, each time after a visit.`);
      const obstacle = await visitAll(error.elicitations, options);
      if (obstacle !== undefined) throw withReason(error, obstacle);
    }
  }
}

/** Why not all was done, as a sentence. What is done at one address may be reported while another is asked for. */
async function visitAll(
  elicitations: readonly UrlElicitation[],
  { elicitor, completions, call, watch }: RequiredVisitsOptions,
): Promise<string | undefined> {
  const expected = elicitations.map((elicitation) => ({ elicitation, completion: completions.expect(elicitation) }));
  const server = watch();
  try {
    for (const { elicitation, completion } of expected) {
      const action = await elicitor.visit(elicitation, call, { done: completion.signal, lost: server.lost });
      const address = redactUrl(elicitation.url);
      if (action === 'decline') return `The user declined to go to ${address}.`;
      if (action === 'cancel') return `Nobody went to ${address}: the question was cancelled.`;
    }
    return undefined;
  } finally {
    server.dispose();
    for (const { completion } of expected) completion.dispose();
  }
}

function withReason({ code, server, message, rpcCode, elicitations }: McpError, reason: string): McpError {
  return new McpError(code, server, `${message} ${reason}`, {
    ...(rpcCode !== undefined && { rpcCode }),
    elicitations,
  });
}
