import * as vscode from 'vscode';
import type { ToolDefinition } from '../../core/mcp/catalog/catalog.ts';
import type { ToolCallResult } from '../../core/mcp/connection/content.ts';
import type { Hub } from '../../core/mcp/hub.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { plainLabel } from '../plainLabel.ts';
import type { CommandContext } from './commandContext.ts';
import type { CommandTarget } from './commandTarget.ts';
import { askForArguments } from './toolArguments.ts';

/**
 * "Run MCP Tool": a person picks a tool, fills its arguments and runs it, without any model. Doing that is the consent;
 * what the server says of the tool's effects is shown before. The result opens in an editor, which can add it to the
 * chat.
 */
export async function runTool({ chat, results }: CommandContext, target: CommandTarget): Promise<void> {
  const { hub } = await chat.start();
  await hub.catalogsReady();
  const tool = await pickTool(hub, target);
  if (!tool) return;
  const { ArgumentValidator } = await import('../../core/agent/tools/argumentValidator.ts');
  const args = await askForArguments(tool, titleOf(tool), new ArgumentValidator());
  if (!args) return;
  const startedAt = Date.now();
  const result = await call(hub, tool, args);
  if (!result) return;
  const { toolResultDocument } = await import('../toolResultDocument.ts');
  const run = { server: tool.server, tool: tool.name, args, durationMs: Date.now() - startedAt, result };
  await results.open(tool.name, await toolResultDocument(run));
}

async function pickTool(hub: Hub, { server, tool }: CommandTarget): Promise<ToolDefinition | undefined> {
  const tools = hub
    .servers()
    .filter(({ definition }) => (server ?? definition.name) === definition.name)
    .flatMap(({ catalog, definition }) => catalog.tools.filter(({ name }) => !definition.disabledTools.includes(name)));
  if (tools.length === 0) {
    return void vscode.window.showInformationMessage(
      vscode.l10n.t('No connected server offers a tool. Open Patchbay to see the state of your servers.'),
    );
  }
  const named = tools.find(({ name }) => name === tool);
  if (named) return named;
  const picked = await vscode.window.showQuickPick(tools.map(toItem), {
    title: vscode.l10n.t('Run MCP Tool'),
    placeHolder: vscode.l10n.t('Which tool?'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.tool;
}

function toItem(tool: ToolDefinition): vscode.QuickPickItem & { readonly tool: ToolDefinition } {
  const { name, server, description, annotations } = tool;
  const says = annotations?.destructiveHint ? [changesThings()] : [];
  return {
    label: plainLabel(name),
    description: plainLabel([server, ...says].join(' – ')),
    ...(description !== undefined && { detail: plainLabel(description) }),
    tool,
  };
}

function titleOf({ name, server, annotations }: ToolDefinition): string {
  const title = vscode.l10n.t('Run {0} of {1}', name, server);
  return annotations?.destructiveHint ? `${title} – ${changesThings()}` : title;
}

function changesThings(): string {
  return vscode.l10n.t('the server says: may change or delete things');
}

/** Undefined when the person cancelled it. */
async function call(hub: Hub, tool: ToolDefinition, args: JsonObject): Promise<ToolCallResult | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Running {0} of {1}…', tool.name, tool.server),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const controller = new AbortController();
    const cancellation = token.onCancellationRequested(() => controller.abort());
    try {
      return await hub.callTool(tool.server, tool.name, args, {
        signal: controller.signal,
        definitionHash: tool.hash,
        onProgress: ({ progress: done, total, message }) => {
          const share = total === undefined ? String(done) : `${done}/${total}`;
          progress.report({ message: message ?? share });
        },
      });
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      throw error;
    } finally {
      cancellation.dispose();
    }
  });
}
