import * as vscode from 'vscode';
import type { FailureReporter } from '../failureReporter.ts';
import type { CommandContext } from './commandContext.ts';
import { toCommandTarget, type CommandTarget } from './commandTarget.ts';

type Command = (context: CommandContext, target: CommandTarget) => Promise<void>;

/** The commands of contract §2 that this version has, and one of an editor's title, by id. What a command needs is loaded with its first use. */
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
  'patchbay.showHistory': async (context) => (await import('./showHistory.ts')).showHistory(context),
  'patchbay.compact': async (context) => (await import('./compactChat.ts')).compactChat(context),
  'patchbay.exportChat': async (context, target) => (await import('./exportChat.ts')).exportChat(context, target),
  'patchbay.runPrompt': async (context) => (await import('./runPrompt.ts')).runPrompt(context),
  'patchbay.attachResource': async (context) => (await import('./attachResource.ts')).attachResource(context),
  'patchbay.openResource': async (context) => (await import('./openResource.ts')).openResource(context),
  'patchbay.runTool': async (context, target) => (await import('./runTool.ts')).runTool(context, target),
  'patchbay.addResultToChat': async (context) => (await import('./addResultToChat.ts')).addResultToChat(context),
  'patchbay.connectServer': async (context, target) =>
    (await import('./serverCommands.ts')).connectServer(context, target),
  'patchbay.disconnectServer': async (context, target) =>
    (await import('./serverCommands.ts')).disconnectServer(context, target),
  'patchbay.restartServer': async (context, target) =>
    (await import('./serverCommands.ts')).restartServer(context, target),
  'patchbay.approveServer': async (context) => (await import('./serverCommands.ts')).approveServer(context),
  'patchbay.showServerLog': async (context, target) =>
    (await import('./showServerLog.ts')).showServerLog(context, target),
  'patchbay.addServer': async (context) => (await import('./addServer.ts')).addServer(context),
  'patchbay.removeServer': async (context, target) => (await import('./removeServer.ts')).removeServer(context, target),
  'patchbay.importServers': async (context) => (await import('./importServers.ts')).importServers(context),
  'patchbay.signIn': async (context, target) => (await import('./signInCommands.ts')).signIn(context, target),
  'patchbay.signOut': async (context, target) => (await import('./signInCommands.ts')).signOut(context, target),
  'patchbay.selectModel': async (context, target) => (await import('./selectModel.ts')).selectModel(context, target),
  'patchbay.setApiKey': async (context) => (await import('./setApiKey.ts')).setApiKey(context),
  'patchbay.resetApprovals': async (context) => (await import('./resetApprovals.ts')).resetApprovals(context),
  'patchbay.openSettings': async () => {
    await vscode.commands.executeCommand('workbench.action.openSettings', '@ext:patchbay.patchbay');
  },
};

/** Registers them; a command that fails says so instead of failing silently. */
export function registerCommands(context: CommandContext, failures: FailureReporter): vscode.Disposable {
  const registered = Object.entries(commands).map(([id, run]) =>
    vscode.commands.registerCommand(id, async (argument: unknown) => {
      try {
        await run(context, toCommandTarget(argument));
      } catch (error) {
        failures.report(error);
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}
