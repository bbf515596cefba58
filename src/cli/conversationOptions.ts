import type { PermissionMode } from '../core/permissionRule.ts';
import type { ServerOptions } from './serverOptions.ts';

export const permissionModes: readonly PermissionMode[] = ['ask', 'accept-reads', 'deny', 'bypass'];

export const outputFormats = ['text', 'json', 'stream-json'] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** Rounds of one turn where nobody can say whether to go on (contract §10). */
export const headlessRounds = 100;

/** The variable of a key when none is named (contract §8). */
export const defaultApiKeyEnv = 'PATCHBAY_API_KEY';

/** Options of a conversation, as the argument parser gives them. */
export interface ConversationOptions extends ServerOptions {
  readonly prompt?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
  readonly permissionMode?: PermissionMode | undefined;
  readonly allowedTools?: readonly string[] | undefined;
  readonly disallowedTools?: readonly string[] | undefined;
  readonly maxRounds?: number | undefined;
  readonly resume?: string | undefined;
  readonly outputFormat?: OutputFormat | undefined;
}
