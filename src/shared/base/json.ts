import * as z from 'zod/mini';

/** Any value that JSON can carry. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object, as MCP tool arguments and JSON-RPC parameters are. */
export type JsonObject = Record<string, JsonValue>;

/** Accepts whatever `JSON.parse` can give. */
export const jsonValueSchema: z.ZodMiniType<JsonValue> = z.json();

/** The value as a JSON object, or undefined. It must come from a JSON parser: what is inside is not looked at. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
