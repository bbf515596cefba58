import type { PermissionMode, PermissionRule } from '../../permissionRule.ts';
import type { ApprovalSubject, LastingSubject } from './approvalSubject.ts';
import { isLasting } from './approvalSubject.ts';
import { ruleCovers } from './ruleCover.ts';

/** What is known of a subject from before. */
export type Remembered =
  | { readonly kind: 'none' }
  /** It was allowed, by a person or, with this very definition, by the configuration of its server. */
  | { readonly kind: 'allowed' }
  /** The configuration of its server always allows it, and it was never used: this use says what is allowed. */
  | { readonly kind: 'unpinned' }
  /** The configuration always allows it, and a person took that back. */
  | { readonly kind: 'withdrawn' }
  /** An earlier definition of the tool was allowed. `difference` says what changed since, in sentences. */
  | { readonly kind: 'changed'; readonly by: 'person' | 'configuration'; readonly difference: string };

export interface ApprovalPolicy {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  readonly remembered: Remembered;
}

/** Why nothing settled the question, from which the dialog's text is made. */
export type AskCause =
  | { readonly kind: 'rule'; readonly rule: PermissionRule }
  | Extract<Remembered, { kind: 'changed' | 'withdrawn' }>
  | { readonly kind: 'notReadOnly' }
  | { readonly kind: 'signIn' }
  | { readonly kind: 'unknown' };

export type PolicyDecision =
  | { readonly effect: 'allow'; readonly by: 'rule' | 'mode' }
  /** Allowed by the configuration, as soon as its definition is kept (`ApprovalStore.pin`). */
  | { readonly effect: 'pin' }
  | { readonly effect: 'ask'; readonly cause: AskCause }
  | { readonly effect: 'deny'; readonly by: 'rule'; readonly rule: PermissionRule }
  | { readonly effect: 'deny'; readonly by: 'mode' };

/**
 * Decides without a person (contract §6). A denying rule wins in every mode; then `bypass` lets everything run; then
 * asking rules win over allowing ones and over what a person allowed before. What is still open is asked, and in the
 * mode `deny` denied. Annotations count in the mode `accept-reads` alone. Only `bypass` lets somebody be sent to sign in
 * without being asked.
 */
export function decideApproval(subject: ApprovalSubject, policy: ApprovalPolicy): PolicyDecision {
  const { mode, remembered } = policy;
  const rules = policy.rules.filter((rule) => ruleCovers(rule, subject));
  const find = (effect: PermissionRule['effect']): PermissionRule | undefined =>
    rules.find((rule) => rule.effect === effect);

  const denying = find('deny');
  if (denying) return { effect: 'deny', by: 'rule', rule: denying };
  if (mode === 'bypass') return { effect: 'allow', by: 'mode' };
  const asking = find('ask');
  if (!asking && isLasting(subject)) {
    if (find('allow') || remembered.kind === 'allowed') return { effect: 'allow', by: 'rule' };
    if (remembered.kind === 'unpinned') return { effect: 'pin' };
    if (mode === 'accept-reads' && isRead(subject)) return { effect: 'allow', by: 'mode' };
  }
  if (mode === 'deny') return { effect: 'deny', by: 'mode' };
  return { effect: 'ask', cause: causeOf(subject, policy, asking) };
}

function causeOf(subject: ApprovalSubject, policy: ApprovalPolicy, rule: PermissionRule | undefined): AskCause {
  const { mode, remembered } = policy;
  // Whatever rules say, it would be asked: no change of them stops the question.
  if (!isLasting(subject)) return { kind: 'signIn' };
  if (rule) return { kind: 'rule', rule };
  if (remembered.kind === 'changed' || remembered.kind === 'withdrawn') return remembered;
  return { kind: mode === 'accept-reads' && subject.kind === 'tool' ? 'notReadOnly' : 'unknown' };
}

/** Servers that are not trusted are never connected, so each server that is asked here is. */
function isRead(subject: LastingSubject): boolean {
  if (subject.kind === 'resource') return true;
  const { annotations } = subject.tool;
  // Both hints together contradict each other: the careful reading counts.
  return annotations?.readOnlyHint === true && annotations.destructiveHint !== true;
}
