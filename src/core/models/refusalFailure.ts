import type { ModelEndpoint } from './modelEndpoint.ts';
import { ModelError, type ModelErrorCode } from './modelError.ts';
import { presentable, type ProviderComplaint } from './providerMessage.ts';
import { refusalCode } from './refusalCode.ts';

/**
 * The endpoint complained: with an HTTP status, or (status `undefined`) with an error inside an answer that it had
 * marked as good. Its own words are quoted, bounded and without secrets.
 */
export function refusalFailure(
  endpoint: ModelEndpoint,
  status: number | undefined,
  complaint: ProviderComplaint,
  retryAfterMs?: number,
): ModelError {
  const code = refusalCode(status, complaint);
  const what = `${whatHappened(code, endpoint, status, retryAfterMs)}${status === undefined ? '' : ` (${status})`}.`;
  const said = complaint.message === undefined ? '' : ` It said: "${presentable(complaint.message, endpoint)}"`;
  const isOfTools = (code === 'refused' || code === 'not_found') && isAboutTools(complaint);
  const advice = isOfTools ? withoutTools(endpoint) : whatToDo(code, endpoint);
  return new ModelError(code, `${what}${said}`, { advice, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}

function whatHappened(
  code: ModelErrorCode,
  endpoint: ModelEndpoint,
  status: number | undefined,
  retryAfterMs: number | undefined,
): string {
  const who = `The endpoint at ${endpoint.baseUrl.host}`;
  switch (code) {
    case 'unauthorized':
      if (endpoint.apiKey === undefined && endpoint.headers === undefined)
        return `${who} wants an API key and none is set`;
      return status === 403
        ? `${who} does not allow this request with this API key`
        : `${who} did not accept the API key`;
    case 'not_found':
      return `${who} does not know the model "${endpoint.model}", or there is no chat API at this address`;
    case 'rate_limited': {
      const wait =
        retryAfterMs === undefined ? '' : ` and asks to wait ${Math.max(1, Math.ceil(retryAfterMs / 1000))} s`;
      return `${who} limits how often it answers${wait}`;
    }
    case 'overloaded':
      return `${who} cannot answer at the moment`;
    case 'context_overflow':
      return `The conversation is too long for the model "${endpoint.model}"`;
    default:
      return `${who} refused the request`;
  }
}

/** As Ollama, OpenRouter, vLLM, Groq and LM Studio say that a model or its server takes no tools. */
function isAboutTools({ message = '' }: ProviderComplaint): boolean {
  return /\btool(s|[ _-](use|calls?|calling|choice))?\b.{0,80}(not|n't|requires?|disabled)|(not|n't|no) .{0,80}(\btools?\b|\bfunction calling)/i.test(
    message,
  );
}

function withoutTools({ model, provider }: ModelEndpoint): string {
  return (
    `Choose a model that calls tools; or set "tools" of "${model}" to false in the models of provider ` +
    `"${provider}", and it writes its calls as text.`
  );
}

function whatToDo(code: ModelErrorCode, endpoint: ModelEndpoint): string {
  switch (code) {
    case 'unauthorized': {
      const variable = endpoint.apiKeyEnv === undefined ? '' : ` or the environment variable ${endpoint.apiKeyEnv}`;
      return `Set the key of provider "${endpoint.provider}" with "Patchbay: Set API Key"${variable}.`;
    }
    case 'not_found':
      return `Check the model's name and the base URL of provider "${endpoint.provider}" (most end with /v1).`;
    case 'rate_limited':
      return 'Wait and send the message again, or check the limits of your account.';
    case 'overloaded':
      return 'Send the message again in a moment.';
    case 'context_overflow':
      return 'Start a new chat, attach less, or choose a model with a larger context window.';
    default:
      return `Check the settings of provider "${endpoint.provider}".`;
  }
}
