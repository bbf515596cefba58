import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OpenAiCompatibleModel } from '../../../src/core/models/openAiCompatibleModel.ts';
import { ScriptedModelServer } from '../../servers/scriptedModel/scriptedModelServer.ts';
import { anEndpoint, aRequest, callsOf, roundOf, type ModelRound } from './modelRound.ts';

const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const folder = process.env['PATCHBAY_PROVIDER_STREAMS'] ?? join(dirname(checkout), 'shared', 'provider-streams');

/** Goes into the title, because that is what a skipped test is reported by. */
const lacking = existsSync(folder) ? undefined : ` (skipped: there is no ${folder}; see PATCHBAY_PROVIDER_STREAMS)`;

describe(`answers recorded from real providers${lacking ?? ''}`, () => {
  before(function () {
    if (lacking !== undefined) this.skip();
  });

  /** Serves a file of one event's data a line, as the provider did. */
  async function replay(name: string): Promise<ModelRound> {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n').filter((line) => line.trim() !== '');
    const text = [...lines, '[DONE]'].map((line) => `data: ${line}\n\n`).join('');
    const server = await ScriptedModelServer.start([{ steps: [{ do: 'raw', text }] }]);
    try {
      return await roundOf(new OpenAiCompatibleModel(anEndpoint(server.baseUrl)), aRequest());
    } finally {
      await server.dispose();
    }
  }

  it('gives reasoning, text and usage of DeepSeek', async () => {
    const round = await replay('deepseek-reasoning.chunks.txt');
    assert.equal(round.error, undefined);
    assert.match(round.reasoning, /^We need to count/);
    assert.match(round.text, /strawberry/);
    assert.deepEqual(round.events.at(-1), {
      type: 'finish',
      reason: 'stop',
      usage: { inputTokens: 18, outputTokens: 219 },
    });
  });

  it('gives a call of DeepSeek whose arguments came in pieces', async () => {
    const round = await replay('deepseek-tool-call.chunks.txt');
    assert.equal(round.error, undefined);
    assert.match(round.reasoning, /^The user/);
    assert.deepEqual(
      callsOf(round).map(({ name, input }) => ({ name, input })),
      [{ name: 'weather', input: { location: 'San Francisco' } }],
    );
    assert.deepEqual(round.events.at(-1), {
      type: 'finish',
      reason: 'toolCalls',
      usage: { inputTokens: 339, outputTokens: 83 },
    });
  });

  it('gives a call of Mistral that came in one piece without an index', async () => {
    const round = await replay('mistral-tool-call.chunks.txt');
    assert.equal(round.error, undefined);
    assert.deepEqual(callsOf(round), [
      { type: 'toolCall', id: 'gSIMJiOkT', name: 'weather', input: { location: 'San Francisco' } },
    ]);
    assert.deepEqual(round.events.at(-1), {
      type: 'finish',
      reason: 'toolCalls',
      usage: { inputTokens: 124, outputTokens: 22 },
    });
  });
});
