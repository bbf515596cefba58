import assert from 'node:assert/strict';
import * as z from 'zod';
import { reasonOf } from '../../../src/core/mcp/errorReason.ts';

describe('The reason of an error, as the end of a sentence', () => {
  it('is its message without the last full stop', () => {
    assert.equal(reasonOf(new Error('The disk is full.')), 'The disk is full');
    assert.equal(reasonOf('odd'), 'odd');
  });

  it('is never empty', () => {
    assert.equal(reasonOf(new Error(' ')), 'no reason given');
  });

  it('says in words where a message does not fit its schema', () => {
    const schema = z.object({ tools: z.array(z.object({ name: z.string() })) });
    assert.equal(
      reasonOf(schema.safeParse({ tools: [{ name: 1 }] }).error),
      'Invalid input: expected string, received number at "tools.0.name"',
    );
    assert.equal(reasonOf(z.union([schema, z.string()]).safeParse(null).error), 'Invalid input, which is no message');
  });
});
