import * as vscode from 'vscode';
import type { ServerDefinition } from '../core/mcp/config/serverDefinition.ts';

/** Opens the configuration file at the line of a server's entry. */
export async function openServerSource({ source }: ServerDefinition): Promise<void> {
  const line = Math.max(0, source.line - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(source.file), { selection: new vscode.Range(line, 0, line, 0) });
}
