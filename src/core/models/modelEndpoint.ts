import type { ProviderSettings } from '../settings.ts';

/** Where a model is found and how it may be spoken to. */
export interface ModelEndpoint {
  /** The protocol that is spoken there. */
  readonly type: Exclude<ProviderSettings['type'], 'demo' | 'vscode-lm'>;
  /** The provider's id in the settings, for messages. */
  readonly provider: string;
  /** The model's id as the endpoint knows it; may contain slashes. */
  readonly model: string;
  /** Up to and without `/chat/completions`; most end with `/v1`. */
  readonly baseUrl: URL;
  readonly apiKey?: string | undefined;
  /** Name of the environment variable that would hold the key, for messages. */
  readonly apiKeyEnv?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Tokens. */
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly takesImages: boolean;
  readonly takesTools: boolean;
}

/** The address that a protocol's paths are put after. */
export function addressOf({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** What no message may ever contain. Short values are left alone: hiding them would only garble the message. */
export function secretsOf(endpoint: ModelEndpoint): readonly string[] {
  const values = [endpoint.apiKey, ...Object.values(endpoint.headers ?? {})];
  return values.filter((value): value is string => value !== undefined && value.length >= 6);
}
