/** The turn that input is resolved for. Time and ids come from outside, so that events are reproducible. */
export interface ResolveContext {
  readonly threadId: string;
  readonly turnId: string;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
}
