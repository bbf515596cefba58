import * as vscode from 'vscode';
import { abortable, abortableIterable } from '../core/base/abortable.ts';
import type { LanguageModel, ModelEvent, ModelRequest } from '../core/models/languageModel.ts';
import type { JsonValue } from '../shared/base/json.ts';
import { toEditorFailure } from './editorModelFailure.ts';
import { takesImageParts, toEditorMessages } from './editorModelMessages.ts';

/** What newer editors say of a model, beyond the API that this extension is built for. */
interface WithCapabilities {
  readonly capabilities?: { readonly supportsToolCalling?: unknown; readonly supportsImageToText?: unknown };
}

/** A model of the editor. It counts no tokens of an answer, so its usage is unknown. */
export class EditorLanguageModel implements LanguageModel {
  readonly id: string;
  readonly label: string;
  readonly isDemo = false;
  readonly takesImages: boolean;
  readonly takesTools: boolean;
  readonly schemaDialect = 'openai';
  readonly contextWindow: number;
  readonly #model: vscode.LanguageModelChat;

  constructor(provider: string, id: string, label: string, model: vscode.LanguageModelChat) {
    const { capabilities } = model as vscode.LanguageModelChat & WithCapabilities;
    this.id = `${provider}/${id}`;
    this.label = label;
    this.takesImages = takesImageParts() && capabilities?.supportsImageToText !== false;
    this.takesTools = capabilities?.supportsToolCalling !== false;
    this.contextWindow = model.maxInputTokens;
    this.#model = model;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const cancellation = new vscode.CancellationTokenSource();
    const cancel = (): void => cancellation.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      signal.throwIfAborted();
      yield* this.#events(request, cancellation.token, signal);
    } catch (error) {
      throw await toEditorFailure(this.label, error, signal.aborted);
    } finally {
      signal.removeEventListener('abort', cancel);
      // Also ends the request when the reader leaves early.
      cancellation.cancel();
      cancellation.dispose();
    }
  }

  async *#events(
    request: ModelRequest,
    token: vscode.CancellationToken,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent> {
    const options: vscode.LanguageModelChatRequestOptions = {
      justification: vscode.l10n.t('Patchbay uses this model to answer in its chat.'),
      tools: request.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    };
    const sent = this.#model.sendRequest(toEditorMessages(request, this.takesImages), options, token);
    const response = await abortable(Promise.resolve(sent), signal);
    let hasCalls = false;
    for await (const part of abortableIterable(response.stream, signal)) {
      if (part instanceof vscode.LanguageModelTextPart) {
        if (part.value !== '') yield { type: 'text', delta: part.value };
      } else if (part instanceof vscode.LanguageModelToolCallPart) {
        hasCalls = true;
        yield { type: 'toolCall', id: part.callId, name: part.name, input: part.input as JsonValue };
      }
    }
    yield { type: 'finish', reason: hasCalls ? 'toolCalls' : 'stop' };
  }
}
