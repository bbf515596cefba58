import assert from 'node:assert/strict';
import { readRequiredElicitations } from '../../../../src/core/mcp/host/elicitationRequest.ts';

describe('what has to be visited before a request is sent again', () => {
  const entry = { mode: 'url', message: 'Sign in', url: 'https://example.com/', elicitationId: 'e-1' };

  it('is read from the data of the error', () => {
    assert.deepEqual(readRequiredElicitations('tour', { elicitations: [entry] }), [{ ...entry, server: 'tour' }]);
  });

  it('leaves out what no person may be sent to', () => {
    const bad = [
      { ...entry, url: 'http://example.com/' },
      { ...entry, url: 'javascript:alert(1)' },
      { ...entry, message: 7 },
      { ...entry, elicitationId: 'x'.repeat(1_001) },
      'nothing',
      null,
    ];
    assert.deepEqual(readRequiredElicitations('tour', { elicitations: [...bad, entry] }), [
      { ...entry, server: 'tour' },
    ]);
  });

  it('is nothing when the data are of another form, and no more than a person would go through', () => {
    for (const data of [undefined, null, 'text', {}, { elicitations: {} }]) {
      assert.deepEqual(readRequiredElicitations('tour', data), []);
    }
    const many = Array.from({ length: 1_000 }, () => entry);
    assert.equal(readRequiredElicitations('tour', { elicitations: many }).length, 16);
  });
});
