import type { ModelContent } from '../languageModel.ts';

/** The text of some content; the demo does not see images. */
export function textOf(content: readonly ModelContent[]): string {
  return content
    .map((part) => (part.type === 'text' ? part.text : `[Image, ${part.mimeType}, ${part.data.byteLength} bytes]`))
    .join('\n\n');
}
