import type { SecretStore } from '../base/secretStore.ts';
import type { ProviderSettings, Settings } from '../settings.ts';
import { apiKeySecret } from './apiKeySecret.ts';
import { demoLabel, demoModelId } from './demo/demoIdentity.ts';
import type { EditorModels } from './editorModels.ts';
import type { LanguageModel } from './languageModel.ts';
import { localModels } from './localModels.ts';
import type { ModelChoice } from './modelChoice.ts';
import type { ModelEndpoint } from './modelEndpoint.ts';
import { ModelError } from './modelError.ts';
import { configuredModels, configuredModelsHint, setupHint, takesAnyModel } from './modelSetup.ts';
import { presetsWithKey, providerLabel, providerOf } from './providerPresets.ts';

/** What it takes to find the model that the settings name. */
export interface ModelSource {
  readonly settings: Pick<Settings, 'model' | 'providers'>;
  /** Environment variables; keys are read from those that `apiKeyEnv` names. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Keys are kept under `apiKey:<provider>`. */
  readonly secrets: SecretStore;
  /** Missing where there is no editor. */
  readonly editorModels?: EditorModels | undefined;
}

const editorProvider = 'vscode-lm';

/**
 * All models to choose from: the demo, those that the settings list, those of the editor, those of model servers that
 * run on this machine, and a line for each provider that takes any name. Never rejects for one that does not answer.
 */
export async function listModels({ settings, editorModels }: ModelSource): Promise<readonly ModelChoice[]> {
  const [ofEditor, local] = await Promise.all([editorChoices(editorModels), localModels(settings)]);
  const listed = configuredModels(settings).map((id) => {
    const [provider, label] = splitModelId(id);
    return { id, label, provider, isDemo: false, isOpen: false };
  });
  const known = new Set(listed.map(({ id }) => id));
  const demo = { id: demoModelId, label: demoLabel, provider: 'demo', isDemo: true, isOpen: false };
  const found = [...ofEditor, ...local].filter(({ id }) => !known.has(id));
  return [demo, ...listed, ...found, ...openChoices(settings)];
}

async function editorChoices(editorModels: EditorModels | undefined): Promise<ModelChoice[]> {
  const models = (await editorModels?.list()) ?? [];
  return models.map(({ id, label }) => ({
    id: `${editorProvider}/${id}`,
    label,
    provider: editorProvider,
    isDemo: false,
    isOpen: false,
  }));
}

function openChoices(settings: Pick<Settings, 'providers'>): ModelChoice[] {
  const providers = [...new Set([...Object.keys(settings.providers), ...presetsWithKey])];
  return providers.flatMap((provider) => {
    const known = providerOf(settings, provider);
    if (!known || known.type === 'vscode-lm' || !takesAnyModel(known)) return [];
    return [{ id: `${provider}/`, label: providerLabel(provider), provider, isDemo: false, isOpen: true }];
  });
}

/**
 * The model that the setting `patchbay.model` names (contract §2), or the offline demo when it is empty. No request
 * is made. Rejects with a `ModelError` `not_configured` that says what is wrong and what is configured.
 */
export async function resolveModel(source: ModelSource): Promise<LanguageModel> {
  const { settings, editorModels } = source;
  const named = settings.model.trim();
  const [provider, model] = splitModelId(named);
  const known = providerOf(settings, provider);
  if (named === '' || (known ? known.type === 'demo' : named === demoModelId)) {
    const { DemoModel } = await import('./demo/demoModel.ts');
    return new DemoModel();
  }
  const notConfigured = (what: string) =>
    new ModelError('not_configured', `The model "${named}" cannot be used: ${what} ${configuredModelsHint(settings)}`);
  if (model === '') throw notConfigured('a model is written <provider>/<model>.');
  if (!known || known.type === 'demo') throw notConfigured(`there is no provider "${provider}".`);
  if (known.type === 'vscode-lm') {
    if (!editorModels) throw notConfigured('models of the editor are there in the editor only.');
    return editorModels.resolve(provider, model);
  }
  const listed = known.models?.find(({ id }) => id === model);
  if (!listed && !takesAnyModel(known)) throw notConfigured(`provider "${provider}" lists no model "${model}".`);
  const endpoint: ModelEndpoint = {
    type: known.type,
    provider,
    model,
    baseUrl: baseUrlOf(provider, known),
    apiKey: await apiKeyOf(provider, known, source),
    apiKeyEnv: known.apiKeyEnv,
    headers: known.headers,
    contextWindow: listed?.contextWindow,
    maxOutputTokens: listed?.maxOutputTokens,
    // All models of these providers take them, and of others that cannot be known.
    takesImages: listed?.images ?? (known.type === 'anthropic' || known.type === 'google'),
    takesTools: listed?.tools ?? true,
  };
  return makeModel(endpoint);
}

/** Each protocol is a chunk of its own. */
async function makeModel(endpoint: ModelEndpoint): Promise<LanguageModel> {
  switch (endpoint.type) {
    case 'openai-compatible': {
      const { OpenAiCompatibleModel } = await import('./openAiCompatibleModel.ts');
      return new OpenAiCompatibleModel(endpoint);
    }
    case 'anthropic': {
      const { AnthropicModel } = await import('./anthropicModel.ts');
      return new AnthropicModel(endpoint);
    }
    case 'google': {
      const { GoogleModel } = await import('./googleModel.ts');
      return new GoogleModel(endpoint);
    }
  }
}

/** Splits at the first slash, because models have slashes in their own names. */
function splitModelId(id: string): [provider: string, model: string] {
  const slash = id.indexOf('/');
  return slash === -1 ? [id, ''] : [id.slice(0, slash), id.slice(slash + 1)];
}

/** A stored key wins over the environment; none is fine, as local endpoints want none. */
async function apiKeyOf(
  provider: string,
  { apiKeyEnv }: ProviderSettings,
  { environment, secrets }: ModelSource,
): Promise<string | undefined> {
  const stored = await secrets.get(apiKeySecret(provider));
  const key = stored ?? (apiKeyEnv === undefined ? undefined : environment[apiKeyEnv]);
  // A line break at the end of a pasted key is not part of it.
  return key?.trim() || undefined;
}

function baseUrlOf(provider: string, { baseUrl }: ProviderSettings): URL {
  const fail = (what: string) =>
    new ModelError('not_configured', `Provider "${provider}" cannot be used: ${what} ${setupHint}`);
  if (!baseUrl) throw fail('it has no baseUrl.');
  if (!URL.canParse(baseUrl)) throw fail('its baseUrl is not a URL.');
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw fail('its baseUrl must begin with http:// or https://.');
  if (url.username !== '' || url.password !== '') {
    throw fail('its baseUrl contains a user name or password. Use the API key or a header instead.');
  }
  // Many paste the whole address.
  url.pathname = url.pathname.replace(/\/chat\/completions\/*$/, '');
  return url;
}
