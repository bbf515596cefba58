import * as z from 'zod/mini';
import { declareNotification } from '../rpc/declaration.ts';
import { attachmentSchema } from '../state/viewState.ts';
import { approvalAnswerSchema } from '../thread/approval.ts';

/** What a person wants changed. The change itself comes back as actions. */
const intentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('turn/stop') }),
  z.object({ type: z.literal('thread/new') }),
  z.object({ type: z.literal('thread/showHistory') }),
  z.object({ type: z.literal('thread/compact') }),
  /** Shows the branch of the conversation that has this turn. */
  z.object({ type: z.literal('branch/select'), turnId: z.string() }),
  /** A message that waits for its turn is thrown away, or goes back into the composer. */
  z.object({ type: z.literal('queue/remove'), messageId: z.string() }),
  z.object({ type: z.literal('queue/edit'), messageId: z.string() }),
  /** Of a queue that is held: goes on with its first message. */
  z.object({ type: z.literal('queue/send') }),
  z.object({ type: z.literal('approval/answer'), answer: approvalAnswerSchema }),
  z.object({ type: z.literal('server/connect'), name: z.string() }),
  z.object({ type: z.literal('server/disconnect'), name: z.string() }),
  z.object({ type: z.literal('server/restart'), name: z.string() }),
  /** Names the definition that was read: one that changed in between is not approved. */
  z.object({
    type: z.literal('server/approve'),
    name: z.string(),
    definitionHash: z.string(),
    isApproved: z.boolean(),
  }),
  /** Of a disabled server: its switch and nothing else stands in the way. */
  z.object({ type: z.literal('server/enable'), name: z.string() }),
  /** Trust is given in the editor and in no view. */
  z.object({ type: z.literal('workspace/manageTrust') }),
  z.object({ type: z.literal('server/signIn'), name: z.string() }),
  z.object({ type: z.literal('server/signOut'), name: z.string() }),
  z.object({ type: z.literal('server/add') }),
  z.object({ type: z.literal('server/import') }),
  z.object({ type: z.literal('tool/switch'), server: z.string(), tool: z.string(), isEnabled: z.boolean() }),
  /** By hand: the form opens in the editor. */
  z.object({ type: z.literal('tool/run'), server: z.string(), tool: z.string() }),
  z.object({ type: z.literal('server/showLog'), name: z.string() }),
  z.object({ type: z.literal('server/openSource'), name: z.string() }),
  z.object({ type: z.literal('draft/edit'), text: z.string(), revision: z.number() }),
  z.object({ type: z.literal('attachment/add'), attachment: attachmentSchema }),
  z.object({ type: z.literal('attachment/remove'), server: z.string(), uri: z.string() }),
  z.object({ type: z.literal('model/select') }),
  z.object({ type: z.literal('settings/open') }),
  /** Only http, https and mailto; the host shows the target before it opens. */
  z.object({ type: z.literal('link/open'), url: z.string() }),
]);
export type Intent = z.infer<typeof intentSchema>;

/** view → host. */
export const dispatchIntent = declareNotification('intent/dispatch', z.object({ intent: intentSchema }));
