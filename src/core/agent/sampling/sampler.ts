import { matchesWildcard } from '../../base/wildcard.ts';
import type { SamplingAnswer, SamplingRequest } from '../../mcp/host/hostHandlers.ts';
import { HostRefusal } from '../../mcp/host/hostRefusal.ts';
import type { LanguageModel } from '../../models/languageModel.ts';
import type { Settings } from '../../settings.ts';
import { sampledAnswer } from './sampledAnswer.ts';
import { readSamplingInput } from './samplingInput.ts';
import { answerText, requestText } from './samplingText.ts';

export interface SamplerOptions {
  /** The model of the settings; rejects with a `ModelError`. */
  readonly model: () => Promise<LanguageModel>;
  readonly settings: () => Settings;
}

/** Why a model is asked, and who may allow it. */
export interface SamplingOccasion {
  /** The call because of which the server asks; undefined where none is known. */
  readonly call: object | undefined;
  /** Shows a text to the person, who agrees or does not. */
  readonly consent: (message: string) => Promise<boolean>;
}

/** What one call may ask: a loop of a server must not spend without end where nothing is asked. */
const maxPerCall = 10;

/**
 * Answers servers with the model of the settings (S25 client/sampling; deprecated from 2026-07-28 on). The person
 * agrees to each request and to each answer, and sees all of both. The model gets no tools and nothing of the
 * conversation, whatever `includeContext` says; its preferences and temperature are for the host to choose.
 */
export class Sampler {
  readonly #options: SamplerOptions;
  readonly #counts = new WeakMap<object, number>();

  constructor(options: SamplerOptions) {
    this.#options = options;
  }

  /** Rejects with a `HostRefusal` for the server, a `ModelError`, or an `AbortError` when the signal aborts. */
  async sample(
    { server, params }: SamplingRequest,
    signal: AbortSignal,
    { call, consent }: SamplingOccasion,
  ): Promise<SamplingAnswer> {
    const isAsked = this.#isAsked(server);
    if (call) this.#count(call);
    const input = readSamplingInput(params);
    const model = await this.#options.model();
    if (input.hasImages && !model.takesImages) throw new HostRefusal('invalid', 'The model here takes no images.');
    if (isAsked && !(await consent(requestText(server, model, input)))) throw declined();
    const { text, stopReason } = await sampledAnswer(model, input, signal);
    if (isAsked && !(await consent(answerText(server, model, text)))) throw declined();
    return { role: 'assistant', model: model.id, content: { type: 'text', text }, stopReason };
  }

  /** Whether the person is asked. Throws where it is denied beforehand: by the mode, or a rule against the whole server. */
  #isAsked(server: string): boolean {
    const { permissionMode, permissionRules } = this.#options.settings();
    const isDenied = permissionRules.some(
      (rule) =>
        rule.effect === 'deny' &&
        rule.tool === undefined &&
        rule.uri === undefined &&
        (rule.server === undefined || matchesWildcard(rule.server, server)),
    );
    if (isDenied || permissionMode === 'deny') throw new HostRefusal('declined', 'The settings of the user deny it.');
    return permissionMode !== 'bypass';
  }

  #count(call: object): void {
    const count = (this.#counts.get(call) ?? 0) + 1;
    if (count > maxPerCall) throw new HostRefusal('declined', `One call may ask the model ${maxPerCall} times.`);
    this.#counts.set(call, count);
  }
}

function declined(): HostRefusal {
  return new HostRefusal('declined', 'The user did not allow it.');
}
