import { asObject, type JsonObject, type JsonValue } from '../../shared/base/json.ts';
import type { ModelContent, ModelMessage, ModelReasoning, ModelToolCall, ModelToolResult } from './languageModel.ts';

/** The SDK's messages, as far as this product sends them. Written out so that only the adapter imports the SDK. */
export type SdkMessage =
  | { role: 'user'; content: SdkUserPart[] }
  | { role: 'assistant'; content: SdkAssistantPart[] }
  | { role: 'tool'; content: SdkToolResultPart[] };

type SdkTextPart = { type: 'text'; text: string };
type SdkUserPart = SdkTextPart | { type: 'file'; data: Uint8Array; mediaType: string };
/** By provider. */
type SdkProviderOptions = Record<string, JsonObject>;
type SdkAssistantPart =
  | SdkTextPart
  | { type: 'reasoning'; text: string; providerOptions?: SdkProviderOptions }
  | {
      type: 'tool-call';
      toolCallId: string;
      toolName: string;
      input: JsonObject;
      providerOptions?: SdkProviderOptions;
    };
type SdkToolResultPart = {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: { type: 'text' | 'error-text'; value: string };
};

/** A transcript for the wire. Images are left out, by name, for a model that takes none. */
export function toSdkMessages(messages: readonly ModelMessage[], takesImages: boolean): SdkMessage[] {
  return messages.flatMap((message): SdkMessage[] => {
    switch (message.role) {
      case 'user':
        return message.content.length === 0 ? [] : [{ role: 'user', content: userParts(message.content, takesImages) }];
      case 'assistant': {
        const text: SdkAssistantPart[] = message.text === '' ? [] : [{ type: 'text', text: message.text }];
        const reasoning = (message.reasoning ?? []).map(reasoningPart);
        const spoken = [...text, ...message.toolCalls.map(callPart)];
        const content = spoken.length === 0 ? [] : [...reasoning, ...spoken];
        // Endpoints refuse an assistant message that says nothing.
        return content.length === 0 ? [] : [{ role: 'assistant', content }];
      }
      case 'tool':
        return toolMessages(message.results, takesImages);
    }
  });
}

function userParts(content: readonly ModelContent[], takesImages: boolean): SdkUserPart[] {
  return content.map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text };
    if (!takesImages) return { type: 'text', text: imageNote(part, 'not sent, because this model takes no images') };
    return { type: 'file', data: part.data, mediaType: part.mimeType };
  });
}

function reasoningPart({ text, providerMetadata }: ModelReasoning): SdkAssistantPart {
  return { type: 'reasoning', text, ...optionsOf(providerMetadata) };
}

function callPart({ id, name, input, providerMetadata }: ModelToolCall): SdkAssistantPart {
  const call = { type: 'tool-call', toolCallId: id, toolName: name, input: sendableInput(input) } as const;
  return { ...call, ...optionsOf(providerMetadata) };
}

/** What a provider gave is given back to it as it was. */
function optionsOf(metadata: JsonObject | undefined): { providerOptions?: SdkProviderOptions } {
  return metadata === undefined ? {} : { providerOptions: metadata as SdkProviderOptions };
}

/** Some endpoints fail the whole request when earlier arguments are not an object, so what is none is wrapped in one. */
function sendableInput(input: JsonValue): JsonObject {
  return asObject(input) ?? { invalid_arguments: input };
}

/** A tool message carries text alone in this protocol; images of results follow in one message of the user. */
function toolMessages(results: readonly ModelToolResult[], takesImages: boolean): SdkMessage[] {
  const content = results.map((result): SdkToolResultPart => {
    const output = { type: result.isError ? 'error-text' : 'text', value: resultText(result, takesImages) } as const;
    return { type: 'tool-result', toolCallId: result.toolCallId, toolName: result.name, output };
  });
  const images = takesImages ? results.flatMap(imageParts) : [];
  if (content.length === 0) return [];
  return images.length === 0
    ? [{ role: 'tool', content }]
    : [
        { role: 'tool', content },
        { role: 'user', content: images },
      ];
}

function resultText(result: ModelToolResult, takesImages: boolean): string {
  const fate = takesImages ? 'in the next message' : 'not sent, because this model takes no images';
  const lines = result.content.map((part) => (part.type === 'text' ? part.text : imageNote(part, fate)));
  return lines.join('\n') || '(no content)';
}

function imageParts(result: ModelToolResult): SdkUserPart[] {
  const images = result.content.filter((part) => part.type === 'image');
  if (images.length === 0) return [];
  const label: SdkUserPart = { type: 'text', text: `Images from the result of ${result.name} (${result.toolCallId}):` };
  return [label, ...userParts(images, true)];
}

function imageNote(part: Extract<ModelContent, { type: 'image' }>, fate: string): string {
  return `[Image, ${part.mimeType}, ${part.data.byteLength} bytes: ${fate}]`;
}
