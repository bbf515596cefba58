import type { Artifact, ResultBlock } from '../../shared/thread/resultBlock.ts';
import { fenced, inCode } from './exportText.ts';

/** What servers sent, as paragraphs of Markdown: text in fences, stored content by its id. */
export function blocksMarkdown(blocks: readonly ResultBlock[]): string[] {
  return blocks.flatMap(blockMarkdown);
}

function blockMarkdown(block: ResultBlock): string[] {
  switch (block.type) {
    case 'text':
    case 'placeholder':
      return [fenced(block.text)];
    case 'json':
      return [fenced(block.text, 'json')];
    case 'resource':
      return [`Resource ${inCode(block.uri)} of ${inCode(block.server)}:`, fenced(block.text)];
    case 'resourceLink':
      return [`Link to the resource ${inCode(block.uri)} of ${inCode(block.server)}.`];
    case 'image':
      return [`Image, stored as ${stored(block.artifact)}.`];
    case 'artifact': {
      const kind = { text: 'Text', audio: 'Audio', blob: 'Content' }[block.kind];
      const said = `${kind}, stored as ${stored(block.artifact)}`;
      return block.excerpt === undefined ? [`${said}.`] : [`${said}. It begins with:`, fenced(block.excerpt)];
    }
  }
}

function stored({ id, mimeType, bytes }: Artifact): string {
  return `${inCode(id)} (${inCode(mimeType)}, ${bytes} bytes)`;
}
