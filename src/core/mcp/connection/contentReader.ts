import { asObject, type JsonObject, type JsonValue } from '../../../shared/base/json.ts';
import type {
  CompletionResult,
  McpContent,
  PromptResult,
  ResourceContents,
  ResourceReadResult,
  ToolCallResult,
} from './content.ts';
import { asText } from '../catalog/lenientSchemas.ts';

/**
 * Reads answers of servers into plain types, leniently: what the specification does not name, or what lacks a part
 * it must have, becomes a block of type `unknown` and leaves the others alone.
 */
export function readToolResult(result: JsonObject): ToolCallResult {
  return {
    content: asArray(result['content']).map(readContent),
    structuredContent: result['structuredContent'],
    isError: result['isError'] === true,
    raw: result,
  };
}

/** `uri` is what was asked for: it stands in where an item does not say its own. */
export function readResourceResult(result: JsonObject, uri: string): ResourceReadResult {
  const contents = asArray(result['contents']).flatMap(
    (item) => readResourceContents({ uri, ...asObject(item) }) ?? [],
  );
  return { contents, raw: result };
}

export function readPromptResult(result: JsonObject): PromptResult {
  const messages = asArray(result['messages']).map((item) => {
    const message = asObject(item);
    const role = message?.['role'] === 'assistant' ? ('assistant' as const) : ('user' as const);
    return { role, content: readContent(message?.['content']) };
  });
  return { description: asText(result['description']), messages, raw: result };
}

export function readCompletionResult(result: JsonObject): CompletionResult {
  const completion = asObject(result['completion']) ?? {};
  const values = asArray(completion['values']).flatMap((value) => asText(value) ?? []);
  return { values, hasMore: completion['hasMore'] === true, raw: result };
}

export function readContent(value: unknown): McpContent {
  const block = asObject(value);
  const type = asText(block?.['type']) ?? 'no type';
  return (block && readKnown(type, block)) ?? { type: 'unknown', typeName: type };
}

function readKnown(type: string, block: JsonObject): McpContent | undefined {
  const text = asText(block['text']);
  const data = asText(block['data']);
  const mimeType = asText(block['mimeType']);
  const uri = asText(block['uri']);
  switch (type) {
    case 'text':
      return text === undefined ? undefined : { type, text };
    case 'image':
    case 'audio':
      return data === undefined ? undefined : { type, data, mimeType: mimeType ?? 'application/octet-stream' };
    case 'resource': {
      const resource = readResourceContents(asObject(block['resource']));
      return resource && { type, resource };
    }
    case 'resource_link':
      return uri === undefined ? undefined : { type, uri, name: asText(block['name']), mimeType };
    default:
      return undefined;
  }
}

function readResourceContents(item: JsonObject | undefined): ResourceContents | undefined {
  const uri = asText(item?.['uri']);
  if (!item || uri === undefined) return undefined;
  return { uri, mimeType: asText(item['mimeType']), text: asText(item['text']), blob: asText(item['blob']) };
}

function asArray(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
