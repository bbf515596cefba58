import * as z from 'zod/mini';
import { declareRequest } from '../rpc/declaration.ts';
import { elicitationReplySchema } from '../thread/elicitation.ts';
import { contentRefSchema } from '../thread/resultBlock.ts';
import { promptEntrySchema } from './catalogRequests.ts';

/** What became of a message. What was sent leaves the draft only when it was taken; otherwise nothing typed is lost. */
const submitResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('started') }),
  /** It waits for the end of the running turn. */
  z.object({ status: z.literal('queued') }),
  /** It was a command that the host has carried out. */
  z.object({ status: z.literal('done') }),
  /** A prompt lacks required arguments: the view opens its form with what was given. */
  z.object({
    status: z.literal('needsArguments'),
    prompt: promptEntrySchema,
    values: z.record(z.string(), z.string()),
    missing: z.array(z.string()),
  }),
  z.object({ status: z.literal('rejected'), message: z.string() }),
]);
export type SubmitResult = z.infer<typeof submitResultSchema>;

/** view → host. Sends the composer's text with its attachments. */
export const submitTurn = declareRequest('turn/submit', {
  params: z.object({ text: z.string() }),
  result: submitResultSchema,
});

/** view → host. Runs a prompt with arguments from a form; starts a turn. */
export const runPrompt = declareRequest('turn/runPrompt', {
  params: z.object({
    server: z.string(),
    name: z.string(),
    values: z.record(z.string(), z.string()),
    /** The typed text that opened the form, which leaves the composer with the turn. */
    command: z.optional(z.string()),
  }),
  result: submitResultSchema,
});

/** view → host. Sends an earlier turn's message again as a branch, with another text or the same. */
export const resendTurn = declareRequest('turn/resend', {
  params: z.object({ turnId: z.string(), text: z.optional(z.string()) }),
  result: submitResultSchema,
});

/** view → host. Lets the model go on where it was held at the highest number of rounds. */
export const continueTurn = declareRequest('turn/continue', {
  params: z.object({}),
  result: submitResultSchema,
});

/**
 * `unopened`: the person thought better of going to an address. `notOpen`: it was answered, or taken back, before.
 * `invalid`: it does not fit the form, which stays open; the problem ends a sentence.
 */
const answerOutcomeSchema = z.object({
  status: z.enum(['answered', 'unopened', 'notOpen', 'invalid']),
  problem: z.optional(z.string()),
});
export type AnswerOutcome = z.infer<typeof answerOutcomeSchema>;

/** view → host. Answers a server's question. An address is opened by the host, after a question of its own. */
export const answerElicitation = declareRequest('elicitation/answer', {
  params: elicitationReplySchema,
  result: answerOutcomeSchema,
});

/** view → host. The whole of a block that travelled cut. */
export const readContent = declareRequest('content/read', {
  params: z.object({ ref: contentRefSchema }),
  result: z.object({ text: z.string() }),
  timeoutMs: 30_000,
});

/** view → host. An image of the conversation, as a `data:` URL for an `img` element. */
export const readImage = declareRequest('content/image', {
  params: z.object({ threadId: z.string(), artifactId: z.string() }),
  result: z.object({ dataUrl: z.string() }),
  timeoutMs: 30_000,
});
