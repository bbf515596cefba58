import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelEndpoint } from './modelEndpoint.ts';
import { addressOf } from './modelEndpoint.ts';
import { SdkModel } from './sdkModel.ts';

/** A model behind an OpenAI-compatible chat API. */
export class OpenAiCompatibleModel extends SdkModel {
  constructor(endpoint: ModelEndpoint) {
    super(endpoint, ({ model, baseUrl, apiKey, headers }, fetch) =>
      createOpenAICompatible({
        name: 'endpoint',
        baseURL: addressOf(baseUrl),
        queryParams: Object.fromEntries(baseUrl.searchParams),
        ...(apiKey === undefined ? {} : { apiKey }),
        ...(headers === undefined ? {} : { headers: { ...headers } }),
        includeUsage: true,
        fetch,
      }).chatModel(model),
    );
  }
}
