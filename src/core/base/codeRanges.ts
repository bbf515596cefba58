/** A half-open range of UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The fenced code blocks and code spans of Markdown text, in order and without overlap. A fence that is not closed runs
 * to the end; a span is closed by as many back-ticks as opened it, within its paragraph.
 */
export function codeRanges(text: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let paragraphStart = 0;
  let fence: { readonly start: number; readonly marker: string } | undefined;
  for (const { start, end, content } of linesOf(text)) {
    if (fence) {
      if (!closes(content, fence.marker)) continue;
      ranges.push({ start: fence.start, end });
      fence = undefined;
      paragraphStart = end;
      continue;
    }
    const marker = /^[\s>]*(`{3,}(?=[^`]*$)|~{3,})/.exec(content)?.[1];
    const isBlank = content.trim() === '';
    if (marker === undefined && !isBlank) continue;
    ranges.push(...codeSpans(text, paragraphStart, start));
    paragraphStart = end;
    if (marker !== undefined) fence = { start, marker };
  }
  if (fence) ranges.push({ start: fence.start, end: text.length });
  else ranges.push(...codeSpans(text, paragraphStart, text.length));
  return ranges;
}

function* linesOf(text: string): Generator<TextRange & { readonly content: string }> {
  for (const { index, 0: line } of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    if (line !== '') yield { start: index, end: index + line.length, content: line.trimEnd() };
  }
}

function closes(content: string, marker: string): boolean {
  const closing = content.replace(/^[\s>]*/, '');
  return closing.length >= marker.length && closing === marker.charAt(0).repeat(closing.length);
}

/** Code spans between two places of one paragraph. A run of back-ticks without its counterpart is ordinary text. */
function codeSpans(text: string, from: number, to: number): TextRange[] {
  const runs = [...text.slice(from, to).matchAll(/`+/g)].map(({ index, 0: run }) => ({
    start: from + index,
    end: from + index + run.length,
    length: run.length,
  }));
  const spans: TextRange[] = [];
  for (let place = 0; place < runs.length; place++) {
    for (let other = place + 1; other < runs.length; other++) {
      const [opening, closing] = [runs[place], runs[other]];
      if (!opening || !closing || opening.length !== closing.length) continue;
      spans.push({ start: opening.start, end: closing.end });
      place = other;
      break;
    }
  }
  return spans;
}
