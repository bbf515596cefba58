import type { ModelContent, ModelMessage, ModelTool } from '../../models/languageModel.ts';

/**
 * Bytes of UTF-8 that make a token. It suits English, code and JSON, and by its bytes also scripts of two and three
 * bytes a letter; what a provider then reports corrects it.
 */
const bytesPerToken = 4;
/** What providers put around a message or a call. */
const frameTokens = 4;
/** Providers count an image by its size on the screen; its bytes tell that roughly. */
const bytesPerImageToken = 500;
const fewestImageTokens = 100;
const mostImageTokens = 1_600;

/** Tokens of a text, estimated. Takes time with its length. */
export function textTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}

export function messageTokens(message: ModelMessage): number {
  switch (message.role) {
    case 'user':
      return frameTokens + contentTokens(message.content);
    case 'assistant': {
      const { text, toolCalls, reasoning = [] } = message;
      const ofCalls = sum(toolCalls, ({ name, input }) => frameTokens + textTokens(name + JSON.stringify(input)));
      return frameTokens + textTokens(text) + ofCalls + sum(reasoning, (block) => textTokens(block.text));
    }
    case 'tool':
      return sum(message.results, ({ content }) => frameTokens + contentTokens(content));
  }
}

export function toolTokens(tool: ModelTool): number {
  return frameTokens + textTokens(JSON.stringify(tool));
}

export function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function contentTokens(content: readonly ModelContent[]): number {
  return sum(content, (part) => (part.type === 'text' ? textTokens(part.text) : imageTokens(part.data.byteLength)));
}

function imageTokens(bytes: number): number {
  return Math.min(Math.max(Math.ceil(bytes / bytesPerImageToken), fewestImageTokens), mostImageTokens);
}
