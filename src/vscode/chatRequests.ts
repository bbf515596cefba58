import {
  completeArgument,
  expandTemplate,
  listPrompts,
  listResources,
  listSkills,
  listTools,
} from '../shared/protocol/catalogRequests.ts';
import {
  answerElicitation,
  continueTurn,
  readContent,
  readImage,
  resendTurn,
  runPrompt,
  submitTurn,
} from '../shared/protocol/turnRequests.ts';
import type { Disposable } from '../shared/base/disposable.ts';
import { DisposableStore } from '../shared/base/disposable.ts';
import type { Peer, RequestContext } from '../shared/rpc/peer.ts';
import type { Chat } from './chat.ts';
import { findBlockText } from './contentOwner.ts';
import { answerQuestion } from './elicitationAnswer.ts';

/** Answers what a view asks for. The catalog's code is loaded with the first question, not with the extension. */
export function registerChatRequests(peer: Peer, chat: Chat): Disposable {
  const owned = new DisposableStore();
  owned.add(peer.onRequest(submitTurn, ({ text }) => chat.submit(text)));
  owned.add(
    peer.onRequest(runPrompt, ({ server, name, values, command }) => chat.runPrompt(server, name, values, command)),
  );
  owned.add(peer.onRequest(resendTurn, ({ turnId, text }) => chat.resend(turnId, text)));
  owned.add(peer.onRequest(continueTurn, () => chat.continueTurn()));
  owned.add(peer.onRequest(answerElicitation, (reply) => answerQuestion(chat.thread, reply)));
  owned.add(
    peer.onRequest(listResources, async (_params, context) => {
      const { hub } = await chat.start();
      await hub.catalogsReady(toSignal(context));
      const { resourceEntries } = await import('../core/mcp/catalog/pickerEntries.ts');
      return { entries: resourceEntries(hub) };
    }),
  );
  owned.add(
    peer.onRequest(listPrompts, async (_params, context) => {
      const { hub } = await chat.start();
      await hub.catalogsReady(toSignal(context));
      const { promptEntries } = await import('../core/mcp/catalog/pickerEntries.ts');
      return { entries: promptEntries(hub) };
    }),
  );
  owned.add(
    peer.onRequest(listSkills, async (_params, context) => {
      const { hub } = await chat.start();
      await hub.catalogsReady(toSignal(context));
      const { skillEntries } = await import('../core/mcp/catalog/pickerEntries.ts');
      return { entries: skillEntries(hub) };
    }),
  );
  owned.add(
    peer.onRequest(listTools, async ({ server }) => {
      const { hub } = await chat.start();
      const { toolEntries } = await import('../core/mcp/catalog/toolEntries.ts');
      return { entries: toolEntries(hub.server(server)?.catalog.tools ?? []) };
    }),
  );
  owned.add(
    peer.onRequest(expandTemplate, async ({ template, values }) => {
      const templates = await import('../core/mcp/catalog/resourceTemplate.ts');
      return { uri: templates.expandTemplate(template, values) };
    }),
  );
  owned.add(
    peer.onRequest(completeArgument, async ({ server, ref, argument, value, context: chosen }, context) => {
      const { hub } = await chat.start();
      const query = { ref, argument, value, context: chosen };
      const { values, hasMore } = await hub.complete(server, query, { signal: toSignal(context) });
      return { values: [...values], hasMore };
    }),
  );
  owned.add(
    peer.onRequest(readContent, ({ ref }) => {
      const thread = chat.thread;
      const text = thread?.id === ref.threadId ? findBlockText(thread.state, ref.ownerId, ref.block) : undefined;
      if (text === undefined) throw new Error('This content belongs to a conversation that is not open any more.');
      return { text };
    }),
  );
  owned.add(
    peer.onRequest(readImage, async ({ threadId, artifactId }) => {
      const { artifacts } = await chat.start();
      const { mimeType, bytes } = await artifacts.read(threadId, artifactId);
      return { dataUrl: `data:${mimeType};base64,${bytes.toString('base64')}` };
    }),
  );
  return owned;
}

function toSignal(context: RequestContext): AbortSignal {
  const controller = new AbortController();
  context.onDidCancel(() => controller.abort());
  return controller.signal;
}
