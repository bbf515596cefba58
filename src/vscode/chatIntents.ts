import * as vscode from 'vscode';
import type { Intent } from '../shared/protocol/intents.ts';
import type { Chat } from './chat.ts';
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
    case 'approval/answer':
      return chat.answerApproval(intent.answer);
    case 'server/connect': {
      const { hub } = await chat.start();
      await hub.connect(intent.name);
      return;
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
      await vscode.commands.executeCommand('patchbay.selectModel');
      return;
    case 'settings/open':
      await vscode.commands.executeCommand('patchbay.openSettings');
      return;
    case 'link/open':
      return openLink(intent.url);
  }
}
