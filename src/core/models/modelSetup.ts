import type { ProviderSettings, Settings } from '../settings.ts';
import { demoModelId } from './demo/demoIdentity.ts';
import { presetsWithKey, providerOf } from './providerPresets.ts';
import { providerDialects } from './schema/schemaDialect.ts';
import type { SchemaDialect } from './schema/schemaDialect.ts';

/** How a real model is set up, in one sentence for a person, on every surface. */
export const setupHint =
  'To set up a real model, add it to the setting `patchbay.providers` and choose it with the command ' +
  '"Patchbay: Select Model" (setting `patchbay.model`), or give `--base-url` and `--model` on the command line.';

/** What a person can choose: every model that a provider of the settings lists, as `<provider>/<model>`. */
export function configuredModels(settings: Pick<Settings, 'providers'>): string[] {
  return Object.entries(settings.providers).flatMap(([provider, { type, models }]) =>
    type === 'demo' ? [] : (models ?? []).map(({ id }) => `${provider}/${id}`),
  );
}

/** Completes a message about a model that the settings do not have: what they do have, and what to do. */
export function configuredModelsHint(settings: Pick<Settings, 'providers'>): string {
  const open = Object.entries(settings.providers).filter(([, provider]) => takesAnyModel(provider));
  const names = [...configuredModels(settings), ...open.map(([provider]) => `${provider}/<any model>`), demoModelId];
  const presets = `With a key and no set-up: ${presetsWithKey.map((id) => `${id}/…`).join(', ')}.`;
  return `Configured: ${names.join(', ')}. ${presets} ${setupHint}`;
}

/** A provider that lists no models takes any model's name. */
export function takesAnyModel({ type, models }: ProviderSettings): boolean {
  return type !== 'demo' && (models ?? []).length === 0;
}

/** The dialect of the model that the settings name, without loading it; the demo's when they name none that is there. */
export function dialectOfSettings({ model, providers }: Pick<Settings, 'model' | 'providers'>): SchemaDialect {
  const provider = model.trim().split('/', 1)[0] ?? '';
  return providerDialects[providerOf({ providers }, provider)?.type ?? 'demo'];
}
