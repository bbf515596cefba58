import * as vscode from 'vscode';
import type { PromptDefinition } from '../../core/mcp/catalog/catalog.ts';
import { plainLabel } from '../plainLabel.ts';
import { pickArgument } from './argumentPicker.ts';
import type { CommandContext } from './commandContext.ts';

/** "Run MCP Prompt": pick a prompt, fill its arguments with the server's completions, and the turn starts in the chat. */
export async function runPrompt({ chat, view }: CommandContext): Promise<void> {
  const { hub } = await chat.start();
  await hub.catalogsReady();
  const prompts = hub.servers().flatMap(({ catalog }) => catalog.prompts);
  if (prompts.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No connected server offers a prompt. Open Patchbay to see the state of your servers.'),
    );
    return;
  }
  const prompt = await pickPrompt(prompts);
  if (!prompt) return;
  const values: Record<string, string> = {};
  for (const [index, argument] of prompt.arguments.entries()) {
    const value = await pickArgument({
      title: prompt.title ?? prompt.name,
      step: index + 1,
      totalSteps: prompt.arguments.length,
      argument,
      complete: async (typed, signal) => {
        const ref = { type: 'prompt' as const, name: prompt.name };
        const query = { ref, argument: argument.name, value: typed, context: values };
        return (await hub.complete(prompt.server, query, { signal })).values;
      },
    });
    if (value === undefined) return;
    if (value !== '') values[argument.name] = value;
  }
  await view.reveal('composer');
  const result = await chat.runPrompt(prompt.server, prompt.name, values);
  if (result.status === 'rejected') void vscode.window.showWarningMessage(result.message);
}

async function pickPrompt(prompts: readonly PromptDefinition[]): Promise<PromptDefinition | undefined> {
  const items = prompts.map((prompt) => ({
    label: plainLabel(prompt.title ?? prompt.name),
    description: plainLabel(`/${prompt.server}:${prompt.name}`),
    detail: plainLabel(prompt.description ?? ''),
    prompt,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Run MCP Prompt'),
    placeHolder: vscode.l10n.t('Which prompt?'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.prompt;
}
