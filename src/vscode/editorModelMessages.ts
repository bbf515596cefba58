import * as vscode from 'vscode';
import type { ModelContent, ModelMessage, ModelRequest } from '../core/models/languageModel.ts';

/** Bytes in a message, which the editor takes since a later version than this extension is built for. */
interface DataPartClass {
  image(data: Uint8Array, mimeType: string): InputPart;
}
type InputPart = vscode.LanguageModelChatMessage['content'][number];

/** Whether this editor can hand images to a model. */
export function takesImageParts(): boolean {
  return dataParts() !== undefined;
}

/** A transcript as the editor takes it. It knows no system role: that text comes first, as the person's. */
export function toEditorMessages(
  { system, messages }: ModelRequest,
  takesImages: boolean,
): vscode.LanguageModelChatMessage[] {
  const converted = messages.flatMap((message) => toEditorMessage(message, takesImages));
  return system === '' ? converted : [vscode.LanguageModelChatMessage.User(system), ...converted];
}

function toEditorMessage(message: ModelMessage, takesImages: boolean): vscode.LanguageModelChatMessage[] {
  const { User, Assistant } = vscode.LanguageModelChatMessageRole;
  switch (message.role) {
    case 'user':
      return ofRole(User, toParts(message.content, takesImages));
    case 'assistant': {
      const text = message.text === '' ? [] : [new vscode.LanguageModelTextPart(message.text)];
      const calls = message.toolCalls.map(
        ({ id, name, input }) => new vscode.LanguageModelToolCallPart(id, name, toObject(input)),
      );
      return ofRole(Assistant, [...text, ...calls]);
    }
    case 'tool':
      return ofRole(
        User,
        message.results.map(
          ({ toolCallId, content }) =>
            new vscode.LanguageModelToolResultPart(toolCallId, toParts(content, takesImages)),
        ),
      );
  }
}

/** The editor refuses a message without content. */
function ofRole(role: vscode.LanguageModelChatMessageRole, parts: InputPart[]): vscode.LanguageModelChatMessage[] {
  return parts.length === 0 ? [] : [new vscode.LanguageModelChatMessage(role, parts)];
}

function toParts(content: readonly ModelContent[], takesImages: boolean): InputPart[] {
  return content.flatMap((part) => {
    if (part.type === 'text') return [new vscode.LanguageModelTextPart(part.text)];
    const image = takesImages ? dataParts()?.image(part.data, part.mimeType) : undefined;
    return image === undefined ? [] : [image];
  });
}

/** Arguments that were no JSON object, kept for the model to see what it wrote. */
function toObject(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : { input };
}

function dataParts(): DataPartClass | undefined {
  const found = (vscode as unknown as { readonly LanguageModelDataPart?: DataPartClass }).LanguageModelDataPart;
  return typeof found?.image === 'function' ? found : undefined;
}
