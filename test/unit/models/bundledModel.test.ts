import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { targets } from '../../../scripts/build/targets.mjs';
import { inRepository } from '../../../scripts/setup/paths.mjs';
import { plainNode } from '../../peers/cli/plainNode.ts';
import { aGate } from '../../servers/scriptedModel/gate.ts';
import {
  aCall,
  anAnswer,
  aReasoning,
  aText,
  atGate,
  refusing,
  unfinished,
} from '../../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../../servers/scriptedModel/scriptedModelServer.ts';
import { eventStream, ReplayServer } from '../../support/replayServer.ts';

const run = promisify(execFile);

const node = plainNode();
const lacking = reasonToSkip();

/** The SDK asks for Node 22 and the command line promises Node 20, so what is bundled is tried on the machine's own. */
describe(`the bundled models${lacking ?? ''}`, function () {
  this.timeout(30_000);
  let folder: string | undefined;
  let server: ScriptedModelServer | undefined;

  before(async function () {
    if (lacking !== undefined) this.skip();
    folder = await mkdtemp(join(tmpdir(), 'patchbay-model-'));
    const { options } = targets.find(({ name }) => name === 'cli') ?? assert.fail('there is no target "cli"');
    await build({
      ...options,
      absWorkingDir: inRepository(),
      entryPoints: { main: fileURLToPath(new URL('./printRounds.ts', import.meta.url)) },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      minify: true,
      logLevel: 'silent',
    });
  });

  after(async () => {
    await server?.dispose();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  it('answer, call, fail and stop in the OpenAI-compatible protocol on the machine’s own Node', async () => {
    server = await ScriptedModelServer.start([
      anAnswer([aReasoning('Hm.'), aText('Hi.'), aCall('now', '{"a":1}')]),
      unfinished([aText('Half'), { do: 'destroy' }]),
      anAnswer([aText('Half'), { do: 'raw', text: 'data: {\n\n' }]),
      refusing(401, { error: { message: 'no key' } }),
      unfinished([aText('For ever'), atGate(aGate())]),
    ]);
    const { stdout, stderr } = await run(node, [join(folder ?? '', 'main.mjs'), server.baseUrl, '5']);
    assert.equal(stderr, '');
    const half = { type: 'text', delta: 'Half' };
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
      [
        {
          events: [
            { type: 'reasoning', delta: 'Hm.' },
            { type: 'text', delta: 'Hi.' },
            { type: 'toolCallStart', id: 'call_1', name: 'now' },
            { type: 'toolCall', id: 'call_1', name: 'now', input: { a: 1 } },
            { type: 'finish', reason: 'toolCalls', usage: { inputTokens: 11, outputTokens: 7 } },
          ],
        },
        { events: [half], code: 'stream_broken' },
        { events: [half], code: 'bad_response' },
        { events: [], code: 'unauthorized' },
        { events: [{ type: 'text', delta: 'For ever' }], code: 'aborted' },
      ],
    );
  });

  for (const [type, lines] of [
    [
      'anthropic',
      `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":5,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi."}}
{"type":"content_block_stop","index":0}
{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}
{"type":"message_stop"}`,
    ],
    [
      'google',
      '{"candidates":[{"content":{"role":"model","parts":[{"text":"Hi."}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":2}}',
    ],
  ] as const) {
    it(`answer and stop in the protocol of ${type} on the machine’s own Node`, async () => {
      const replay = await ReplayServer.start({ body: eventStream(lines) });
      try {
        const { stdout, stderr } = await run(node, [join(folder ?? '', 'main.mjs'), replay.baseUrl, '2', type]);
        assert.equal(stderr, '');
        const text = { type: 'text', delta: 'Hi.' };
        assert.deepEqual(
          stdout
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as unknown),
          [
            { events: [text, { type: 'finish', reason: 'stop', usage: { inputTokens: 5, outputTokens: 2 } }] },
            { events: [text], code: 'aborted' },
          ],
        );
      } finally {
        await replay.dispose();
      }
    });
  }
});

/** Goes into the title, because that is what a skipped test is reported by. */
function reasonToSkip(): string | undefined {
  if (node === process.execPath) return ' (skipped: there is no other Node on the PATH)';
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  return Number(/^v(\d+)/.exec(version)?.[1]) < 20 ? ` (skipped: the Node on the PATH is ${version})` : undefined;
}
