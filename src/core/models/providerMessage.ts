import { redacted } from '../base/redacted.ts';
import { secretsOf, type ModelEndpoint } from './modelEndpoint.ts';

/** What a provider said about a failure, as far as it could be read. */
export interface ProviderComplaint {
  readonly message: string | undefined;
  /** The provider's own `code` and `type`, in one lower-case string. */
  readonly kind: string;
  /** An HTTP status named inside the complaint. */
  readonly status: number | undefined;
}

/** Characters of a provider's message that a person is shown. */
const messageLimit = 500;

/**
 * Reads an error body in the shapes that endpoints use: `{error: {message, code, type}}`, `{error: "…"}`,
 * `{message}`, `{detail}`, and any of them inside a list.
 */
export function readComplaint(body: unknown): ProviderComplaint {
  const outer = asRecord(Array.isArray(body) ? body[0] : body);
  const inner = asRecord(outer['error']);
  const candidates = [inner['message'], outer['error'], outer['message'], outer['detail'], inner['detail']];
  const codes = [inner['code'], inner['type'], inner['status'], outer['code'], outer['type']];
  const statuses = [inner['code'], inner['status'], outer['code'], outer['status'], outer['statusCode']];
  return {
    message: candidates.find((value): value is string => typeof value === 'string' && value.trim() !== ''),
    kind: codes
      .filter((value) => typeof value === 'string')
      .join(' ')
      .toLowerCase(),
    status: statuses.map(Number).find((value) => Number.isInteger(value) && value >= 400 && value < 600),
  };
}

/** Whether an error came as it was written in a stream, and not as an error of the program. */
export function isPlainComplaint(error: unknown): boolean {
  return !(error instanceof Error) && readComplaint(error).message !== undefined;
}

/** One line, bounded, without control characters, and without the endpoint's key and header values. */
export function presentable(message: string, endpoint: ModelEndpoint): string {
  let text = message;
  for (const secret of secretsOf(endpoint)) text = text.replaceAll(secret, redacted);
  text = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return text.length > messageLimit ? `${text.slice(0, messageLimit).trimEnd()}…` : text;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
