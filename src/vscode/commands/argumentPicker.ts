import * as vscode from 'vscode';
import { DisposableStore } from '../../shared/base/disposable.ts';
import type { PromptArgumentDefinition } from '../../core/mcp/catalog/catalog.ts';

/** One step of filling arguments in the palette. */
export interface ArgumentStep {
  /** Of the prompt or template; the argument's name follows it. */
  readonly title: string;
  /** 1-based. */
  readonly step: number;
  readonly totalSteps: number;
  readonly argument: PromptArgumentDefinition;
  /** Values that the server proposes for what is typed so far. Rejects when it cannot; the step goes on without. */
  readonly complete: (typed: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/**
 * Asks for one argument, with the server's completions below the box. Resolves to what was typed or chosen, to an
 * empty string for an optional argument left out, and to undefined when the person cancelled.
 */
export async function pickArgument(options: ArgumentStep): Promise<string | undefined> {
  const { argument } = options;
  const box = vscode.window.createQuickPick();
  const owned = new DisposableStore();
  owned.add(box);
  let pending: AbortController | undefined;
  try {
    box.step = options.step;
    box.totalSteps = options.totalSteps;
    box.ignoreFocusOut = true;
    const name = argument.title ?? argument.name;
    box.title = `${options.title}: ${name}`;
    box.placeholder = argument.isRequired
      ? vscode.l10n.t('{0} (required)', name)
      : vscode.l10n.t('{0} (optional, Enter leaves it out)', name);
    const refresh = async (): Promise<void> => {
      pending?.abort();
      const controller = new AbortController();
      pending = controller;
      const typed = box.value;
      let proposals: readonly string[] = [];
      try {
        proposals = await options.complete(typed, controller.signal);
      } catch {
        // A server without completion, or one that fails at it, still takes what is typed.
      }
      if (controller.signal.aborted) return;
      box.items = toItems(typed, proposals, argument);
    };
    box.items = toItems('', [], argument);
    owned.add(box.onDidChangeValue(() => void refresh()));
    const answer = new Promise<string | undefined>((resolve) => {
      owned.add(
        box.onDidAccept(() => {
          const value = box.activeItems[0]?.label ?? box.value;
          const isLeftOut = box.value === '' && box.activeItems[0]?.alwaysShow === true;
          if (!argument.isRequired && isLeftOut) resolve('');
          else if (value !== '') resolve(value);
        }),
      );
      owned.add(box.onDidHide(() => resolve(undefined)));
    });
    box.show();
    void refresh();
    return await answer;
  } finally {
    pending?.abort();
    owned.dispose();
  }
}

/** What is typed comes first and is what Enter takes; the server's proposals follow. */
function toItems(
  typed: string,
  proposals: readonly string[],
  argument: PromptArgumentDefinition,
): vscode.QuickPickItem[] {
  const others = proposals.filter((value) => value !== typed).map((label) => ({ label, alwaysShow: false }));
  if (typed !== '') return [{ label: typed, alwaysShow: true }, ...others];
  if (argument.isRequired) return others;
  return [{ label: vscode.l10n.t('(leave out)'), alwaysShow: true }, ...others];
}
