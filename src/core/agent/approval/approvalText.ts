import type { PermissionRule } from '../../permissionRule.ts';
import { readResourceNames } from '../tools/builtinNames.ts';
import type { AskCause } from './approvalPolicy.ts';
import type { ApprovalSubject } from './approvalSubject.ts';

/** Why the dialog asks, and what would stop it asking. */
export function askReason(cause: AskCause, subject: ApprovalSubject): string {
  const what = subject.kind === 'tool' ? 'this tool' : 'this resource';
  const stops = `"Allow for this conversation" or "Always allow" stops the question for ${what}.`;
  switch (cause.kind) {
    case 'rule':
      return `A rule of yours says to ask: ${ruleText(cause.rule)}. Change it in patchbay.permissions.rules to stop the question.`;
    case 'changed': {
      const allowed = cause.by === 'person' ? 'You always allowed this tool' : configured(subject);
      return `${allowed}, but its server has changed it since. ${cause.difference} ${stops}`;
    }
    case 'withdrawn':
      return `${configured(subject)}, but you took the allowance back. ${stops}`;
    case 'notReadOnly':
      return `The mode "accept-reads" covers tools marked read-only, and this one is not. ${stops}`;
    case 'signIn':
      return 'The model wants to use this server, which needs you to sign in. Your browser opens when you allow it. You are asked each time.';
    case 'unknown':
      return `You have not allowed ${what} yet. ${stops}`;
  }
}

function configured({ server }: ApprovalSubject): string {
  return `"alwaysAllow" in the configuration of ${JSON.stringify(server.name)} covers this tool`;
}

/** What the model is told of a call that was denied without a person. */
export function ruleDenial(rule: PermissionRule): string {
  return `A permission rule of the user denies this call: ${ruleText(rule)}. Do not try it again; go on without it or say what is needed.`;
}

export const modeDenial =
  'The permission mode "deny" denies everything that would need an approval, and so this call. Go on without it or say what is needed.';

/** What the model is told of a call where nobody can answer. */
export function defaultDenial(subject: ApprovalSubject, cause: AskCause): string {
  if (subject.kind === 'signIn') {
    return 'Signing in needs an answer of the user and nobody can answer here, so it was denied. Go on without this server.';
  }
  const publicName = subject.kind === 'tool' ? subject.tool.publicName : readResourceNames[0];
  const why = cause.kind === 'changed' ? ' Its server has changed the tool since the user allowed it.' : '';
  return `This call needs an approval and nobody can answer here, so it was denied.${why} Go on without it, or tell the user that it can be allowed beforehand, for instance with --allowed-tools ${publicName}.`;
}

export function personDenial(note: string | undefined): string {
  const said = 'The user denied this call. Do not repeat it unchanged; go on without it or ask what they want instead.';
  return note === undefined ? said : `${said}\nThe user's note: ${note}`;
}

function ruleText({ effect, server, tool, uri }: PermissionRule): string {
  return JSON.stringify({ effect, server, tool, uri });
}
