import { asObject } from '../../shared/base/json.ts';
import type { Settings } from '../settings.ts';
import type { ModelChoice } from './modelChoice.ts';
import { providerLabel, providerOf } from './providerPresets.ts';

/** Model servers that people run on their own machine. */
const localProviders = ['ollama', 'lmstudio'] as const;
/** They answer at once when they run. */
const timeoutMs = 700;

/**
 * The models of a running Ollama or LM Studio, as an offer. Asked only when somebody looks for a model; a server that
 * does not run or does not answer in time offers nothing. Never rejects.
 */
export async function localModels(settings: Pick<Settings, 'providers'>): Promise<ModelChoice[]> {
  const offers = await Promise.all(localProviders.map((provider) => modelsOf(settings, provider)));
  return offers.flat();
}

async function modelsOf(settings: Pick<Settings, 'providers'>, provider: string): Promise<ModelChoice[]> {
  const { baseUrl } = providerOf(settings, provider) ?? {};
  if (baseUrl === undefined) return [];
  const names = await listedModels(`${baseUrl.replace(/\/+$/, '')}/models`);
  const where = `${providerLabel(provider)}, running here`;
  return names.map((name) => ({
    id: `${provider}/${name}`,
    label: `${name} (${where})`,
    provider,
    isDemo: false,
    isOpen: false,
  }));
}

async function listedModels(url: string): Promise<string[]> {
  let body: unknown;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    body = response.ok ? await response.json() : undefined;
  } catch {
    // Nothing runs there, which is the usual case.
    return [];
  }
  const list = asObject(body)?.['data'];
  if (!Array.isArray(list)) return [];
  return list.map((item) => asObject(item)?.['id']).filter((id) => typeof id === 'string');
}
