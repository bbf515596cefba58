import * as z from 'zod/mini';
import { jsonValueSchema } from '../base/json.ts';
import { approvalDeciderSchema, approvalScopeSchema } from './approval.ts';
import { resultBlockSchema } from './resultBlock.ts';
import { toolTargetSchema } from './toolTarget.ts';

/**
 * A thread is its events: the log on disk, the view's state, the command line's lines and the model's transcript are
 * all made from this one stream. Ids and times are in the event, so every reducer is pure. `at` is milliseconds since
 * the epoch.
 */
const base = { at: z.number() };
const ofTurn = { ...base, turnId: z.string() };
const ofCall = { ...ofTurn, toolCallId: z.string() };

/** Codes of contract §3 that can arise in a turn, and the model's. */
const warningSchema = z.object({
  code: z.string(),
  server: z.optional(z.string()),
  message: z.string(),
});
export type Warning = z.infer<typeof warningSchema>;

/** Why material is in the conversation: typed as a mention, attached by hand, or named by a prompt's text. */
const materialOriginSchema = z.enum(['mention', 'attachment', 'prompt']);
export type MaterialOrigin = z.infer<typeof materialOriginSchema>;

/** A message that a server's prompt contributed, with its role kept. */
const promptMessageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  blocks: z.array(resultBlockSchema),
});
export type PromptMessage = z.infer<typeof promptMessageSchema>;

/** Tokens of one model round, as the provider counted them. */
const usageSchema = z.object({ inputTokens: z.number(), outputTokens: z.number() });
export type Usage = z.infer<typeof usageSchema>;

/** Why a call ended without a result of its own. */
const cancelReasonSchema = z.enum(['denied', 'skipped', 'aborted', 'serverGone', 'interrupted']);
export type CancelReason = z.infer<typeof cancelReasonSchema>;

/** How a turn ended. `interrupted`: the process ended before the turn did, found when the thread was opened again. */
const turnStatusSchema = z.enum(['completed', 'failed', 'cancelled', 'maxRounds', 'interrupted']);
export type TurnStatus = z.infer<typeof turnStatusSchema>;

/** An error a person reads: what happened and what to do. */
const turnErrorSchema = z.object({ code: z.string(), message: z.string() });
export type TurnError = z.infer<typeof turnErrorSchema>;

export const threadEventSchema = z.discriminatedUnion('type', [
  z.object({
    ...base,
    type: z.literal('threadCreated'),
    /** Version of this event format. */
    version: z.literal(1),
    threadId: z.string(),
    /** Absolute path of the workspace folder, when there is one. */
    workspace: z.optional(z.string()),
  }),
  z.object({
    ...ofTurn,
    type: z.literal('turnStarted'),
    text: z.string(),
    /** The text is a command to the host, such as a prompt's slash command: shown, but never given to the model. */
    isCommand: z.optional(z.boolean()),
  }),
  z.object({ ...ofTurn, type: z.literal('warning'), warning: warningSchema }),
  /** A resource's content put before the user's text. */
  z.object({
    ...ofTurn,
    type: z.literal('materialAttached'),
    materialId: z.string(),
    origin: materialOriginSchema,
    server: z.string(),
    uri: z.string(),
    name: z.optional(z.string()),
    mimeType: z.optional(z.string()),
    /** Length of the text given to the model. */
    chars: z.number(),
    blocks: z.array(resultBlockSchema),
  }),
  /** The answer of `prompts/get`, put after the material it names. */
  z.object({
    ...ofTurn,
    type: z.literal('promptInserted'),
    server: z.string(),
    prompt: z.string(),
    arguments: z.record(z.string(), z.string()),
    messages: z.array(promptMessageSchema),
  }),
  /** A piece of the answer; frames of about 30 ms, never single tokens. */
  z.object({ ...ofTurn, type: z.literal('textDelta'), delta: z.string() }),
  z.object({ ...ofTurn, type: z.literal('reasoningDelta'), delta: z.string() }),
  /** The model began to write a call; its arguments are not complete. */
  z.object({ ...ofCall, type: z.literal('toolCallStarted'), name: z.string() }),
  /** The call is complete and resolved. `input` is what the model wrote: the parsed JSON, or the raw text if it is none. */
  z.object({
    ...ofCall,
    type: z.literal('toolCallReady'),
    name: z.string(),
    target: toolTargetSchema,
    input: jsonValueSchema,
  }),
  z.object({ ...ofCall, type: z.literal('approvalRequested'), reason: z.string() }),
  z.object({
    ...ofCall,
    type: z.literal('approvalResolved'),
    decision: z.enum(['allowed', 'denied']),
    by: approvalDeciderSchema,
    scope: z.optional(approvalScopeSchema),
    note: z.optional(z.string()),
  }),
  z.object({ ...ofCall, type: z.literal('toolCallRunning') }),
  z.object({
    ...ofCall,
    type: z.literal('toolCallProgress'),
    progress: z.number(),
    total: z.optional(z.number()),
    message: z.optional(z.string()),
  }),
  /** The call's one result, which goes back to the model. `failed`: the server or the host reported an error. */
  z.object({
    ...ofCall,
    type: z.literal('toolCallEnded'),
    status: z.enum(['completed', 'failed', 'cancelled']),
    /** Present with `cancelled` only. */
    reason: z.optional(cancelReasonSchema),
    blocks: z.array(resultBlockSchema),
  }),
  /** The model stopped; tool results of the round follow it before the next round begins. */
  z.object({ ...ofTurn, type: z.literal('roundEnded'), usage: z.optional(usageSchema) }),
  z.object({
    ...ofTurn,
    type: z.literal('turnEnded'),
    status: turnStatusSchema,
    error: z.optional(turnErrorSchema),
  }),
]);

export type ThreadEvent = z.infer<typeof threadEventSchema>;
export type ThreadEventOf<T extends ThreadEvent['type']> = Extract<ThreadEvent, { type: T }>;
