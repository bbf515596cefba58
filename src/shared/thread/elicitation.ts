import * as z from 'zod/mini';
import type { JsonObject } from '../base/json.ts';
import { jsonValueSchema } from '../base/json.ts';

/** A JSON object, as servers write schemas and people fill forms. */
export const jsonObjectSchema: z.ZodMiniType<JsonObject> = z.record(z.string(), jsonValueSchema);

/** What a server asks a person for during a call. All text is the server's: shown, never interpreted. */
export const questionSchema = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('form'),
    message: z.string(),
    /** A flat object schema as the server gave it (MCP 2025-11-25, "client/elicitation"). */
    requestedSchema: jsonObjectSchema,
  }),
  /** An address to go to. Never fetched, and opened only with the person's consent. */
  z.object({ mode: z.literal('url'), message: z.string(), url: z.string() }),
]);
export type Question = z.infer<typeof questionSchema>;

/** The three answers that the protocol knows. */
export const elicitationActionSchema = z.enum(['accept', 'decline', 'cancel']);
export type ElicitationAction = z.infer<typeof elicitationActionSchema>;

/**
 * A person's answer to one open elicitation, named by its id. `content` goes with an accepted form; it reaches the
 * server and is kept nowhere else. Accepting an address that the person is away at says that they are done there.
 */
export const elicitationReplySchema = z.object({
  elicitationId: z.string(),
  action: elicitationActionSchema,
  content: z.optional(jsonObjectSchema),
});
export type ElicitationReply = z.infer<typeof elicitationReplySchema>;

/** Who ended it: a person, the default where nobody can answer, or the server (done at its address, or taken back). */
export const elicitationDeciderSchema = z.enum(['person', 'default', 'server']);
export type ElicitationDecider = z.infer<typeof elicitationDeciderSchema>;

/** One elicitation of a turn. `away`: the person agreed to go to the address, and the call waits until that is done. */
export interface ElicitationState {
  readonly id: string;
  readonly server: string;
  /** The call that waits for it. */
  readonly toolCallId?: string | undefined;
  readonly question: Question;
  /** The server wants an answer of the model: the words are the host's, and quote the server. */
  readonly about?: 'sampling' | undefined;
  readonly status: 'open' | 'away' | 'accepted' | 'declined' | 'cancelled';
}

export function isElicitationOpen({ status }: ElicitationState): boolean {
  return status === 'open' || status === 'away';
}
