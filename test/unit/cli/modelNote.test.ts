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

  it('says that the key of a known provider is missing, unless it wants none', () => {
    assert.match(modelNote({ model: 'openai/gpt-x' }, {}) ?? '', /OPENAI_API_KEY is not set/);
    assert.equal(modelNote({ model: 'openai/gpt-x', apiKeyEnv: 'MY_KEY' }, { MY_KEY: 'value' }), undefined);
    assert.equal(modelNote({ model: 'ollama/qwen3' }, {}), undefined);
  });

  it('says that the variable of the key is not set, when it was named', () => {
    assert.match(modelNote({ baseUrl, apiKeyEnv: 'KEY' }, { KEY: '' }) ?? '', /KEY is not set/);
  });
});
