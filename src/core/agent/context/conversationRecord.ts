import { headOf } from '../../base/headOf.ts';
import type { ModelContent, ModelMessage } from '../../models/languageModel.ts';

/** One thing that was said or done: the host's line about it, and the words themselves. */
export interface RecordEntry {
  readonly kind: 'user' | 'material' | 'assistant' | 'call' | 'result';
  readonly heading: string;
  readonly text: string;
}

/** A conversation as a list of what was said and done, in order. Images are named only. */
export function recordOf(messages: readonly ModelMessage[]): RecordEntry[] {
  return messages.flatMap((message): RecordEntry[] => {
    switch (message.role) {
      case 'user':
        return message.isMeta
          ? [{ kind: 'material', heading: 'Put in by the host:', text: textOf(message.content) }]
          : [{ kind: 'user', heading: 'The user:', text: textOf(message.content) }];
      case 'assistant': {
        const said: RecordEntry = { kind: 'assistant', heading: 'The assistant:', text: message.text };
        const calls = message.toolCalls.map(({ name, input }): RecordEntry => {
          return { kind: 'call', heading: `The assistant calls ${name}:`, text: JSON.stringify(input) };
        });
        return message.text.trim() === '' ? calls : [said, ...calls];
      }
      case 'tool':
        return message.results.map(({ name, content, isError }): RecordEntry => {
          const what = isError ? 'Failure' : 'Result';
          return { kind: 'result', heading: `${what} of ${name}:`, text: textOf(content) };
        });
    }
  });
}

/** An entry as text: its words are quoted line by line, so that none can look like a heading of the host. */
export function entryText({ heading, text }: RecordEntry): string {
  const quoted = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `> ${line}`);
  return [heading, ...quoted].join('\n');
}

/** The same entry with at most so many characters of its words. */
export function shortened(entry: RecordEntry, chars: number): RecordEntry {
  const head = headOf(entry.text, chars);
  return head.length === entry.text.length ? entry : { ...entry, text: `${head} … (cut)` };
}

function textOf(content: readonly ModelContent[]): string {
  return content.map((part) => (part.type === 'text' ? part.text : `[image, ${part.mimeType}]`)).join('\n\n');
}
