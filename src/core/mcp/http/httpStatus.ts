import { STATUS_CODES } from 'node:http';
import { SdkHttpError } from '@modelcontextprotocol/client';
import type { Redactor } from '../config/secretNames.ts';

/** As much of what a server says of its failure as helps a person. */
const maxQuotedChars = 300;

/** Such as `HTTP 404 Not Found`. */
export function statusLine(status: number): string {
  const name = STATUS_CODES[status];
  return name === undefined ? `HTTP ${status}` : `HTTP ${status} ${name}`;
}

/**
 * What the server says of a refusal, as a sentence that begins with a space: the message of an error in JSON, or a short
 * text. Empty for a page, which is made for browsers.
 */
export function quotedReason(error: unknown, redact: Redactor): string {
  const text = error instanceof SdkHttpError ? error.data['text'] : undefined;
  if (typeof text !== 'string') return '';
  const said = (messageIn(text) ?? text).trim();
  return said === '' || said.startsWith('<') || said.startsWith('{') ? '' : ` It says: ${shortened(said, redact)}`;
}

/** Text of a server, short enough for a message. Secrets are taken out first: of one that is cut, the rest would stay. */
export function shortened(text: string, redact: Redactor): string {
  const line = redact(text).replace(/\s+/gu, ' ');
  return line.length > maxQuotedChars ? `${line.slice(0, maxQuotedChars)}…` : line;
}

function messageIn(text: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  const error = memberOf(body, 'error');
  return [memberOf(error, 'message'), error, memberOf(body, 'message')].find((it) => typeof it === 'string');
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
