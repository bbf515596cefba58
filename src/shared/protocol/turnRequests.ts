import * as z from 'zod/mini';
import { declareRequest } from '../rpc/declaration.ts';
import { contentRefSchema } from '../thread/resultBlock.ts';
import { promptEntrySchema } from './catalogRequests.ts';

/** What became of a message. The draft is emptied only when the turn started; otherwise nothing typed is lost. */
const submitResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('started') }),
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
