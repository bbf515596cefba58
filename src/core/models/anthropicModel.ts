import { createAnthropic } from '@ai-sdk/anthropic';
import type { ModelEndpoint } from './modelEndpoint.ts';
import { addressOf } from './modelEndpoint.ts';
import { SdkModel } from './sdkModel.ts';

/** A model of Anthropic's Messages API. */
export class AnthropicModel extends SdkModel {
  constructor(endpoint: ModelEndpoint) {
    super(endpoint, ({ model, baseUrl, apiKey, headers }, fetch) =>
      createAnthropic({
        baseURL: addressOf(baseUrl),
        // Without a key the SDK would look for one in the environment, which nobody asked it to.
        apiKey: apiKey ?? '',
        ...(headers === undefined ? {} : { headers: { ...headers } }),
        fetch,
      })(model),
    );
  }
}
