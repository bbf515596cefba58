import type { SecretStore } from '../../core/base/secretStore.ts';
import type { Chat } from '../chat.ts';
import type { ChatViewProvider } from '../chatViewProvider.ts';
import type { ServerLogs } from '../serverLogs.ts';

/** What commands work with. */
export interface CommandContext {
  readonly chat: Chat;
  readonly view: ChatViewProvider;
  readonly logs: ServerLogs;
  readonly secrets: SecretStore;
}
