import type { PermissionRule } from '../core/permissionRule.ts';
import { defaultSettings } from '../core/settings.ts';
import type { ProviderSettings, Settings } from '../core/settings.ts';
import { presetProviders, providerOf } from '../core/models/providerPresets.ts';
import { CommandError } from './commandError.ts';
import { defaultApiKeyEnv, headlessRounds } from './conversationOptions.ts';
import type { ConversationOptions } from './conversationOptions.ts';
import { exitCode } from './exitCode.ts';

/** The provider of `--base-url` when `--model` names none. */
const adHocProvider = 'endpoint';

/**
 * Settings of a conversation from its options alone. Throws a usage error for options that do not go together.
 */
export function conversationSettings(options: ConversationOptions): Settings {
  return {
    ...defaultSettings,
    ...modelSettings(options),
    permissionMode: options.permissionMode ?? defaultSettings.permissionMode,
    permissionRules: [...toolRules('allow', options.allowedTools), ...toolRules('deny', options.disallowedTools)],
    maxRounds: options.maxRounds ?? headlessRounds,
  };
}

function modelSettings(options: ConversationOptions): Pick<Settings, 'model' | 'providers'> {
  const { model, baseUrl, apiKeyEnv } = options;
  if (baseUrl === undefined) {
    if (model !== undefined) return knownProviderSettings(model, apiKeyEnv);
    if (apiKeyEnv !== undefined) throw usage('--api-key-env names the key of a model. Say which with --model.');
    return { model: '', providers: {} };
  }
  if (!isHttpUrl(baseUrl)) throw usage('--base-url must be an http or https URL.');
  if (model === undefined) throw usage('--base-url needs the model to ask for. Say which with --model.');
  const { provider, id } = splitModel(model);
  const settings: ProviderSettings = {
    type: 'openai-compatible',
    baseUrl,
    apiKeyEnv: apiKeyEnv ?? defaultApiKeyEnv,
  };
  return { model: `${provider}/${id}`, providers: { [provider]: settings } };
}

/** Those of a provider that is known by its name, such as `openai/…`. */
function knownProviderSettings(model: string, apiKeyEnv: string | undefined): Pick<Settings, 'model' | 'providers'> {
  const provider = model.split('/', 1)[0] ?? '';
  const known = commandLineProviders.includes(provider) ? providerOf({ providers: {} }, provider) : undefined;
  if (!known) {
    const names = commandLineProviders.map((name) => `${name}/…`).join(', ');
    throw usage(`--model needs the endpoint that serves it. Say which with --base-url, or name one of ${names}.`);
  }
  if (provider.length + 1 >= model.length) throw usage('--model must be PROVIDER/MODEL.');
  return { model, providers: { [provider]: { ...known, apiKeyEnv: apiKeyEnv ?? known.apiKeyEnv } } };
}

/** The models of the editor are there in the editor alone. */
const commandLineProviders = presetProviders.filter((name) => name !== 'vscode-lm');

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** `P/M`, or the bare id of a model. An id that itself has a slash needs a provider before it. */
function splitModel(model: string): { provider: string; id: string } {
  const slash = model.indexOf('/');
  const provider = slash === -1 ? adHocProvider : model.slice(0, slash);
  const id = model.slice(slash + 1);
  if (provider === '' || id === '') throw usage('--model must be MODEL or PROVIDER/MODEL.');
  return { provider, id };
}

function toolRules(effect: PermissionRule['effect'], tools: readonly string[] = []): PermissionRule[] {
  return tools.map((tool) => ({ effect, tool }));
}

function usage(message: string): CommandError {
  return new CommandError(exitCode.usage, message);
}
