import { errorChain, networkCode } from './errorChain.ts';
import type { ModelEndpoint } from './modelEndpoint.ts';
import { ModelError } from './modelError.ts';
import { networkFailure } from './networkFailure.ts';
import { presentable, readComplaint } from './providerMessage.ts';
import { refusalFailure } from './refusalFailure.ts';

/** Turns whatever the SDK reported while a round was streamed into a `ModelError`. */
export function streamFailure(endpoint: ModelEndpoint, error: unknown, hasAnswered: boolean): ModelError {
  const chain = errorChain(error);
  const known = chain.find((item) => item instanceof ModelError);
  if (known instanceof ModelError) return known;
  const named = (...names: string[]) => chain.find((item) => names.includes(item.name));
  const complaint = named('AI_StreamProviderError');
  if (complaint) return refusalFailure(endpoint, undefined, readComplaint(complaint));
  const refused: (Error & { statusCode?: unknown }) | undefined = named('AI_APICallError');
  // The first event of the answer was an error; the SDK then makes a status of its kind.
  if (refused && typeof refused.statusCode === 'number' && refused.statusCode >= 400) {
    return refusalFailure(endpoint, refused.statusCode, readComplaint({ message: refused.message }));
  }
  const misshapen: (Error & { value?: unknown }) | undefined = named('AI_TypeValidationError');
  if (misshapen) {
    const said = readComplaint(misshapen.value);
    if (said.message !== undefined) return refusalFailure(endpoint, undefined, said);
    return garbledFailure(endpoint, 'sent a chunk that is not part of a chat completion');
  }
  if (named('AI_JSONParseError')) return garbledFailure(endpoint, 'sent broken JSON in its answer');
  if (named('AI_InvalidResponseDataError')) return garbledFailure(endpoint, 'sent a tool call without a name');
  const unsendable = named('AI_InvalidPromptError', 'AI_MissingToolResultsError', 'AI_UnsupportedFunctionalityError');
  if (unsendable) {
    const why = presentable(unsendable.message, endpoint);
    return new ModelError('refused', `The conversation cannot be sent to a model: ${why} Start a new chat.`);
  }
  // The SDK copies arguments level by level.
  if (named('RangeError')?.message.includes('call stack')) return unreadableArgumentsFailure(endpoint);
  return hasAnswered ? brokenStreamFailure(endpoint, error) : networkFailure(endpoint, error);
}

export function abortedFailure(): ModelError {
  return new ModelError('aborted', 'Stopped before the model had answered.');
}

/** The connection ended before the answer did. */
export function brokenStreamFailure(endpoint: ModelEndpoint, error?: unknown): ModelError {
  const code = networkCode(error);
  const why = code === undefined ? '' : ` (${code})`;
  const what = `The connection to ${endpoint.baseUrl.host} ended in the middle of the answer${why}.`;
  return new ModelError('stream_broken', what, { advice: 'Send the message again.' });
}

const protocolNames: Readonly<Record<ModelEndpoint['type'], string>> = {
  'openai-compatible': 'an OpenAI-compatible chat API (most end with /v1)',
  anthropic: "Anthropic's Messages API (it ends with /v1)",
  google: "Google's Gemini API (it ends with /v1beta)",
};

/** Something answered, and it is not a chat API. `what` completes "The endpoint at host …". */
export function otherProtocolFailure(endpoint: ModelEndpoint, what: string): ModelError {
  return new ModelError(
    'bad_response',
    `The endpoint at ${endpoint.baseUrl.host} ${what}. Check that the base URL of provider "${endpoint.provider}" is that of ${protocolNames[endpoint.type]}.`,
  );
}

/** A chat API answered, and part of the answer makes no sense. `what` completes "The endpoint at host …". */
function garbledFailure(endpoint: ModelEndpoint, what: string): ModelError {
  return new ModelError(
    'bad_response',
    `The endpoint at ${endpoint.baseUrl.host} ${what}. Send the message again; if that does not help, use another model or endpoint.`,
  );
}

/** The model called a tool with arguments that nest far deeper than any tool needs. */
export function unreadableArgumentsFailure(endpoint: ModelEndpoint): ModelError {
  return new ModelError(
    'bad_response',
    `The model "${endpoint.model}" called a tool with arguments that could not be read: they are nested too deeply. Send the message again, or choose another model.`,
  );
}

/** The answer ended properly and held neither text nor a call. `reason` is the finish reason. */
export function emptyAnswerFailure(endpoint: ModelEndpoint, reason: string): ModelError {
  const model = `model "${endpoint.model}"`;
  const who = `The ${model}`;
  switch (reason) {
    case 'length':
      return new ModelError(
        'bad_response',
        `${who} used up its output limit before it said anything. Ask for less, or raise the model's maxOutputTokens.`,
      );
    case 'content-filter':
      return new ModelError(
        'refused',
        `A content filter withheld the answer of the ${model}. Put the question differently.`,
      );
    default:
      return new ModelError(
        'bad_response',
        `${who} ended its answer without any text or tool call. Send the message again or choose another model.`,
      );
  }
}
