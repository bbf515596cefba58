import { asObject } from '../../shared/base/json.ts';

/**
 * How long a provider asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` as seconds or as a date
 * (RFC 9110 §10.2.3). `undefined` when it names no usable time.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const exact = positive(headers.get('retry-after-ms'));
  if (exact !== undefined) return Math.ceil(exact);
  const named = headers.get('retry-after');
  const seconds = positive(named);
  if (seconds !== undefined) return Math.ceil(seconds * 1000);
  const date = named === null ? Number.NaN : Date.parse(named);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The same as Google says it in the body: `google.rpc.RetryInfo` with a delay such as `34.5s`. */
export function retryDelayMs(body: unknown): number | undefined {
  const outer: unknown = Array.isArray(body) ? body[0] : body;
  const details = asObject(asObject(outer)?.['error'])?.['details'];
  if (!Array.isArray(details)) return undefined;
  const delay = details.map((detail) => asObject(detail)?.['retryDelay']).find((value) => typeof value === 'string');
  const seconds = delay === undefined ? undefined : positive(/^([\d.]+)s$/.exec(delay)?.[1] ?? null);
  return seconds === undefined ? undefined : Math.ceil(seconds * 1000);
}

function positive(value: string | null): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
