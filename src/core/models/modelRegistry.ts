import type { SecretStore } from '../base/secretStore.ts';
import type { ProviderSettings, Settings } from '../settings.ts';
import { apiKeySecret } from './apiKeySecret.ts';
import { demoLabel, demoModelId } from './demo/demoIdentity.ts';
import type { LanguageModel } from './languageModel.ts';
import type { ModelEndpoint } from './modelEndpoint.ts';
import { ModelError } from './modelError.ts';
import { configuredModels, configuredModelsHint, setupHint, takesAnyModel } from './modelSetup.ts';

/** What it takes to find the model that the settings name. */
export interface ModelSource {
  readonly settings: Pick<Settings, 'model' | 'providers'>;
  /** Environment variables; keys are read from those that `apiKeyEnv` names. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Keys are kept under `apiKey:<provider>`. */
  readonly secrets: SecretStore;
}

/** A line of the model picker. */
export interface ModelChoice {
  /** The value of the setting `patchbay.model`. */
  readonly id: string;
  readonly label: string;
  /** The provider's id in the settings. */
  readonly provider: string;
  readonly isDemo: boolean;
}

/** The demo first, then the models that each provider lists, in the order of the settings. */
export function listModels(settings: Pick<Settings, 'providers'>): ModelChoice[] {
  const listed = configuredModels(settings).map((id) => {
    const [provider, label] = splitModelId(id);
    return { id, label, provider, isDemo: false };
  });
  return [{ id: demoModelId, label: demoLabel, provider: 'demo', isDemo: true }, ...listed];
}

/**
 * The model that the setting `patchbay.model` names (contract §2), or the offline demo when it is empty. No request
 * is made. Rejects with a `ModelError` `not_configured` that says what is wrong and what is configured.
 */
export async function resolveModel(source: ModelSource): Promise<LanguageModel> {
  const { settings } = source;
  const named = settings.model.trim();
  const [provider, model] = splitModelId(named);
  const providerSettings = Object.hasOwn(settings.providers, provider) ? settings.providers[provider] : undefined;
  const isDemo = named === '' || (providerSettings ? providerSettings.type === 'demo' : named === demoModelId);
  if (isDemo) {
    const { DemoModel } = await import('./demo/demoModel.ts');
    return new DemoModel();
  }
  const notConfigured = (what: string) =>
    new ModelError('not_configured', `The model "${named}" cannot be used: ${what} ${configuredModelsHint(settings)}`);
  if (model === '') throw notConfigured('a model is written <provider>/<model>.');
  if (!providerSettings) throw notConfigured(`there is no provider "${provider}".`);
  const listed = providerSettings.models?.find(({ id }) => id === model);
  if (!listed && !takesAnyModel(providerSettings)) {
    throw notConfigured(`provider "${provider}" lists no model "${model}".`);
  }
  const endpoint: ModelEndpoint = {
    provider,
    model,
    baseUrl: baseUrlOf(provider, providerSettings),
    apiKey: await apiKeyOf(provider, providerSettings, source),
    apiKeyEnv: providerSettings.apiKeyEnv,
    headers: providerSettings.headers,
    contextWindow: listed?.contextWindow,
    maxOutputTokens: listed?.maxOutputTokens,
    takesImages: listed?.images ?? false,
    takesTools: listed?.tools ?? true,
  };
  const { OpenAiCompatibleModel } = await import('./openAiCompatibleModel.ts');
  return new OpenAiCompatibleModel(endpoint);
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
