import type * as vscode from 'vscode';
import { Container } from './vscode/container.ts';

let container: Container | undefined;

/** Registers the view and the commands; models and servers load with their first use. */
export function activate(context: vscode.ExtensionContext): void {
  container = new Container(context);
}

/** Waited for by the editor, within its own limit, before the extension host ends. */
export async function deactivate(): Promise<void> {
  await container?.dispose();
  container = undefined;
}
