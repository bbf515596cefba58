import type { LanguageModel } from '../../models/languageModel.ts';
import type { SamplingInput } from './samplingInput.ts';
import { textsOf } from './samplingInput.ts';

/** What the person reads before the model is asked: everything it is given. */
export function requestText(server: string, { label }: LanguageModel, input: SamplingInput): string {
  const { system, messages, maxOutputTokens } = input;
  const parts = [
    ...(system === '' ? [] : [['System', system] as const]),
    ...messages.map(
      (message) => [message.role === 'user' ? 'User' : 'Assistant', textsOf(message).join('\n')] as const,
    ),
  ];
  const shown = parts.map(([role, text]) => `${role}:\n${text}`).join('\n\n');
  return (
    `"${server}" asks for an answer of your model ${label}, of at most ${maxOutputTokens} tokens. The model is given ` +
    `the words below, no tools, and nothing of this conversation.\n\n${shown}`
  );
}

/** What the person reads before the server gets the answer. */
export function answerText(server: string, { label }: LanguageModel, answer: string): string {
  return `${label} has answered. "${server}" gets this answer if you agree.\n\n${answer}`;
}
