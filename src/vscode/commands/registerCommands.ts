import * as vscode from 'vscode';
import type { FailureReporter } from '../failureReporter.ts';
import { attachResource } from './attachResource.ts';
import type { CommandContext } from './commandContext.ts';
import { resetApprovals } from './resetApprovals.ts';
import { runPrompt } from './runPrompt.ts';
import { selectModel } from './selectModel.ts';
import { approveServer, connectServer, disconnectServer, restartServer, showServerLog } from './serverCommands.ts';
import { setApiKey } from './setApiKey.ts';

type Command = (context: CommandContext) => Promise<void>;

/** The commands of contract §2 that this version has, by id. */
const commands: Readonly<Record<string, Command>> = {
  'patchbay.newChat': async ({ chat, view }) => {
    await chat.newThread();
    await view.reveal('composer');
  },
  'patchbay.openChat': ({ view }) => view.reveal('composer'),
  'patchbay.stop': ({ chat }) => {
    chat.stop();
    return Promise.resolve();
  },
  'patchbay.runPrompt': runPrompt,
  'patchbay.attachResource': attachResource,
  'patchbay.connectServer': connectServer,
  'patchbay.disconnectServer': disconnectServer,
  'patchbay.restartServer': restartServer,
  'patchbay.approveServer': approveServer,
  'patchbay.showServerLog': showServerLog,
  'patchbay.selectModel': selectModel,
  'patchbay.setApiKey': setApiKey,
  'patchbay.resetApprovals': resetApprovals,
  'patchbay.openSettings': async () => {
    await vscode.commands.executeCommand('workbench.action.openSettings', '@ext:patchbay.patchbay');
  },
};

/** Registers them; a command that fails says so instead of failing silently. */
export function registerCommands(context: CommandContext, failures: FailureReporter): vscode.Disposable {
  const registered = Object.entries(commands).map(([id, run]) =>
    vscode.commands.registerCommand(id, async () => {
      try {
        await run(context);
      } catch (error) {
        failures.report(error);
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}
