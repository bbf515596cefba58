import { codeRanges } from '../../base/codeRanges.ts';
import type { Mention } from './inputPlan.ts';
import { readUri } from './mentionUri.ts';

/** A mention at its place: `start` is that of the `@`, `end` the first code unit after it. */
interface FoundMention extends Mention {
  readonly start: number;
  readonly end: number;
}

/** `unknown`: what is clearly meant as a mention (`@name:scheme://…`) but names no configured server. */
export interface FoundMentions {
  readonly mentions: readonly FoundMention[];
  readonly unknown: readonly FoundMention[];
}

/**
 * White space, an opening bracket or quote, or text of a script that puts no space between words. A quote that closes in
 * one language opens in another: »so«.
 */
const mayPrecede =
  /[\s<"'\p{Ps}\p{Pi}\p{Pf}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

/**
 * Finds the mentions of a text by the grammar of contract §5: `@server:uri`, or `@"server:uri with spaces"`. Pure; the
 * URI is opaque and comes back byte for byte.
 */
export function findMentions(text: string, serverNames: Iterable<string>): FoundMentions {
  const names = new Set(serverNames);
  const mentions: FoundMention[] = [];
  const unknown: FoundMention[] = [];
  const code = codeRanges(text);
  let nextCode = 0;
  let at = text.indexOf('@');
  while (at !== -1) {
    while (at >= (code[nextCode]?.end ?? Infinity)) nextCode++;
    const isCode = at >= (code[nextCode]?.start ?? Infinity);
    const mention = isOpen(text, at) && !isCode ? readMention(text, at, names) : undefined;
    if (mention) (names.has(mention.server) ? mentions : unknown).push(mention);
    at = text.indexOf('@', mention?.end ?? at + 1);
  }
  return { mentions, unknown };
}

function isOpen(text: string, at: number): boolean {
  if (at === 0) return true;
  const isPair = /[\udc00-\udfff]/.test(text.charAt(at - 1));
  return mayPrecede.test(text.slice(at - (isPair ? 2 : 1), at));
}

/**
 * Names contain no colon, so a name ends at the first one, whatever else is configured. Undefined for what is no
 * mention: an unknown name counts only before `scheme://`.
 */
function readMention(text: string, start: number, names: ReadonlySet<string>): FoundMention | undefined {
  const opening = /"?([\w.-]+):/y;
  opening.lastIndex = start + 1;
  const [head = '', server = ''] = opening.exec(text) ?? [];
  const from = start + 1 + head.length;
  if (server === '' || !(names.has(server) || isScheme(text, from))) return undefined;
  const isQuoted = head.startsWith('"');
  const uri = isQuoted ? readQuoted(text, from) : readUri(text, from);
  return uri === '' ? undefined : { server, uri, start, end: from + uri.length + (isQuoted ? 1 : 0) };
}

/** To the closing quote, which must be on the same line; empty when it is not. */
function readQuoted(text: string, from: number): string {
  const quoted = /([^"\n]*)"/y;
  quoted.lastIndex = from;
  return quoted.exec(text)?.[1] ?? '';
}

function isScheme(text: string, from: number): boolean {
  const scheme = /[a-z][a-z0-9+.-]*:\/\//iy;
  scheme.lastIndex = from;
  return scheme.test(text);
}
