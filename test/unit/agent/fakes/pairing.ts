import assert from 'node:assert/strict';
import type { ModelMessage } from '../../../../src/core/models/languageModel.ts';

/** Throws unless every call is followed by exactly one result and every result belongs to such a call. */
export function assertPaired(messages: readonly ModelMessage[]): void {
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1];
    if (message.role === 'assistant' && message.toolCalls.length > 0) {
      assert.equal(next?.role, 'tool');
      assert.deepEqual(
        next.results.map(({ toolCallId, name }) => [toolCallId, name]),
        message.toolCalls.map(({ id, name }) => [id, name]),
      );
    }
    if (message.role === 'tool') {
      const before = messages[index - 1];
      assert.ok(before?.role === 'assistant' && before.toolCalls.length > 0);
      for (const { content } of message.results) assert.ok(content.length > 0);
    }
    if (message.role === 'assistant') {
      assert.ok(message.text.trim() !== '' || message.toolCalls.length > 0);
      for (const { input } of message.toolCalls) {
        assert.ok(typeof input === 'object' && input !== null && !Array.isArray(input));
      }
    }
  }
  const ids = messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : [],
  );
  assert.equal(new Set(ids).size, ids.length);
}
