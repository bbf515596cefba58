import { createGoogle } from '@ai-sdk/google';
import type { ModelEndpoint } from './modelEndpoint.ts';
import { addressOf } from './modelEndpoint.ts';
import { SdkModel } from './sdkModel.ts';

/** A model of Google's Gemini API. */
export class GoogleModel extends SdkModel {
  constructor(endpoint: ModelEndpoint) {
    super(endpoint, ({ model, baseUrl, apiKey, headers }, fetch) =>
      createGoogle({
        baseURL: addressOf(baseUrl),
        // Without a key the SDK would look for one in the environment, which nobody asked it to.
        apiKey: apiKey ?? '',
        ...(headers === undefined ? {} : { headers: { ...headers } }),
        fetch,
      })(model),
    );
  }
}
