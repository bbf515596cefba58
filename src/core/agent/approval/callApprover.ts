import { abortable } from '../../base/abortable.ts';
import type { Logger } from '../../base/logger.ts';
import type { ToolCallContext, ToolCallOutcome } from '../tools/toolCallContext.ts';
import { aborted } from '../tools/toolCallContext.ts';
import { messageOf } from '../../../shared/base/messageOf.ts';
import type { ApprovalAnswer, ApprovalDecider } from '../../../shared/thread/approval.ts';
import type { Settings } from '../../settings.ts';
import type { ApprovalGate } from './approvalGate.ts';
import type { PolicyDecision, Remembered } from './approvalPolicy.ts';
import { decideApproval } from './approvalPolicy.ts';
import type { ApprovalStore } from './approvalStore.ts';
import type { ApprovalSubject } from './approvalSubject.ts';
import { isLasting, subjectKey } from './approvalSubject.ts';
import { askReason, defaultDenial, modeDenial, personDenial, ruleDenial } from './approvalText.ts';

export interface CallApproverOptions {
  readonly settings: () => Settings;
  readonly store: ApprovalStore;
  readonly gate: ApprovalGate;
  /** Whether a person can answer here. Where none can, what would be asked is denied. */
  readonly canAsk: boolean;
  readonly logger: Logger;
}

type SettledDecision = Exclude<PolicyDecision, { effect: 'pin' }>;

/** Whether a call may go on. When it may not, its result is there. */
export type Approval =
  | { readonly isAllowed: true; readonly note?: string | undefined }
  | { readonly isAllowed: false; readonly outcome: ToolCallOutcome };

/** Brings about the decision on the calls of one thread: by policy, by what was allowed before, or by asking. */
export class CallApprover {
  readonly #options: CallApproverOptions;
  /** Allowed for this conversation. Kept in memory only: a conversation read from disk grants nothing. */
  readonly #allowedHere = new Set<string>();

  constructor(options: CallApproverOptions) {
    this.#options = options;
  }

  /** Decides on one call and tells the thread. Rejects with an `AbortError` only. */
  async approve(subject: ApprovalSubject, context: ToolCallContext): Promise<Approval> {
    const decision = await abortable(this.#decide(subject, context.now()), context.signal);
    switch (decision.effect) {
      case 'allow':
        this.#resolve(context, { decision: 'allowed', by: decision.by });
        return { isAllowed: true };
      case 'deny':
        this.#resolve(context, { decision: 'denied', by: decision.by });
        return denied(decision.by === 'rule' ? ruleDenial(decision.rule) : modeDenial);
      case 'ask':
        return this.#ask(subject, decision, context);
    }
  }

  async #decide(subject: ApprovalSubject, at: number): Promise<SettledDecision> {
    const decision = this.#judge(subject, await this.#recall(subject));
    if (decision.effect !== 'pin') return decision;
    const settled = this.#judge(subject, await this.#pin(subject, at));
    return settled.effect === 'pin' ? { effect: 'allow', by: 'rule' } : settled;
  }

  #judge(subject: ApprovalSubject, remembered: Remembered): PolicyDecision {
    const { permissionMode: mode, permissionRules: rules } = this.#options.settings();
    return decideApproval(subject, { mode, rules, remembered });
  }

  async #ask(
    subject: ApprovalSubject,
    { cause }: Extract<PolicyDecision, { effect: 'ask' }>,
    context: ToolCallContext,
  ): Promise<Approval> {
    if (!this.#options.canAsk) {
      this.#resolve(context, { decision: 'denied', by: 'default' });
      return denied(defaultDenial(subject, cause));
    }
    const { turnId, toolCallId } = context;
    // Waiting begins before it is announced: whoever hears of it can answer at once.
    const answered = this.#options.gate.ask(toolCallId, context.signal);
    const reason = askReason(cause, subject);
    context.emit({ type: 'approvalRequested', at: context.now(), turnId, toolCallId, reason });
    const answer = await answered;
    if (!answer) return { isAllowed: false, outcome: aborted };
    const note = answer.note?.trim() || undefined;
    if (answer.decision === 'deny') {
      this.#resolve(context, { decision: 'denied', by: 'person', note });
      return denied(personDenial(note));
    }
    const scope = isLasting(subject) ? answer.scope : 'once';
    this.#resolve(context, { decision: 'allowed', by: 'person', scope, note });
    await abortable(this.#remember(subject, scope, context), context.signal);
    return { isAllowed: true, note };
  }

  async #recall(subject: ApprovalSubject): Promise<Remembered> {
    if (!isLasting(subject)) return { kind: 'none' };
    if (this.#allowedHere.has(subjectKey(subject))) return { kind: 'allowed' };
    try {
      return await this.#options.store.recall(subject);
    } catch (error) {
      this.#options.logger.error('Remembered approvals cannot be read, so Patchbay asks', error);
      return { kind: 'none' };
    }
  }

  /** What is known of the tool then: another window may have had another definition of it at this moment. */
  async #pin(subject: ApprovalSubject, at: number): Promise<Remembered> {
    if (subject.kind !== 'tool') return { kind: 'none' };
    try {
      return await this.#options.store.pin(subject, at);
    } catch (error) {
      const why = messageOf(error);
      this.#options.logger.warn(`What is always allowed of '${subject.server.name}' cannot be kept: ${why}`);
      return { kind: 'allowed' };
    }
  }

  async #remember(subject: ApprovalSubject, scope: ApprovalAnswer['scope'], context: ToolCallContext): Promise<void> {
    if (!isLasting(subject) || scope === 'once') return;
    if (scope === 'conversation') {
      this.#allowedHere.add(subjectKey(subject));
      return;
    }
    try {
      await this.#options.store.remember(subject, context.now());
    } catch (error) {
      this.#allowedHere.add(subjectKey(subject));
      const why = messageOf(error);
      const message = `"Always allow" could not be saved, so it holds for this conversation only: ${why}`;
      const { turnId } = context;
      const { name: server } = subject.server;
      const warning = { code: 'approval_not_saved', server, message };
      context.emit({ type: 'warning', at: context.now(), turnId, warning });
    }
  }

  #resolve(
    { emit, now, turnId, toolCallId }: ToolCallContext,
    resolution: {
      decision: 'allowed' | 'denied';
      by: ApprovalDecider;
      scope?: ApprovalAnswer['scope'];
      note?: string | undefined;
    },
  ): void {
    emit({ type: 'approvalResolved', at: now(), turnId, toolCallId, ...resolution });
  }
}

function denied(text: string): Approval {
  return { isAllowed: false, outcome: { status: 'cancelled', reason: 'denied', blocks: [{ type: 'text', text }] } };
}
