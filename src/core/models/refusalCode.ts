import type { ModelErrorCode } from './modelError.ts';
import type { ProviderComplaint } from './providerMessage.ts';

/** How OpenAI, Anthropic, Google, Mistral, xAI, Groq, vLLM, llama.cpp, LM Studio and Ollama say "too long". */
const overflow = [
  /context[_ ]length/,
  /context[_ ](window|size|limit)/,
  /exceed_context_size/,
  /maximum (context|prompt|input|sequence) length/,
  /(prompt|input|request|conversation|message)s? (is|are) too (long|large)/,
  /request too large/,
  /too many (input |prompt )?tokens/,
  /input (token count|length).{0,80}exceed/,
  /token count.{0,80}exceed/,
  /exceeds? the (maximum|max) (number of )?(input |prompt )?tokens/,
  /too large for model with \d+/,
  /reduce the length/,
  /prompt exceeds/,
  /n_ctx/,
];

const unknownModel = [
  /model_not_found/,
  /no such model/,
  /unknown model/,
  /invalid model\b/,
  /\bmodel\b.{0,120}(not exist|not found|not a valid model|does not exist|is not available)/,
  /not a valid model/,
];

const byKind: readonly (readonly [RegExp, ModelErrorCode])[] = [
  [/rate_?limit|too_many_requests|resource_exhausted|insufficient_quota/, 'rate_limited'],
  [/overloaded|server_error|internal|unavailable|timeout/, 'overloaded'],
  [/auth|api_key|permission|unauthenticated/, 'unauthorized'],
  [/not_found/, 'not_found'],
];

/**
 * What kind of refusal this is. `status` is the HTTP status, or `undefined` for a complaint inside a stream, which is
 * then judged by the status or the kind that it names.
 */
export function refusalCode(status: number | undefined, complaint: ProviderComplaint): ModelErrorCode {
  const said = `${complaint.kind} ${complaint.message ?? ''}`.toLowerCase();
  const effective = status ?? complaint.status;
  if (effective === 401 || effective === 403) return 'unauthorized';
  // Before the others, because endpoints say this with 400, 413, 422, 429 and 500 alike, and waiting never helps.
  if (effective === 413 || overflow.some((pattern) => pattern.test(said))) return 'context_overflow';
  if (effective === 429) return 'rate_limited';
  if (effective === 404 || effective === 405 || unknownModel.some((pattern) => pattern.test(said))) return 'not_found';
  if (effective !== undefined && (effective === 408 || effective >= 500)) return 'overloaded';
  if (effective !== undefined) return 'refused';
  return byKind.find(([pattern]) => pattern.test(complaint.kind))?.[1] ?? 'refused';
}
