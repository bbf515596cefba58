import assert from 'node:assert/strict';
import { CommandError } from '../../../src/cli/commandError.ts';
import { conversationSettings } from '../../../src/cli/conversationSettings.ts';
import type { ConversationOptions } from '../../../src/cli/conversationOptions.ts';

const baseUrl = 'http://127.0.0.1:1/v1';

describe('the settings of a conversation', () => {
  it('choose the offline demo when no model is named', () => {
    const { model, providers } = conversationSettings({});
    assert.deepEqual({ model, providers }, { model: '', providers: {} });
  });

  it('make a provider of the endpoint, with the key in PATCHBAY_API_KEY', () => {
    const { model, providers } = conversationSettings({ baseUrl, model: 'qwen3' });
    assert.equal(model, 'endpoint/qwen3');
    assert.deepEqual(providers, {
      endpoint: { type: 'openai-compatible', baseUrl, apiKeyEnv: 'PATCHBAY_API_KEY' },
    });
  });

  it('take the provider before the first slash of the model', () => {
    const { model, providers } = conversationSettings({ baseUrl, model: 'hub/org/qwen3', apiKeyEnv: 'HUB_KEY' });
    assert.equal(model, 'hub/org/qwen3');
    assert.deepEqual(providers, { hub: { type: 'openai-compatible', baseUrl, apiKeyEnv: 'HUB_KEY' } });
  });

  it('know some providers by name, with the variable of their key or the one that is named', () => {
    const own = conversationSettings({ model: 'anthropic/claude-x' });
    assert.equal(own.model, 'anthropic/claude-x');
    assert.equal(own.providers['anthropic']?.type, 'anthropic');
    assert.equal(own.providers['anthropic']?.apiKeyEnv, 'ANTHROPIC_API_KEY');
    const named = conversationSettings({ model: 'openai/gpt-x', apiKeyEnv: 'MY_KEY' });
    assert.equal(named.providers['openai']?.baseUrl, 'https://api.openai.com/v1');
    assert.equal(named.providers['openai']?.apiKeyEnv, 'MY_KEY');
  });

  it('turn allowed and disallowed tools into rules', () => {
    const { permissionRules } = conversationSettings({ allowedTools: ['a', 'b'], disallowedTools: ['c'] });
    assert.deepEqual(permissionRules, [
      { effect: 'allow', tool: 'a' },
      { effect: 'allow', tool: 'b' },
      { effect: 'deny', tool: 'c' },
    ]);
  });

  it('allow 100 rounds and ask unless told otherwise', () => {
    const { maxRounds, permissionMode } = conversationSettings({});
    assert.deepEqual({ maxRounds, permissionMode }, { maxRounds: 100, permissionMode: 'ask' });
    assert.equal(conversationSettings({ maxRounds: 3 }).maxRounds, 3);
    assert.equal(conversationSettings({ permissionMode: 'bypass' }).permissionMode, 'bypass');
  });

  const wrong: readonly [string, ConversationOptions, RegExp][] = [
    ['a model without its endpoint', { model: 'qwen3' }, /--base-url.*openai/],
    ['a model of a provider that nobody knows', { model: 'hub/qwen3' }, /--base-url.*openai/],
    ['a known provider without a model', { model: 'openai/' }, /PROVIDER\/MODEL/],
    ['a model of the editor', { model: 'vscode-lm/copilot/gpt' }, /--base-url/],
    ['an endpoint without a model', { baseUrl }, /--model/],
    ['a key without a model', { apiKeyEnv: 'KEY' }, /--model/],
    ['an endpoint that is no URL', { baseUrl: 'localhost', model: 'm' }, /http or https URL/],
    ['an endpoint of another protocol', { baseUrl: 'ftp://host/v1', model: 'm' }, /http or https URL/],
    ['a model without a name', { baseUrl, model: 'hub/' }, /PROVIDER\/MODEL/],
    ['a model without a provider before its slash', { baseUrl, model: '/m' }, /PROVIDER\/MODEL/],
  ];
  for (const [what, options, message] of wrong) {
    it(`refuse ${what} as wrong usage`, () =>
      assert.throws(
        () => conversationSettings(options),
        (error: unknown) => error instanceof CommandError && error.exitCode === 2 && message.test(error.message),
      ));
  }
});
