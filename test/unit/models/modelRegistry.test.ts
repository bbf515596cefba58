import assert from 'node:assert/strict';
import type { SecretStore } from '../../../src/core/base/secretStore.ts';
import type { EditorModels } from '../../../src/core/models/editorModels.ts';
import { ModelError } from '../../../src/core/models/modelError.ts';
import { listModels, resolveModel } from '../../../src/core/models/modelRegistry.ts';
import type { ProviderSettings } from '../../../src/core/settings.ts';
import { saying } from '../../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../../servers/scriptedModel/scriptedModelServer.ts';
import { aRequest, roundOf } from './modelRound.ts';

const noSecrets = secretsOf({});

describe('the registry of models', () => {
  const local: ProviderSettings = {
    type: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:1234/v1',
    models: [{ id: 'org/small', contextWindow: 8192, images: true }, { id: 'big' }],
  };
  const open: ProviderSettings = { type: 'openai-compatible', baseUrl: 'http://127.0.0.1:4321/v1' };
  const providers = { local, open };

  function resolve(model: string, given: Readonly<Record<string, ProviderSettings>> = providers) {
    return resolveModel({ settings: { model, providers: given }, environment: {}, secrets: noSecrets });
  }

  async function failureOf(model: string, given?: Readonly<Record<string, ProviderSettings>>): Promise<ModelError> {
    try {
      await resolve(model, given);
    } catch (error) {
      assert.ok(error instanceof ModelError);
      assert.equal(error.code, 'not_configured');
      return error;
    }
    return assert.fail(`"${model}" was found`);
  }

  for (const model of ['', '  ', 'demo/offline']) {
    it(`gives the offline demo for the setting "${model}"`, async () => {
      assert.equal((await resolve(model)).isDemo, true);
    });
  }

  it('gives the offline demo for any model of a provider of that type', async () => {
    assert.equal((await resolve('try/it', { try: { type: 'demo' } })).isDemo, true);
  });

  it('splits provider from model at the first slash', async () => {
    const model = await resolve('local/org/small');
    assert.equal(model.id, 'local/org/small');
    assert.equal(model.label, 'org/small');
    assert.equal(model.contextWindow, 8192);
    assert.equal(model.takesImages, true);
    assert.equal(model.isDemo, false);
  });

  it('knows the usual providers without an entry, and lays an entry over what it knows', async () => {
    const claude = await resolve('anthropic/claude-x');
    assert.deepEqual([claude.label, claude.takesImages, claude.schemaDialect], ['claude-x', true, 'anthropic']);
    assert.equal((await resolve('google/gemini-x')).schemaDialect, 'google');
    const openai = { type: 'openai-compatible', models: [{ id: 'gpt-x', contextWindow: 1_000 }] } as const;
    assert.equal((await resolve('openai/gpt-x', { openai })).contextWindow, 1_000);
    assert.match((await failureOf('openai/other', { openai })).message, /lists no model "other"/);
  });

  it('gives a model of the editor, and says where there is none', async () => {
    assert.match((await failureOf('vscode-lm/copilot/mini')).message, /in the editor only/);
  });

  it('takes any model of a provider that lists none', async () => {
    const model = await resolve('open/vendor/anything:7b');
    assert.equal(model.label, 'vendor/anything:7b');
    assert.equal(model.takesImages, false);
  });

  const unknown: readonly (readonly [model: string, says: RegExp])[] = [
    ['nowhere/x', /there is no provider "nowhere"/],
    ['constructor/x', /there is no provider "constructor"/],
    ['local/huge', /provider "local" lists no model "huge"/],
    ['small', /a model is written <provider>\/<model>/],
    ['local/', /a model is written <provider>\/<model>/],
  ];
  for (const [model, says] of unknown) {
    it(`says what is configured when the setting is "${model}"`, async () => {
      const { message } = await failureOf(model);
      assert.match(message, says);
      assert.match(message, /Configured: local\/org\/small, local\/big, open\/<any model>, demo\/offline\./);
      assert.match(message, /patchbay\.providers/);
    });
  }

  const badUrls: readonly (readonly [baseUrl: string | undefined, says: RegExp])[] = [
    [undefined, /no baseUrl/],
    ['localhost:1234/v1', /must begin with http/],
    ['not a url', /is not a URL/],
    ['http://me:pass-word-99@127.0.0.1/v1', /user name or password/],
  ];
  for (const [baseUrl, says] of badUrls) {
    it(`says what is wrong with the base URL ${String(baseUrl)}`, async () => {
      const { message } = await failureOf('p/m', { p: { type: 'openai-compatible', baseUrl } });
      assert.match(message, says);
      assert.ok(!message.includes('pass-word-99'));
    });
  }

  it('lists the demo, what each provider lists, what the editor has, and providers that take any name', async () => {
    const editorModels: EditorModels = {
      list: () => Promise.resolve([{ id: 'copilot/mini', label: 'Mini' }]),
      resolve: () => assert.fail('nobody chose it'),
    };
    // Nothing listens there: the discard port is taken by nobody.
    const quiet = { type: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', models: [{ id: 'x' }] } as const;
    const settings = { model: '', providers: { ...providers, ollama: quiet, lmstudio: quiet } };
    const choices = await listModels({ settings, environment: {}, secrets: noSecrets, editorModels });
    const of = (isOpen: boolean) => choices.filter((choice) => choice.isOpen === isOpen);
    assert.deepEqual(
      of(false).map(({ id, label, isDemo }) => [id, label, isDemo]),
      [
        ['demo/offline', 'Offline demo – no AI', true],
        ['local/org/small', 'org/small', false],
        ['local/big', 'big', false],
        ['ollama/x', 'x', false],
        ['lmstudio/x', 'x', false],
        ['vscode-lm/copilot/mini', 'Mini', false],
      ],
    );
    assert.ok(of(true).some(({ id, label }) => id === 'anthropic/' && label === 'Anthropic'));
  });

  describe('and keys', () => {
    let server: ScriptedModelServer;
    beforeEach(async () => {
      server = await ScriptedModelServer.start([saying('ok')]);
    });
    afterEach(() => server.dispose());

    async function authorization(secrets: SecretStore, environment: Record<string, string>) {
      const provider = {
        type: 'openai-compatible',
        baseUrl: `${server.baseUrl}/chat/completions`,
        apiKeyEnv: 'P_KEY',
      } as const;
      const settings = { model: 'p/m', providers: { p: provider } };
      const { error } = await roundOf(await resolveModel({ settings, environment, secrets }), aRequest());
      assert.equal(error, undefined);
      return server.requests[0]?.headers['authorization'];
    }

    it('sends the stored key', async () => {
      assert.equal(await authorization(secretsOf({ 'apiKey:p': 'stored' }), { P_KEY: 'other' }), 'Bearer stored');
    });

    it('sends the key of the environment variable when none is stored', async () => {
      assert.equal(await authorization(noSecrets, { P_KEY: 'from-env\n', OTHER: 'no' }), 'Bearer from-env');
    });

    it('takes an empty variable for no key', async () => {
      const provider = { type: 'openai-compatible', baseUrl: server.baseUrl, apiKeyEnv: 'P_KEY' } as const;
      const settings = { model: 'p/m', providers: { p: provider } };
      const model = await resolveModel({ settings, environment: { P_KEY: ' ' }, secrets: noSecrets });
      await roundOf(model, aRequest());
      assert.equal(server.requests[0]?.headers['authorization'], undefined);
    });

    it('sends none when there is none, which is fine', async () => {
      assert.equal(await authorization(noSecrets, { OTHER: 'no' }), undefined);
    });
  });
});

function secretsOf(values: Record<string, string>): SecretStore {
  return {
    get: (key) => Promise.resolve(values[key]),
    set: () => assert.fail('nothing is stored'),
    delete: () => assert.fail('nothing is deleted'),
  };
}
