import * as vscode from 'vscode';
import type { ModelError, ModelErrorCode } from '../core/models/modelError.ts';
import { messageOf } from '../shared/base/messageOf.ts';

/** Why a model of the editor gave no whole answer, as the turn knows it. `label` names the model for the person. */
export async function toEditorFailure(label: string, error: unknown, isAborted: boolean): Promise<ModelError> {
  const { ModelError } = await import('../core/models/modelError.ts');
  if (isAborted) return new ModelError('aborted', vscode.l10n.t('Stopped.'));
  const code = codeOf(error);
  return new ModelError(code, `${explanationOf(code, label)} ${reasonOf(error)}`.trimEnd(), { cause: error });
}

/** The editor has a code for what it refuses itself; what the provider said is in the message and its causes alone. */
function codeOf(error: unknown): ModelErrorCode {
  switch (error instanceof vscode.LanguageModelError ? error.code : '') {
    case 'NoPermissions':
      return 'unauthorized';
    case 'NotFound':
      return 'not_found';
    case 'Blocked':
      return 'refused';
  }
  const reason = reasonOf(error);
  if (/quota|rate.?limit|too many requests|\b429\b/i.test(reason)) return 'rate_limited';
  if (/overloaded|\b(?:503|529)\b/i.test(reason)) return 'overloaded';
  if (/context.?(?:length|window)|prompt is too long|too many tokens|token limit/i.test(reason)) {
    return 'context_overflow';
  }
  return 'refused';
}

function explanationOf(code: ModelErrorCode, label: string): string {
  switch (code) {
    case 'unauthorized':
      return vscode.l10n.t(
        'The editor does not let Patchbay use {0}. Send the message again and allow it, or allow it under "Manage Language Model Access".',
        label,
      );
    case 'not_found':
      return vscode.l10n.t(
        'The editor does not have {0} any more. Choose another with "Patchbay: Select Model".',
        label,
      );
    case 'rate_limited':
      return vscode.l10n.t('{0} takes no more requests at the moment. Wait a little, or choose another model.', label);
    case 'overloaded':
      return vscode.l10n.t('{0} is overloaded. Try again later.', label);
    case 'context_overflow':
      return vscode.l10n.t('The conversation is too long for {0}.', label);
    default:
      return vscode.l10n.t('{0} gave no answer.', label);
  }
}

/** What the provider said, also where the editor only wraps it. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const own = messageOf(error);
  if (cause === undefined) return own;
  const inner = messageOf(cause);
  return own.includes(inner) ? own : `${own} ${inner}`.trim();
}
