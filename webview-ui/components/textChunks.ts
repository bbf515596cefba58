/** Characters that the browser lays out as one; far longer lines without a break take it seconds. */
const longestChunk = 5000;

/** Cuts a text into pieces that together are the text, after line ends where there are any in reach. */
export function textChunks(text: string): readonly string[] {
  if (text.length <= longestChunk) return [text];
  const chunks: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfChunk(text, start);
    chunks.push(text.slice(start, end));
    start = end;
  }
  return chunks;
}

function endOfChunk(text: string, start: number): number {
  const limit = start + longestChunk;
  if (limit >= text.length) return text.length;
  const lineEnd = text.lastIndexOf('\n', limit - 1);
  if (lineEnd >= start) return lineEnd + 1;
  // Not through the middle of a character that takes two code units.
  return isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
