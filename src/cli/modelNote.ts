import { providerOf } from '../core/models/providerPresets.ts';
import { defaultApiKeyEnv } from './conversationOptions.ts';
import type { ConversationOptions } from './conversationOptions.ts';

/** What a person should know about the model that the options choose, before it answers. */
export function modelNote(
  { model, baseUrl, apiKeyEnv }: Pick<ConversationOptions, 'model' | 'baseUrl' | 'apiKeyEnv'>,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (baseUrl === undefined && model === undefined) {
    return (
      'patchbay: no model is set up, so the offline demo answers: it is no AI. For a real one: --base-url URL ' +
      `--model NAME, with its key in ${defaultApiKeyEnv} (or the variable named by --api-key-env), or --model openai/NAME ` +
      'and the like.'
    );
  }
  const provider = baseUrl === undefined ? model?.split('/', 1)[0] : undefined;
  const preset = provider === undefined ? undefined : providerOf({ providers: {} }, provider);
  const name = apiKeyEnv ?? preset?.apiKeyEnv;
  if (name === undefined || environment[name]) return undefined;
  // A known provider without a key refuses; an endpoint of one's own may want none.
  if (preset) return `patchbay: ${name} is not set, so no key is sent. Put the key into it, or name another variable.`;
  return `patchbay: ${name} is not set, so no key is sent. Set it, or leave out --api-key-env if none is needed.`;
}
