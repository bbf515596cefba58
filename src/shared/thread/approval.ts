import * as z from 'zod/mini';

/** How far a person's "allow" reaches (contract §6). A denial always concerns the one call. */
export const approvalScopeSchema = z.enum(['once', 'conversation', 'always']);

/** A person's answer to one pending approval. It names the tool call: a late click cannot approve another. */
export const approvalAnswerSchema = z.object({
  toolCallId: z.string(),
  decision: z.enum(['allow', 'deny']),
  scope: approvalScopeSchema,
  /** Said to the model with the result. */
  note: z.optional(z.string()),
});
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;

/** Who decided: a person in the dialog, a rule or remembered allowance, the permission mode, or the default where nobody can answer. */
export const approvalDeciderSchema = z.enum(['person', 'rule', 'mode', 'default']);
export type ApprovalDecider = z.infer<typeof approvalDeciderSchema>;
