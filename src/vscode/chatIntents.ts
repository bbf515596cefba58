import * as vscode from 'vscode';
import type { Intent } from '../shared/protocol/intents.ts';
import type { Chat } from './chat.ts';
import type { CommandTarget } from './commands/commandTarget.ts';
import { connectByHand, enableServer } from './enableServer.ts';
import { openLink } from './openLink.ts';
import type { ServerLogs } from './serverLogs.ts';
import { openServerSource } from './serverSource.ts';

/** Does what a person asked for in a view. What it changes comes back as state. */
export async function performIntent(intent: Intent, chat: Chat, logs: ServerLogs): Promise<void> {
  switch (intent.type) {
    case 'turn/stop':
      return chat.stop();
    case 'thread/new':
      return chat.newThread();
    case 'thread/showHistory':
      return runCommand('patchbay.showHistory');
    case 'thread/compact':
      return runCommand('patchbay.compact');
    case 'branch/select':
      chat.thread?.selectBranch(intent.turnId);
      return;
    case 'queue/remove':
      chat.thread?.takeQueued(intent.messageId);
      return;
    case 'queue/edit':
      return chat.editQueued(intent.messageId);
    case 'queue/send':
      return chat.thread?.sendQueued();
    case 'approval/answer':
      return chat.answerApproval(intent.answer);
    case 'server/connect': {
      const { hub } = await chat.start();
      return connectByHand(hub, intent.name);
    }
    case 'server/enable': {
      const { hub } = await chat.start();
      return enableServer(hub, intent.name);
    }
    case 'server/disconnect': {
      const { hub } = await chat.start();
      return hub.disconnect(intent.name);
    }
    case 'server/restart': {
      const { hub } = await chat.start();
      await hub.restart(intent.name);
      return;
    }
    case 'server/approve': {
      const { hub } = await chat.start();
      const definition = hub.server(intent.name)?.definition;
      if (definition?.hash !== intent.definitionHash) {
        throw new Error(
          vscode.l10n.t('The definition of {0} changed meanwhile. Read it again before you answer.', intent.name),
        );
      }
      await hub.setApproval(definition, intent.isApproved);
      if (intent.isApproved) await hub.connect(intent.name);
      return;
    }
    case 'workspace/manageTrust':
      await vscode.commands.executeCommand('workbench.trust.manage');
      return;
    case 'server/signIn':
      return runCommand('patchbay.signIn', { server: intent.name });
    case 'server/signOut':
      return runCommand('patchbay.signOut', { server: intent.name });
    case 'server/add':
      return runCommand('patchbay.addServer');
    case 'server/import':
      return runCommand('patchbay.importServers');
    case 'tool/switch': {
      const { hub } = await chat.start();
      return hub.edits.setToolEnabled(intent.server, intent.tool, intent.isEnabled);
    }
    case 'tool/run':
      return runCommand('patchbay.runTool', { server: intent.server, tool: intent.tool });
    case 'server/showLog': {
      const { hub } = await chat.start();
      return logs.show(intent.name, hub.logTail(intent.name));
    }
    case 'server/openSource': {
      const { hub } = await chat.start();
      const server = hub.server(intent.name);
      if (server) await openServerSource(server.definition);
      return;
    }
    case 'draft/edit':
      return chat.draft.edit(intent.text, intent.revision);
    case 'attachment/add':
      return chat.draft.attach(intent.attachment);
    case 'attachment/remove':
      return chat.draft.detach(intent.server, intent.uri);
    case 'model/select':
      return runCommand('patchbay.selectModel');
    case 'settings/open':
      return runCommand('patchbay.openSettings');
    case 'link/open':
      await openLink(intent.url);
      return;
  }
}

/** A command asks for what it still has to know, and says by itself what failed. */
async function runCommand(id: string, target: CommandTarget = {}): Promise<void> {
  await vscode.commands.executeCommand(id, target);
}
