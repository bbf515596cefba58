import * as z from 'zod/mini';
import type { JsonObject } from '../../../shared/base/json.ts';
import { HostRefusal } from '../../mcp/host/hostRefusal.ts';
import type { ModelContent, ModelMessage } from '../../models/languageModel.ts';
import { decodeBase64 } from '../results/base64.ts';
import { imageType } from '../results/imageType.ts';

/** More than a person reads before they allow it. */
const maxChars = 100_000;
/** However many a server asks for. */
const maxOutputTokens = 8_192;

const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
]);
const inputSchema = z.object({
  messages: z.array(
    z.object({ role: z.enum(['user', 'assistant']), content: z.union([blockSchema, z.array(blockSchema)]) }),
  ),
  systemPrompt: z.optional(z.string()),
  maxTokens: z.number(),
  stopSequences: z.optional(z.array(z.string())),
});

/** What a server wants the model to answer. */
export interface SamplingInput {
  /** The server's; it is the whole of it. */
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly hasImages: boolean;
  readonly maxOutputTokens: number;
  readonly stopSequences: readonly string[];
}

/** Reads the parameters of `sampling/createMessage`. Throws a `HostRefusal` for what no model here can be given. */
export function readSamplingInput(params: JsonObject): SamplingInput {
  const { data } = inputSchema.safeParse(params);
  if (!data) throw new HostRefusal('invalid', 'The messages must be texts or images, each of "user" or "assistant".');
  const { messages: written, systemPrompt: system = '', stopSequences = [], maxTokens } = data;
  const messages = written.map(({ role, content }): ModelMessage => {
    const blocks = (Array.isArray(content) ? content : [content]).map(toContent);
    if (role === 'user') return { role, content: blocks };
    const texts = blocks.map((block) => {
      if (block.type === 'text') return block.text;
      throw new HostRefusal('invalid', 'A message of "assistant" must be text.');
    });
    return { role, text: texts.join('\n\n'), toolCalls: [] };
  });
  if (messages.length === 0) throw new HostRefusal('invalid', 'There must be at least one message.');
  const chars = [system, ...messages.flatMap(textsOf)].reduce((sum, { length }) => sum + length, 0);
  if (chars > maxChars) throw new HostRefusal('invalid', `The messages are longer than ${maxChars} characters.`);
  const hasImages = messages.some(
    (message) => message.role === 'user' && message.content.some(({ type }) => type === 'image'),
  );
  const stops = stopSequences.filter((sequence) => sequence !== '');
  return { system, messages, hasImages, maxOutputTokens: Math.min(maxTokens, maxOutputTokens), stopSequences: stops };
}

/** The texts of a message; an image is named by its type and size. */
export function textsOf(message: ModelMessage): readonly string[] {
  if (message.role === 'assistant') return [message.text];
  if (message.role === 'tool') return [];
  return message.content.map((content) =>
    content.type === 'text' ? content.text : `[Image: ${content.mimeType}, ${content.data.length} bytes]`,
  );
}

function toContent(block: z.infer<typeof blockSchema>): ModelContent {
  if (block.type === 'text') return block;
  const data = decodeBase64(block.data);
  const mimeType = data && imageType(data);
  if (!mimeType) throw new HostRefusal('invalid', 'An image must be a PNG, JPEG, GIF or WebP in base64.');
  return { type: 'image', mimeType, data };
}
