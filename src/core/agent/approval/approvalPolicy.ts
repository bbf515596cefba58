import type { PermissionMode, PermissionRule } from '../../permissionRule.ts';
import type { ApprovalSubject, LastingSubject } from './approvalSubject.ts';
import { isLasting } from './approvalSubject.ts';
import { ruleCovers } from './ruleCover.ts';

/** What a person allowed before: this very subject, or an earlier definition of the same tool. */
export type Remembered =
  | { readonly kind: 'none' }
  | { readonly kind: 'allowed' }
  /** `difference` says what changed since, as a sentence. */
  | { readonly kind: 'changed'; readonly difference: string };

export interface ApprovalPolicy {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  readonly remembered: Remembered;
}

/** Why nothing settled the question, from which the dialog's text is made. */
export type AskCause =
  | { readonly kind: 'rule'; readonly rule: PermissionRule }
  | { readonly kind: 'changed'; readonly difference: string }
  | { readonly kind: 'notReadOnly' }
  | { readonly kind: 'signIn' }
  | { readonly kind: 'unknown' };

export type PolicyDecision =
  | { readonly effect: 'allow'; readonly by: 'rule' | 'mode' }
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
    if (find('allow') || isAlwaysAllowed(subject) || remembered.kind === 'allowed')
      return { effect: 'allow', by: 'rule' };
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
  if (remembered.kind === 'changed') return { kind: 'changed', difference: remembered.difference };
  return { kind: mode === 'accept-reads' && subject.kind === 'tool' ? 'notReadOnly' : 'unknown' };
}

/**
 * `alwaysAllow` of the server's own definition, tools only. The person wrote or gave the file, or approved the
 * definition after reading these very names (`writtenCommand`).
 */
function isAlwaysAllowed(subject: LastingSubject): boolean {
  if (subject.kind !== 'tool') return false;
  return subject.server.alwaysAllow.some((name) => name === '*' || name === subject.tool.name);
}

/** Servers that are not trusted are never connected, so each server that is asked here is. */
function isRead(subject: LastingSubject): boolean {
  if (subject.kind === 'resource') return true;
  const { annotations } = subject.tool;
  // Both hints together contradict each other: the careful reading counts.
  return annotations?.readOnlyHint === true && annotations.destructiveHint !== true;
}
