import * as z from 'zod/mini';
import { jsonValueSchema } from '../base/json.ts';
import { approvalDeciderSchema, approvalScopeSchema } from './approval.ts';
import { compactionCauseSchema, compactionReachSchema } from './compaction.ts';
import { contextUseSchema } from './contextUse.ts';
import { elicitationActionSchema, elicitationDeciderSchema, jsonObjectSchema, questionSchema } from './elicitation.ts';
import { queuedMessageSchema } from './queuedMessage.ts';
import { contentRefSchema, resultBlockSchema } from './resultBlock.ts';
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
  z.object({ ...base, type: z.literal('threadRenamed'), title: z.string() }),
  z.object({
    ...ofTurn,
    type: z.literal('turnStarted'),
    text: z.string(),
    /**
     * The turn it follows; null for the beginning. Absent: the last one of the conversation as it is shown. When other
     * turns follow that one already, this is a branch beside them.
     */
    parentId: z.optional(z.nullable(z.string())),
    /** The text is a command to the host, such as a prompt's slash command: shown, but never given to the model. */
    isCommand: z.optional(z.boolean()),
    /** The person lets the model go on after a turn that used all its rounds. `text` is empty. */
    isContinuation: z.optional(z.boolean()),
  }),
  /** Shows the branch that has this turn, up to its latest end. */
  z.object({ ...base, type: z.literal('branchSelected'), turnId: z.string() }),
  /** Sent while a turn ran. */
  z.object({ ...base, type: z.literal('messageQueued'), message: queuedMessageSchema }),
  /** It became a turn, or was taken back. */
  z.object({ ...base, type: z.literal('queuedMessageRemoved'), messageId: z.string() }),
  z.object({ ...base, type: z.literal('compactionStarted'), compactionId: z.string(), cause: compactionCauseSchema }),
  z.object({
    ...base,
    type: z.literal('compactionEnded'),
    compactionId: z.string(),
    cause: compactionCauseSchema,
    /** Missing when it failed or was stopped: then the conversation is as before. */
    result: z.optional(
      z.object({
        reach: compactionReachSchema,
        summary: z.string(),
        /** Estimated tokens of the conversation. */
        tokensBefore: z.number(),
        tokensAfter: z.number(),
      }),
    ),
    /** Why there is no result, for a person. */
    message: z.optional(z.string()),
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
  /** The text of a skill that the person named, put before their words. Inert: nothing in it is expanded or run. */
  z.object({
    ...ofTurn,
    type: z.literal('skillInserted'),
    server: z.string(),
    skill: z.string(),
    uri: z.string(),
    text: z.string(),
    /** In the view's copy alone, when `text` is a head of the whole. */
    cut: z.optional(contentRefSchema),
  }),
  /** The host's own answer to a command such as `/help`, in Markdown; never given to the model. `cut` as above. */
  z.object({ ...ofTurn, type: z.literal('commandAnswered'), text: z.string(), cut: z.optional(contentRefSchema) }),
  /** What the request that follows fills the context window with. */
  z.object({ ...ofTurn, type: z.literal('contextMeasured'), use: contextUseSchema }),
  /** A request to the model failed in a way that passes, and is sent again at that time. Not kept in the log. */
  z.object({
    ...ofTurn,
    type: z.literal('modelRetryScheduled'),
    /** Of this request; the first repetition is 1. */
    attempt: z.number(),
    /** Milliseconds since the epoch. */
    retryAt: z.number(),
    message: z.string(),
  }),
  /** A piece of the answer; frames of about 30 ms, never single tokens. */
  z.object({ ...ofTurn, type: z.literal('textDelta'), delta: z.string() }),
  z.object({ ...ofTurn, type: z.literal('reasoningDelta'), delta: z.string() }),
  /**
   * A block of reasoning is complete. `providerMetadata` is what its provider wants back with it, such as a signature:
   * opaque, and of use to the same model only.
   */
  z.object({ ...ofTurn, type: z.literal('reasoningEnded'), providerMetadata: jsonObjectSchema }),
  /** The model began to write a call; its arguments are not complete. */
  z.object({ ...ofCall, type: z.literal('toolCallStarted'), name: z.string() }),
  /** The call is complete and resolved. `input` is what the model wrote: the parsed JSON, or the raw text if it is none. */
  z.object({
    ...ofCall,
    type: z.literal('toolCallReady'),
    name: z.string(),
    target: toolTargetSchema,
    input: jsonValueSchema,
    /** What the model's provider wants back with the call. */
    providerMetadata: z.optional(jsonObjectSchema),
    /** A server's prompt named a resource of another server: the host asks for it, and the model never wrote the call. */
    requestedBy: z.optional(z.literal('prompt')),
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
  /** The answer to a call that had ended without one, such as after a time-out. The call's own result stands. */
  z.object({
    ...ofCall,
    type: z.literal('lateResultArrived'),
    isError: z.boolean(),
    blocks: z.array(resultBlockSchema),
  }),
  /** A server asks the person for something, most often during a call. */
  z.object({
    ...ofTurn,
    type: z.literal('elicitationRequested'),
    elicitationId: z.string(),
    toolCallId: z.optional(z.string()),
    server: z.string(),
    question: questionSchema,
    /** The server wants an answer of the model: the words are the host's, and quote the server. */
    about: z.optional(z.literal('sampling')),
  }),
  /** The person agreed to go to the address, and the call waits until they, or the server, say that it is done. */
  z.object({ ...ofTurn, type: z.literal('elicitationVisited'), elicitationId: z.string() }),
  /** What was filled in is not part of the conversation. */
  z.object({
    ...ofTurn,
    type: z.literal('elicitationResolved'),
    elicitationId: z.string(),
    action: elicitationActionSchema,
    by: elicitationDeciderSchema,
  }),
  /** The model stopped; tool results of the round follow it before the next round begins. */
  z.object({
    ...ofTurn,
    type: z.literal('roundEnded'),
    usage: z.optional(usageSchema),
    /** `<provider>/<model>` that answered. */
    model: z.optional(z.string()),
  }),
  z.object({
    ...ofTurn,
    type: z.literal('turnEnded'),
    status: turnStatusSchema,
    error: z.optional(turnErrorSchema),
  }),
]);

export type ThreadEvent = z.infer<typeof threadEventSchema>;
export type ThreadEventOf<T extends ThreadEvent['type']> = Extract<ThreadEvent, { type: T }>;
