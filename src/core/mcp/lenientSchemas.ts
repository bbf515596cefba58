import * as z from 'zod/mini';
import type { JsonObject } from '../../shared/base/json.ts';

/**
 * Result schemas that accept what the specification does not name. The SDK's own reject a whole list for one bad tool
 * and a whole answer for one unknown block; ours leave the judgement to the readers, item by item. Paging and the
 * modern era's input rounds are the SDK's request path and do not depend on the schema.
 */
export const anyResultSchema = z.looseObject({});

/** A page of any list; the items stand under the list's own key. */
export const pageSchema = z.looseObject({ nextCursor: z.nullish(z.string()) });

/** The value as a JSON object, or undefined. It must come from a JSON parser: what is inside is not looked at. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
