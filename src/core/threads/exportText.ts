import { codeRanges } from '../base/codeRanges.ts';

/** Text in a fence that nothing in it closes. `language` is one of ours. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
  return `${fence}${language}\n${text.replace(/\n$/u, '')}\n${fence}`;
}

/** A name in a sentence, as code that nothing in it ends. */
export function inCode(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const ticks = '`'.repeat(longestRun(line, '`') + 1);
  const edge = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : '';
  return `${ticks}${edge}${line}${edge}${ticks}`;
}

/**
 * Markdown that somebody else wrote, so that it ends where it ends: a fence that it leaves open is closed, and HTML in it
 * is text.
 */
export function containedMarkdown(text: string): string {
  let contained = '';
  let end = 0;
  const ranges = codeRanges(text);
  for (const range of ranges) {
    contained += withoutHtml(text.slice(end, range.start)) + text.slice(range.start, range.end);
    end = range.end;
  }
  contained += withoutHtml(text.slice(end));
  const last = ranges.at(-1);
  const marker = last && /^[\s>]*(`{3,}|~{3,})/u.exec(text.slice(last.start))?.[1];
  // A fence that is open still has whatever is written next.
  const isOpen = marker !== undefined && (codeRanges(`${text}\n\nx`).at(-1)?.end ?? 0) > text.length;
  return isOpen ? `${contained.replace(/\n$/u, '')}\n${marker}` : contained;
}

function withoutHtml(text: string): string {
  return text.replace(/<(?=[a-z/!?])/giu, '&lt;');
}

function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (const each of text) {
    run = each === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
