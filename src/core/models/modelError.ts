/**
 * Why a model gave no whole answer:
 * `unreachable` nothing listens or the name does not resolve; `unauthorized` 401/403 or no key; `refused` another
 * refusal of the request; `not_found` no such model or address; `rate_limited`, `overloaded` worth trying later;
 * `context_overflow` the conversation is too long; `stream_broken` the connection ended midway; `bad_response` what
 * came is not the protocol; `aborted` the person stopped it; `not_configured` the model setting names nothing usable.
 */
export type ModelErrorCode =
  | 'unreachable'
  | 'unauthorized'
  | 'refused'
  | 'not_found'
  | 'rate_limited'
  | 'overloaded'
  | 'context_overflow'
  | 'stream_broken'
  | 'bad_response'
  | 'aborted'
  | 'not_configured';

/** More than the code and the message of a failure. */
interface ModelErrorOptions {
  /** Milliseconds to wait, when the provider named a time. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
  /** What the person can do, a sentence that is added to the message. */
  readonly advice?: string;
}

/** A model round failed. The message says what happened and what to do; it never contains a key. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  /** Milliseconds to wait, when the provider named a time. */
  readonly retryAfterMs: number | undefined;
  /** The message without the advice: all there is to say while nobody has to do anything. */
  readonly whatHappened: string;

  constructor(code: ModelErrorCode, whatHappened: string, { retryAfterMs, cause, advice }: ModelErrorOptions = {}) {
    super(advice === undefined ? whatHappened : `${whatHappened} ${advice}`, { cause });
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.whatHappened = whatHappened;
  }
}
