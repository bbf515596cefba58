import assert from 'node:assert/strict';
import { saying } from '../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../servers/scriptedModel/scriptedModelServer.ts';
import type { Benchmark } from './benchmark.ts';
import { ExtensionHost } from './extensionHost.ts';

const text = 'Die größte Stadt am Fluss – “Basel” – liegt nicht weit.\n'.repeat(2_000).slice(0, 100_000);
const deltaChars = 4;

/** What an answer costs on its way to the view. */
export const viewTraffic: Benchmark = {
  name: 'view-traffic',
  budgets: [{ what: 'bytes posted to the view while streaming ÷ bytes of text', atMost: 3, unit: '×' }],
  async measure() {
    const model = await ScriptedModelServer.start([saying(text, deltaChars)]);
    const host = await ExtensionHost.start({ baseUrl: model.baseUrl, servers: {} });
    try {
      const before = { ...host.posted };
      const { parts } = await host.say('Tell me about Basel.');
      const said = parts.map((part) => (part.kind === 'markdown' ? part.text : '')).join('');
      assert.equal(said, text, 'the answer is not what the model said');
      const textBytes = Buffer.byteLength(text);
      const bytes = host.posted.bytes - before.bytes;
      const messages = host.posted.messages - before.messages;
      const around = (bytes - textBytes) / messages;
      const note = `${kilo(bytes)} in ${messages} messages, ${around.toFixed(0)} bytes around each ÷ ${kilo(textBytes)}`;
      return [{ measured: bytes / textBytes, note }];
    } finally {
      await host.dispose();
      await model.dispose();
    }
  },
};

function kilo(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}
