import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/shared/base/json.ts';
import { elicitationDefaults } from '../../../../src/core/mcp/host/elicitationDefaults.ts';
import type { ElicitationAnswer } from '../../../../src/core/mcp/host/hostHandlers.ts';

function answerTo(properties: JsonObject, required: string[] = []): Promise<ElicitationAnswer> {
  const requestedSchema = { type: 'object', properties, required };
  return elicitationDefaults.elicit(
    { mode: 'form', server: 'tour', message: 'm', requestedSchema },
    new AbortController().signal,
  );
}

const titled = [
  { const: 'r', title: 'Red' },
  { const: 'g', title: 'Green' },
];

/** Every kind of field of the specification ("client/elicitation", supported schema types). */
const kinds: Readonly<Record<string, JsonObject>> = {
  'a text': { type: 'string', minLength: 1, default: 'Rome' },
  'an email address': { type: 'string', format: 'email', default: 'ada@example.com' },
  'an address': { type: 'string', format: 'uri', default: 'https://example.com/' },
  'a date': { type: 'string', format: 'date', default: '2026-07-28' },
  'a time': { type: 'string', format: 'date-time', default: '2026-07-28T10:00:00+02:00' },
  'a number': { type: 'number', minimum: 0.5, default: 0.5 },
  'a whole number': { type: 'integer', default: 0 },
  'a switch that is off': { type: 'boolean', default: false },
  'a choice': { type: 'string', enum: ['a', 'b'], default: 'b' },
  'a choice with names of the old form': { type: 'string', enum: ['a'], enumNames: ['A'], default: 'a' },
  'a choice with titles': { type: 'string', oneOf: titled, default: 'g' },
  'several choices': { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['a', 'b'] },
  'several choices with titles': { type: 'array', items: { anyOf: titled }, maxItems: 1, default: ['r'] },
  'an empty text': { type: 'string', default: '' },
};

describe('answering forms with their defaults', () => {
  for (const [kind, field] of Object.entries(kinds)) {
    it(`fills in ${kind}`, async () => {
      assert.deepEqual(await answerTo({ field }, ['field']), {
        action: 'accept',
        content: { field: field['default'] },
      });
    });
  }

  it('leaves out fields without a default, and declines when one of them is required', async () => {
    const fields = { a: { type: 'string' }, b: { type: 'string', default: 'x' } };
    assert.deepEqual(await answerTo(fields, ['b']), { action: 'accept', content: { b: 'x' } });
    assert.deepEqual(await answerTo(fields, ['a']), { action: 'decline' });
  });

  it('declines when a default does not fit its field', async () => {
    assert.deepEqual(await answerTo({ a: { type: 'integer', minimum: 1, default: 0 } }), { action: 'decline' });
    assert.deepEqual(await answerTo({ a: { type: 'string', format: 'date', default: 'soon' } }), { action: 'decline' });
    assert.deepEqual(await answerTo({ a: { type: 'string', oneOf: titled, default: 'blue' } }), { action: 'decline' });
  });

  it('sends nobody to an address', async () => {
    assert.deepEqual(elicitationDefaults.modes, ['form']);
    const url = { mode: 'url', server: 'tour', message: 'm', url: 'https://example.com/' } as const;
    assert.deepEqual(await elicitationDefaults.elicit(url, new AbortController().signal), { action: 'decline' });
  });
});
