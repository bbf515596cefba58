import type { JsonObject } from '../../shared/base/json.ts';

/** By provider; the values are JSON. */
type ProviderMetadata = Readonly<Record<string, unknown>>;

/** Gathers what a provider wants back with each block of reasoning, which comes with any of its pieces. */
export class ReasoningMetadata {
  readonly #blocks = new Map<string, ProviderMetadata>();

  add(id: string, metadata: ProviderMetadata | undefined): void {
    if (metadata === undefined) return;
    const merged: Record<string, unknown> = { ...this.#blocks.get(id) };
    for (const [provider, values] of Object.entries(metadata)) {
      merged[provider] = { ...(merged[provider] as object | undefined), ...(values as object) };
    }
    this.#blocks.set(id, merged);
  }

  /** All of a block that is complete; undefined when its provider wants nothing. */
  end(id: string, metadata: ProviderMetadata | undefined): JsonObject | undefined {
    this.add(id, metadata);
    const whole = this.#blocks.get(id);
    this.#blocks.delete(id);
    return whole as JsonObject | undefined;
  }
}
