import * as vscode from 'vscode';
import type { Disposable } from '../shared/base/disposable.ts';
import { ReadOnlyFiles } from './readOnlyFiles.ts';
import type { ToolResultDocument } from './toolResultDocument.ts';

const scheme = 'patchbay-result';

/** More pictures than these are named in the text, and not opened each in a tab. */
const maxOpened = 3;

/** Results of tools that were run by hand, in read-only editors, for as long as these are open. */
export class ToolResults implements Disposable {
  readonly #files = new ReadOnlyFiles(scheme, {
    read: (uri) => Promise.reject(vscode.FileSystemError.FileNotFound(uri)),
  });
  #count = 0;

  /** Opens the text of a result, and behind it what is no text. */
  async open(tool: string, { text, files }: ToolResultDocument): Promise<void> {
    this.#count += 1;
    const folder = vscode.Uri.from({ scheme, path: `/${this.#count}` });
    for (const { name, bytes } of files.slice(0, maxOpened)) {
      const file = vscode.Uri.joinPath(folder, name);
      this.#files.put(file, bytes);
      await vscode.commands.executeCommand('vscode.open', file, { preview: false });
    }
    const file = vscode.Uri.joinPath(folder, `${tool.replace(/[^\w.-]+/g, '_')}.md`);
    this.#files.put(file, Buffer.from(text, 'utf8'));
    await vscode.commands.executeCommand('vscode.open', file, { preview: false });
  }

  dispose(): void {
    this.#files.dispose();
  }
}
