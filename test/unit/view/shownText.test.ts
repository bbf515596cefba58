import assert from 'node:assert/strict';
import { textChunks } from '../../../webview-ui/components/textChunks.ts';
import { counted, text } from '../../../webview-ui/text.ts';

describe('text', () => {
  it('fills placeholders, and takes values for what they are', () => {
    assert.equal(text('toolOnServer', { tool: '{server}', server: '$&' }), 'Tool {server} on $&');
  });

  it('shows what hides or reorders in a value', () => {
    assert.equal(text('toolOnServer', { tool: 'a\u202eb', server: 'c\u3164' }), 'Tool a\\u202eb on c\\u3164');
  });

  it('groups the digits of numbers', () => {
    assert.equal(text('characters', { count: 1234567 }), '1,234,567 characters');
  });

  it('counts by the plural rules', () => {
    assert.deepEqual([counted('tools', 0), counted('tools', 1), counted('tools', 2)], ['0 tools', '1 tool', '2 tools']);
  });
});

describe('textChunks', () => {
  it('loses nothing of a text, whatever its lines', () => {
    for (const sample of ['', 'short', 'x'.repeat(12_345), 'line\n'.repeat(5000), '😀'.repeat(7000)]) {
      const chunks = textChunks(sample);
      assert.equal(chunks.join(''), sample);
      assert.ok(chunks.every((chunk) => chunk.length <= 5000));
    }
  });

  it('cuts after line ends where there are any, and never through a character', () => {
    assert.ok(textChunks('line\n'.repeat(5000)).every((chunk) => chunk.endsWith('\n')));
    assert.ok(textChunks(`a${'😀'.repeat(7000)}`).every((chunk) => !/^[\uDC00-\uDFFF]/.test(chunk)));
  });
});
