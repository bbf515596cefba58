import type { ProviderSettings, Settings } from '../settings.ts';

/** Providers that need no entry in the settings. An entry of the same name and type is laid over it. */
const presets = {
  openai: { type: 'openai-compatible', baseUrl: 'https://api.openai.com/v1', apiKeyEnv: 'OPENAI_API_KEY' },
  anthropic: { type: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', apiKeyEnv: 'ANTHROPIC_API_KEY' },
  google: {
    type: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    apiKeyEnv: 'GEMINI_API_KEY',
  },
  openrouter: { type: 'openai-compatible', baseUrl: 'https://openrouter.ai/api/v1', apiKeyEnv: 'OPENROUTER_API_KEY' },
  deepseek: { type: 'openai-compatible', baseUrl: 'https://api.deepseek.com/v1', apiKeyEnv: 'DEEPSEEK_API_KEY' },
  mistral: { type: 'openai-compatible', baseUrl: 'https://api.mistral.ai/v1', apiKeyEnv: 'MISTRAL_API_KEY' },
  ollama: { type: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1' },
  lmstudio: { type: 'openai-compatible', baseUrl: 'http://127.0.0.1:1234/v1' },
  'vscode-lm': { type: 'vscode-lm' },
} as const satisfies Readonly<Record<string, ProviderSettings>>;

const labels: Readonly<Record<keyof typeof presets, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google Gemini',
  openrouter: 'OpenRouter',
  deepseek: 'DeepSeek',
  mistral: 'Mistral',
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  'vscode-lm': 'VS Code',
};

/** Where the protocols are spoken by whoever made them. */
const usualAddresses: Readonly<Partial<Record<ProviderSettings['type'], string>>> = {
  anthropic: presets.anthropic.baseUrl,
  google: presets.google.baseUrl,
};

/** Names of all providers that need no entry. */
export const presetProviders: readonly string[] = Object.keys(presets);

/** Those that answer over the network and want a key. */
export const presetsWithKey: readonly string[] = Object.entries(presets).flatMap(([id, preset]) =>
  'apiKeyEnv' in preset ? [id] : [],
);

/** The provider of a name, for people. */
export function providerLabel(id: string): string {
  return isPreset(id) ? labels[id] : id;
}

/** The provider of a name: as the settings have it, completed by what is known of it; undefined when it is unknown. */
export function providerOf({ providers }: Pick<Settings, 'providers'>, id: string): ProviderSettings | undefined {
  const own = Object.hasOwn(providers, id) ? providers[id] : undefined;
  const preset: ProviderSettings | undefined = isPreset(id) ? presets[id] : undefined;
  if (!own) return preset;
  const known = preset?.type === own.type ? preset : { baseUrl: usualAddresses[own.type] };
  return { ...known, ...own, baseUrl: own.baseUrl ?? known.baseUrl, apiKeyEnv: own.apiKeyEnv ?? preset?.apiKeyEnv };
}

function isPreset(id: string): id is keyof typeof presets {
  return Object.hasOwn(presets, id);
}
