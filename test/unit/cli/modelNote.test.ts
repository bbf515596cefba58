import assert from 'node:assert/strict';
import { modelNote } from '../../../src/cli/modelNote.ts';

const baseUrl = 'http://127.0.0.1:1/v1';

describe('the note on the model', () => {
  it('names the offline demo and the way to a real model when none is chosen', () => {
    assert.match(modelNote({}, {}) ?? '', /offline demo.*--base-url.*--model.*PATCHBAY_API_KEY/);
  });

  it('is left out when a model is chosen, with or without a key', () => {
    assert.equal(modelNote({ baseUrl }, {}), undefined);
    assert.equal(modelNote({ baseUrl, apiKeyEnv: 'KEY' }, { KEY: 'value' }), undefined);
  });

  it('says that the variable of the key is not set, when it was named', () => {
    assert.match(modelNote({ baseUrl, apiKeyEnv: 'KEY' }, { KEY: '' }) ?? '', /KEY is not set/);
  });
});
