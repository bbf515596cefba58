import * as z from 'zod/mini';

/**
 * Result schemas that accept what the specification does not name. The SDK's own reject a whole list for one bad tool
 * and a whole answer for one unknown block; ours leave the judgement to the readers, item by item. Paging and the
 * modern era's input rounds are the SDK's request path and do not depend on the schema.
 */
export const anyResultSchema = z.looseObject({});

/** A page of any list; the items stand under the list's own key. */
export const pageSchema = z.looseObject({ nextCursor: z.nullish(z.string()) });

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
