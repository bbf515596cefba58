import type { SecretStore } from '../../core/base/secretStore.ts';
import type { Chat } from '../chat.ts';
import type { ChatViewProvider } from '../chatViewProvider.ts';
import type { ResourceFiles } from '../resourceFiles.ts';
import type { ServerLogs } from '../serverLogs.ts';
import type { ToolResults } from '../toolResults.ts';
import type { ConfigFolders } from './scopePicker.ts';

/** What commands work with. */
export interface CommandContext {
  readonly chat: Chat;
  readonly view: ChatViewProvider;
  readonly logs: ServerLogs;
  readonly secrets: SecretStore;
  readonly resources: ResourceFiles;
  readonly results: ToolResults;
  readonly folders: ConfigFolders;
}
