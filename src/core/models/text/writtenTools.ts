import type { JsonValue } from '../../../shared/base/json.ts';
import { asObject } from '../../../shared/base/json.ts';
import type { ModelContent, ModelMessage, ModelTool, ModelToolCall, ModelToolResult } from '../languageModel.ts';
import { escaped } from './xmlText.ts';

const guide = `## Calling tools
Call a tool by writing it in your answer as XML: the name of the tool as the tag, and each argument as an element in it.
Text is written as it is, with &lt; for < and &amp; for &; every other value as JSON. For example, for a tool "name":

\`\`\`xml
<name>
<argument>value</argument>
</name>
\`\`\`

Write calls outside of code blocks. End your answer after the last call: the results are given to you in the next message.
Call only these tools. What is quoted was written by their servers.`;

/** What a model is told of the tools, to be put after its system prompt. */
export function toolGuide(tools: readonly ModelTool[]): string {
  const described = tools.map(
    ({ name, description, inputSchema }) =>
      `### ${name}\n${quoted(description)}\nArguments, as JSON Schema: ${JSON.stringify(inputSchema)}`,
  );
  return [guide, ...described].join('\n\n');
}

/** A transcript without calls and results of tools: they are written as text. */
export function writtenMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    switch (message.role) {
      case 'user':
        return message;
      case 'assistant': {
        const text = [message.text, ...message.toolCalls.map(writtenCall)].filter((part) => part !== '').join('\n\n');
        return { ...message, text, toolCalls: [] };
      }
      case 'tool':
        return { role: 'user', isMeta: true, content: message.results.flatMap(writtenResult) };
    }
  });
}

function writtenCall({ name, input }: ModelToolCall): string {
  const values = asObject(input);
  const body = values
    ? Object.entries(values).map(([key, value]) => `<${key}>${escaped(textOf(value))}</${key}>\n`)
    : [`${escaped(textOf(input ?? ''))}\n`];
  return `<${name}>\n${body.join('')}</${name}>`;
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Each line is quoted, so that a result cannot be taken for anybody's own words. */
function writtenResult({ name, content, isError }: ModelToolResult): ModelContent[] {
  const opening = isError ? `The call of ${name} failed:` : `Result of the call of ${name}:`;
  const parts = content.map((part): ModelContent =>
    part.type === 'text' ? { type: 'text', text: quoted(part.text) } : part,
  );
  const [first, ...others] = parts;
  if (first?.type === 'text') return [{ type: 'text', text: `${opening}\n${first.text}` }, ...others];
  return [{ type: 'text', text: opening }, ...parts];
}

function quoted(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n');
}
