import { createHash } from 'node:crypto';

/**
 * A tag for a quotation that nothing in it can end: it is made from an id that no server knows beforehand, and does not
 * occur in the content. The same id and content give the same tag.
 */
export function quotationTag(kind: string, id: string, content: string): string {
  for (let attempt = 0; ; attempt++) {
    const digest = createHash('sha256').update(`${id}\0${attempt}`).digest('hex');
    const tag = `${kind}-${digest.slice(0, 12)}`;
    if (!content.includes(tag)) return tag;
  }
}
