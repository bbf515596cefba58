import type { ResultBlock } from '../../../shared/thread/resultBlock.ts';

/** A block that says itself in text; images are apart, since a model may be shown them. */
export type TextualBlock = Exclude<ResultBlock, { type: 'image' }>;

/** How a model reads a block. Names, URIs and types are JSON strings, so that none can look like the host's own words. */
export function blockText(block: TextualBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'json':
      return `Structured content:\n\n${block.text}`;
    case 'resource': {
      const { server, uri, mimeType, text } = block;
      return `Resource ${described(uri, server, mimeType)}:\n\n${orEmpty(text)}`;
    }
    case 'resourceLink': {
      const { name, server, uri, mimeType } = block;
      const link = name === undefined ? 'Link to resource' : `Link ${JSON.stringify(name)} to resource`;
      return `${link} ${described(uri, server, mimeType)}, readable with access_mcp_resource.`;
    }
    case 'artifact':
      return artifactText(block);
    case 'placeholder':
      return `[${block.text}]`;
  }
}

/** A text, or the words for an empty one. */
export function orEmpty(text: string): string {
  return text.trim() === '' ? '(empty)' : text;
}

/** Names a resource on one line. */
export function described(uri: string, server: string, mimeType: string | undefined): string {
  const type = mimeType === undefined ? '' : ` (${JSON.stringify(mimeType)})`;
  return `${JSON.stringify(uri)} of server ${JSON.stringify(server)}${type}`;
}

/** Names a stored piece on one line. */
export function storedAs({ artifact, uri }: Extract<ResultBlock, { artifact: unknown }>): string {
  const of = uri === undefined ? '' : ` of ${JSON.stringify(uri)}`;
  return `${of} (${artifact.mimeType}, ${artifact.bytes} bytes) is stored as ${JSON.stringify(artifact.id)}`;
}

function artifactText(block: Extract<ResultBlock, { type: 'artifact' }>): string {
  const { kind, chars, excerpt } = block;
  if (kind !== 'text') return `[${kind === 'audio' ? 'Audio' : 'Binary content'}${storedAs(block)}.]`;
  const length = chars === undefined ? '' : ` has ${chars} characters and`;
  const line = `The whole text${storedAs(block)}; it${length} is readable with read_artifact.`;
  return excerpt === undefined ? `[${line}]` : `[${line} It begins:]\n\n${excerpt}`;
}
