import type { JsonObject } from '../../../shared/base/json.ts';
import { isNestedTooDeeply } from '../catalog/nesting.ts';
import type { HostHandlers, SamplingAnswer } from './hostHandlers.ts';
import { HostRefusal } from './hostRefusal.ts';
import type { Asked } from './hostServing.ts';

const maxSamplingChars = 1_000_000;

/** Answers `sampling/createMessage`, whose other parameters the SDK has checked. */
export async function answerSampling(
  { sample }: NonNullable<HostHandlers['sampling']>,
  params: JsonObject,
  { server, signal, asking }: Asked,
): Promise<Record<string, unknown>> {
  // S25 client/sampling: tools that were not declared must be refused.
  if ('tools' in params || 'toolChoice' in params) {
    throw new HostRefusal('invalid', 'Sampling with tools is not supported.');
  }
  const { maxTokens } = params;
  if (!Number.isSafeInteger(maxTokens) || Number(maxTokens) < 1) {
    throw new HostRefusal('invalid', '"maxTokens" must be a positive whole number.');
  }
  if (isNestedTooDeeply(params)) throw new HostRefusal('invalid', 'The request is nested too deeply.');
  if (JSON.stringify(params).length > maxSamplingChars) {
    throw new HostRefusal('invalid', `The request is longer than ${maxSamplingChars} characters.`);
  }
  const answer: SamplingAnswer = await sample({ server, params }, signal, asking);
  return { ...answer };
}
