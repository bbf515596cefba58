import type {
  McpContent,
  PromptResult,
  ResourceContents,
  ResourceReadResult,
  ToolCallResult,
} from '../../core/mcp/connection/content.ts';

/** What a tool answered, for a person to read. Structured content counts only where no text says the same. */
export function readableToolResult({ content, structuredContent }: ToolCallResult): string {
  const parts = content.map(readableContent);
  const hasText = content.some(({ type }) => type === 'text');
  if (structuredContent !== undefined && !hasText) parts.push(JSON.stringify(structuredContent, undefined, 2));
  return lines(parts);
}

export function readableResource({ contents }: ResourceReadResult): string {
  return lines(contents.map(readableContents));
}

/** Messages apart by an empty line. */
export function readablePrompt({ messages }: PromptResult): string {
  return messages.map(({ role, content }) => `${role}:\n${lines([readableContent(content)])}`).join('\n');
}

function readableContent(content: McpContent): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'image':
    case 'audio':
      return binary(content.type, content.mimeType, content.data);
    case 'resource':
      return readableContents(content.resource);
    case 'resource_link':
      return `[resource ${content.uri}${content.name === undefined ? '' : ` "${content.name}"`}]`;
    case 'unknown':
      return `[content of the unknown type "${content.typeName}"; --json shows it]`;
  }
}

function readableContents({ uri, mimeType, text, blob }: ResourceContents): string {
  if (text !== undefined) return text;
  if (blob !== undefined) return binary(uri, mimeType ?? 'application/octet-stream', blob);
  return `[${uri} is empty]`;
}

function binary(what: string, mimeType: string, base64: string): string {
  const bytes = Buffer.byteLength(base64, 'base64');
  return `[${what}, ${mimeType}, ${bytes} bytes; --json shows it as base64]`;
}

function lines(parts: readonly string[]): string {
  return parts.map((part) => (part.endsWith('\n') ? part : `${part}\n`)).join('');
}
