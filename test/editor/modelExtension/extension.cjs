'use strict';
// Brings models to a real editor: one that answers by fixed rules, and some that fail. Plain JavaScript, since the editor
// loads this folder as it is.
const vscode = require('vscode');

const vendor = 'patchbay-tests';
const models = ['echo', 'busy', 'slow', 'unknown-failure'].map((id) => ({
  id,
  name: `Test model ${id}`,
  family: 'tests',
  version: '1',
  maxInputTokens: 12_000,
  maxOutputTokens: 1_000,
  capabilities: { toolCalling: true, imageInput: true },
}));

/** @param {import('vscode').ExtensionContext} context */
exports.activate = (context) => {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider(vendor, {
      provideLanguageModelChatInformation: () => models,
      provideLanguageModelChatResponse: answer,
      provideTokenCount: () => Promise.resolve(1),
    }),
  );
};

/** @type {import('vscode').LanguageModelChatProvider['provideLanguageModelChatResponse']} */
async function answer(model, messages, options, progress, token) {
  if (model.id === 'busy') throw new Error('Quota exceeded: 429 Too Many Requests');
  if (model.id === 'unknown-failure') throw new Error('The disk is on fire');
  if (model.id === 'slow') {
    progress.report(new vscode.LanguageModelTextPart('Wait'));
    return new Promise((resolve) => token.onCancellationRequested(resolve));
  }
  const parts = messages.flatMap(({ role, content }) => content.map((part) => ({ role, part })));
  const [tool] = options.tools ?? [];
  const hasResult = parts.some(({ part }) => part instanceof vscode.LanguageModelToolResultPart);
  if (tool && !hasResult) progress.report(new vscode.LanguageModelToolCallPart('call-1', tool.name, { asked: 'it' }));
  // What it was given, for the test to look at.
  else progress.report(new vscode.LanguageModelTextPart(JSON.stringify(parts.map(told))));
}

/** @param {{ role: import('vscode').LanguageModelChatMessageRole, part: unknown }} said */
function told({ role, part }) {
  const who = role === vscode.LanguageModelChatMessageRole.User ? 'user' : 'assistant';
  if (part instanceof vscode.LanguageModelTextPart) return [who, 'text', part.value];
  if (part instanceof vscode.LanguageModelToolCallPart) return [who, 'call', part.callId, part.name, part.input];
  if (part instanceof vscode.LanguageModelToolResultPart) {
    return [who, 'result', part.callId, part.content.map((content) => Object(content).value)];
  }
  const { mimeType, data } = Object(part);
  return [who, 'data', mimeType, data.length];
}
