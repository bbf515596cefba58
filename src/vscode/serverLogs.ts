import * as vscode from 'vscode';
import type { Disposable } from '../shared/base/disposable.ts';

/** One output channel per server, made when its log is first shown. */
export class ServerLogs implements Disposable {
  readonly #channels = new Map<string, vscode.OutputChannel>();

  /** Shows the channel, beginning with the lines kept so far. */
  show(server: string, tail: readonly string[]): void {
    let channel = this.#channels.get(server);
    if (!channel) {
      channel = vscode.window.createOutputChannel(`Patchbay: ${server}`);
      this.#channels.set(server, channel);
      for (const line of tail) channel.appendLine(line);
    }
    channel.show(true);
  }

  append(server: string, line: string): void {
    this.#channels.get(server)?.appendLine(line);
  }

  dispose(): void {
    for (const channel of this.#channels.values()) channel.dispose();
    this.#channels.clear();
  }
}
