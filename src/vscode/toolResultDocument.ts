import type { McpContent, ResourceContents, ToolCallResult } from '../core/mcp/connection/content.ts';
import type { JsonObject } from '../shared/base/json.ts';
import { resourceFileName } from './resourceFileName.ts';

/** A call that was made by hand. */
export interface HandRun {
  readonly server: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly durationMs: number;
  readonly result: ToolCallResult;
}

/** A result to be read in editors: a text for all of it, and a file for each thing that is no text. */
export interface ToolResultDocument {
  /** Markdown, in which everything a server said is fenced. */
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** Puts a result into words. Nothing of it is left out: what cannot be shown is named. */
export async function toolResultDocument(run: HandRun): Promise<ToolResultDocument> {
  const { isSaidAsText } = await import('../core/agent/results/structuredContent.ts');
  const { server, tool, args, durationMs, result } = run;
  const { content, structuredContent, isError } = result;
  const files: { name: string; bytes: Uint8Array }[] = [];
  const keep = (name: string, base64: string): string => {
    const bytes = Buffer.from(base64, 'base64');
    const unique = files.some((file) => file.name === name) ? `${files.length + 1}-${name}` : name;
    files.push({ name: unique, bytes });
    return `${unique}, ${bytes.byteLength} bytes`;
  };
  const parts = content.map((item, index) => contentText(item, index, keep));
  if (structuredContent !== undefined && !isSaidAsText(structuredContent, content)) {
    parts.push(`Structured content:\n\n${fenced(JSON.stringify(structuredContent, undefined, 2), 'json')}`);
  }
  const outcome = isError ? 'It reported an error' : 'It answered';
  const text = [
    `# Tool ${tool} on ${server}`,
    `Run by hand. ${outcome} after ${durationMs} ms.`,
    `Arguments:\n\n${fenced(JSON.stringify(args, undefined, 2), 'json')}`,
    'Result:',
    ...(parts.length > 0 ? parts : ['(no content)']),
  ].join('\n\n');
  return { text: `${text}\n`, files };
}

function contentText(item: McpContent, index: number, keep: (name: string, base64: string) => string): string {
  switch (item.type) {
    case 'text':
      return fenced(item.text, isJson(item.text) ? 'json' : '');
    case 'image':
    case 'audio': {
      const uri = `${item.type}-${index + 1}`;
      return `${item.type}: ${keep(resourceFileName({ uri, mimeType: item.mimeType, isText: false }), item.data)}`;
    }
    case 'resource':
      return resourceText(item.resource, keep);
    case 'resource_link':
      return `Link to a resource: \`${item.uri}\``;
    case 'unknown':
      return `Content of the unknown type ${JSON.stringify(item.typeName)}.`;
  }
}

function resourceText(
  { uri, mimeType, text, blob }: ResourceContents,
  keep: (name: string, base64: string) => string,
): string {
  const heading = `Resource \`${uri}\``;
  if (text !== undefined) return `${heading}:\n\n${fenced(text, '')}`;
  if (blob === undefined) return `${heading} is empty.`;
  return `${heading}: ${keep(resourceFileName({ uri, mimeType, isText: false }), blob)}`;
}

/** Between fences that are longer than any in the text, so that the text cannot end them. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
