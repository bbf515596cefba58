import { defaultApiKeyEnv } from './conversationOptions.ts';
import type { ConversationOptions } from './conversationOptions.ts';

/** What a person should know about the model that the options choose, before it answers. */
export function modelNote(
  { baseUrl, apiKeyEnv }: Pick<ConversationOptions, 'baseUrl' | 'apiKeyEnv'>,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (baseUrl === undefined) {
    return (
      'patchbay: no model is set up, so the offline demo answers: it is no AI. For a real one: --base-url URL ' +
      `--model NAME, with its key in ${defaultApiKeyEnv} (or the variable named by --api-key-env).`
    );
  }
  if (apiKeyEnv === undefined || environment[apiKeyEnv]) return undefined;
  return `patchbay: ${apiKeyEnv} is not set, so no key is sent. Set it, or leave out --api-key-env if none is needed.`;
}
