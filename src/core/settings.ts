import type { PermissionMode, PermissionRule } from './permissionRule.ts';

/** One configured model provider (contract §2, `patchbay.providers`). */
export interface ProviderSettings {
  readonly type: 'openai-compatible' | 'anthropic' | 'google' | 'vscode-lm' | 'demo';
  readonly baseUrl?: string | undefined;
  /** Name of the environment variable that holds the key. */
  readonly apiKeyEnv?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly models?:
    | readonly {
        readonly id: string;
        readonly contextWindow?: number | undefined;
        readonly maxOutputTokens?: number | undefined;
        readonly images?: boolean | undefined;
        readonly tools?: boolean | undefined;
      }[]
    | undefined;
}

/** Plain values of the settings that the core reads; surfaces fill them. Numbers are contract §10's defaults. */
export interface Settings {
  /** `<provider>/<model>`, or empty for the offline demo. */
  readonly model: string;
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  readonly permissionMode: PermissionMode;
  readonly permissionRules: readonly PermissionRule[];
  readonly autoConnect: 'onDemand' | 'onStartup' | 'never';
  readonly requestTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly maxParallelConnects: number;
  /** Text of a result stays in the conversation up to both limits (contract §4). */
  readonly inlineChars: number;
  readonly inlineBytes: number;
  readonly mentionMaxChars: number;
  /** Rounds of one turn. */
  readonly maxRounds: number;
  readonly systemPrompt: string;
  /** Part of the context window, in percent, at which older rounds are summarized; 0 never. */
  readonly compactAtPercent: number;
  /** Size of all stored artifacts, in megabytes (10^6 bytes), above which the oldest are removed. */
  readonly artifactsQuotaMb: number;
  /** Whether the model may read the skills of servers by itself. */
  readonly offersSkills: boolean;
}

export const defaultSettings: Settings = {
  model: '',
  providers: {},
  permissionMode: 'ask',
  permissionRules: [],
  autoConnect: 'onDemand',
  requestTimeoutMs: 60_000,
  connectTimeoutMs: 20_000,
  maxParallelConnects: 8,
  inlineChars: 50_000,
  inlineBytes: 100_000,
  mentionMaxChars: 100_000,
  maxRounds: 50,
  systemPrompt: '',
  compactAtPercent: 80,
  artifactsQuotaMb: 500,
  offersSkills: false,
};
