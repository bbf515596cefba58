import type { JsonObject, JsonValue } from '../../../shared/base/json.ts';
import { asObject } from '../../../shared/base/json.ts';
import type { ModelTool } from '../languageModel.ts';
import { typedArgument, typedList } from './argumentText.ts';
import type { Element } from './xmlText.ts';
import { contentText, elementsOf } from './xmlText.ts';

/** The tag of a call that names server and tool in elements of its own, as models learned it elsewhere. */
export const useToolTag = 'use_mcp_tool';
/** The tag that models learned elsewhere for reading a resource. */
export const readResourceTag = 'access_mcp_resource';

export interface WrittenCall {
  readonly name: string;
  /** The arguments; the text as it was written where it has no arguments in it. */
  readonly input: JsonValue;
}

/** What a call that was written in an answer asks for. `body` is what is between its tags. */
export function readCall(tag: string, body: string, tools: ReadonlyMap<string, ModelTool>): WrittenCall {
  const elements = elementsOf(body);
  if (tag !== useToolTag) return { name: tag, input: argumentsOf(elements, body, tools.get(tag)) };
  const of = (name: string): string => contentText(elements?.find((element) => element.name === name)?.content ?? '');
  const name = publicName(of('server_name'), of('tool_name'), tools);
  const written = of('arguments').trim();
  return { name, input: elements ? (objectOf(written || '{}') ?? written) : body };
}

function argumentsOf(elements: Element[] | undefined, body: string, tool: ModelTool | undefined): JsonValue {
  if (!elements) return objectOf(contentText(body)) ?? body;
  const properties = asObject(tool?.inputSchema['properties']) ?? {};
  const [only] = elements;
  if (elements.length === 1 && only?.name === 'arguments' && !('arguments' in properties)) {
    const text = contentText(only.content);
    return objectOf(text) ?? text;
  }
  const texts = new Map<string, string[]>();
  for (const { name, content } of elements) {
    const text = contentText(content);
    const known = texts.get(name);
    if (known) known.push(text);
    else texts.set(name, [text]);
  }
  const values: [string, JsonValue][] = [];
  for (const [name, written] of texts) {
    const [first = ''] = written;
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const value = written.length === 1 ? typedArgument(first, schema) : typedList(written, schema);
    // Which of two values is meant, nobody knows.
    if (value === undefined) return body;
    values.push([name, value]);
  }
  return Object.fromEntries(values);
}

function objectOf(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}

/** A name that is not offered is looked for by the host, which says what there is. */
function publicName(server: string, tool: string, tools: ReadonlyMap<string, ModelTool>): string {
  const wanted = tool.trim();
  if (tools.has(wanted)) return wanted;
  return `mcp__${part(server)}__${part(tool)}`;
}

function part(name: string): string {
  return name
    .trim()
    .replace(/\W+/g, '_')
    .replace(/^_+|_+$/g, '');
}
