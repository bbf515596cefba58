import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import type { JsonObject, JsonValue } from '../../../src/shared/base/json.ts';
import type { ResultBlock } from '../../../src/shared/thread/resultBlock.ts';
import { ResultConverter } from '../../../src/core/agent/results/resultConverter.ts';
import type { McpContent, ToolCallResult } from '../../../src/core/mcp/connection/content.ts';
import { defaultSettings } from '../../../src/core/settings.ts';
import { gif, jpeg, png, pngOf, webp } from './images.ts';
import { temporaryArtifacts } from './temporaryArtifacts.ts';
import type { TemporaryArtifacts } from './temporaryArtifacts.ts';

const owner = { threadId: 't1', server: 'tour', tool: 'guide' };
const fiveMegabytes = 5 * 1024 * 1024;

function aResult(content: readonly McpContent[], change: Partial<ToolCallResult> = {}): ToolCallResult {
  return { content, isError: false, raw: null, ...change };
}

describe('ResultConverter', () => {
  let temporary: TemporaryArtifacts;
  let converter: ResultConverter;

  beforeEach(async () => {
    temporary = await temporaryArtifacts();
    converter = new ResultConverter({ artifacts: temporary.artifacts, settings: () => defaultSettings });
  });
  afterEach(() => temporary.remove());

  async function convertOne(item: McpContent): Promise<ResultBlock> {
    const blocks = await converter.content([item], owner);
    assert.equal(blocks.length, 1);
    return blocks[0] as ResultBlock;
  }

  async function storedBytes(block: ResultBlock): Promise<Buffer> {
    assert('artifact' in block);
    return (await temporary.artifacts.read('t1', block.artifact.id)).bytes;
  }

  describe('a piece that cannot be converted', () => {
    const deep = JSON.parse('{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)) as JsonObject;
    const good = { type: 'text', text: 'Booked.' } as const;

    it('becomes a placeholder that names it, and the others survive', async () => {
      const blocks = await converter.toolResult(aResult([good], { structuredContent: deep }), owner);
      const text = 'The structured content was left out: it is nested too deeply.';
      assert.deepEqual(blocks, [good, { type: 'placeholder', text }]);
    });

    it('is no reason to lose them when its schema cannot be checked either', async () => {
      const schema = { $defs: { node: { properties: { a: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node' };
      const blocks = await converter.toolResult(aResult([good], { structuredContent: deep }), owner, schema);
      assert.deepEqual(blocks[0], good);
      assert.deepEqual(blocks.at(-1), {
        type: 'placeholder',
        text: 'The check of the structured content was left out: it is nested too deeply.',
      });
    });
  });

  describe('text', () => {
    it('stays inline up to 50,000 characters', async () => {
      const text = 'x'.repeat(50_000);
      assert.deepEqual(await convertOne({ type: 'text', text }), { type: 'text', text });
    });

    const long: readonly [string, string][] = [
      ['more than 50,000 characters', 'x'.repeat(50_001)],
      ['more than 100,000 bytes in fewer characters', '旅'.repeat(33_334)],
    ];
    for (const [name, text] of long) {
      it(`of ${name} is stored, with its head as excerpt`, async () => {
        const block = await convertOne({ type: 'text', text });
        assert(block.type === 'artifact' && block.kind === 'text');
        assert.match(block.artifact.id, /^tour\/guide\/00-text-[0-9a-f]{16}\.txt$/);
        assert.equal(block.artifact.bytes, Buffer.byteLength(text));
        assert.equal(block.chars, text.length);
        assert.equal(block.excerpt, text.slice(0, 2_000));
        assert.equal((await storedBytes(block)).toString(), text);
      });
    }

    it('follows the limits of the settings at the moment of the call', async () => {
      let inlineChars = 3;
      const settings = () => ({ ...defaultSettings, inlineChars });
      converter = new ResultConverter({ artifacts: temporary.artifacts, settings });
      assert.equal((await convertOne({ type: 'text', text: 'four' })).type, 'artifact');
      inlineChars = 4;
      assert.equal((await convertOne({ type: 'text', text: 'four' })).type, 'text');
    });

    it('that is blank is left out', async () => {
      const blocks = await converter.content(
        [' \n', 'said', ''].map((text) => ({ type: 'text', text })),
        owner,
      );
      assert.deepEqual(blocks, [{ type: 'text', text: 'said' }]);
    });
  });

  describe('many pieces', () => {
    const texts = (count: number, text: string): McpContent[] =>
      Array.from({ length: count }, () => ({ type: 'text', text }));

    it('are together as long as one text may be; the others are stored as one, and keep their order', async () => {
      const pieces = Array.from({ length: 20_000 }, (_, index) => ({ type: 'text', text: `line ${index}` }) as const);
      const blocks = await converter.toolResult(aResult(pieces), owner);
      const [note, rest] = blocks.slice(-2);
      const inline = blocks.slice(0, -2);
      assert(rest?.type === 'artifact' && rest.kind === 'text' && note?.type === 'placeholder');
      assert.equal(
        note.text,
        `The other ${20_000 - inline.length} pieces are too much to stand here. They are stored together, as one text.`,
      );
      const shown = inline.map((block) => (block.type === 'text' ? block.text : '')).join('');
      assert.ok(shown.length > 49_000 && shown.length <= 50_000, String(shown.length));
      const whole = [
        ...inline.map((block) => ('text' in block ? block.text : '')),
        ...(await storedBytes(rest)).toString().split('\n\n'),
      ];
      assert.deepEqual(
        whole,
        pieces.map(({ text }) => text),
      );
    });

    it('count the links among them, and structured content', async () => {
      const links = Array.from(
        { length: 5_000 },
        (_, index) => ({ type: 'resource_link', uri: `docs://${index}` }) as const,
      );
      const blocks = await converter.toolResult(aResult(links, { structuredContent: { city: 'Rome' } }), owner);
      assert.equal(blocks.at(-1)?.type, 'artifact');
      assert.ok(JSON.stringify(blocks).length < 60_000);
      assert.match((await storedBytes(blocks.at(-1) as ResultBlock)).toString(), /docs:\/\/4999[\s\S]*"city": "Rome"/);
    });

    it('that are stored one by one have excerpts only while there is room', async () => {
      const blocks = await converter.resource(
        Array.from({ length: 60 }, (_, index) => ({ uri: `docs://${index}`, text: 'x'.repeat(50_001) })),
        owner,
      );
      const excerpts = blocks.map((block) => (block.type === 'artifact' ? (block.excerpt?.length ?? 0) : -1));
      assert.deepEqual(excerpts, [...Array<number>(25).fill(2_000), ...Array<number>(35).fill(0)]);
    });

    it('of which the last alone is too much keep what it is', async () => {
      const text = 'x'.repeat(30_000);
      const resource = { uri: 'docs://rules', mimeType: 'text/markdown', text };
      const blocks = await converter.content([...texts(1, text), { type: 'resource', resource }], owner);
      assert.deepEqual(
        blocks.map(({ type }) => type),
        ['text', 'artifact'],
      );
      assert(blocks[1]?.type === 'artifact');
      assert.equal(blocks[1].uri, 'docs://rules');
      assert.match(blocks[1].artifact.id, /\.md$/);
    });
  });

  describe('structured content', () => {
    const value = { city: '巴黎', days: 3 };
    const pretty = '{\n  "city": "巴黎",\n  "days": 3\n}';

    it('follows the other content as pretty JSON', async () => {
      const blocks = await converter.toolResult(
        aResult([{ type: 'text', text: 'Done.' }], { structuredContent: value }),
        owner,
      );
      assert.deepEqual(blocks, [
        { type: 'text', text: 'Done.' },
        { type: 'json', text: pretty },
      ]);
    });

    it('is not said twice when a text block is the same JSON, however it is written', async () => {
      for (const text of [JSON.stringify(value), ' { "days": 3,\n"city": "\\u5df4\\u9ece" } ']) {
        const result = aResult([{ type: 'text', text }], { structuredContent: value });
        assert.deepEqual(await converter.toolResult(result, owner), [{ type: 'text', text }]);
      }
    });

    it('is said when a text block is other JSON', async () => {
      const result = aResult([{ type: 'text', text: '{"city":"巴黎"}' }], { structuredContent: value });
      assert.equal((await converter.toolResult(result, owner)).length, 2);
    });

    it('that is large is stored as .json, counted after the other blocks', async () => {
      const large = { list: Array.from({ length: 20_000 }, (_, index) => index) };
      const result = aResult([{ type: 'text', text: 'Done.' }], { structuredContent: large });
      const block = (await converter.toolResult(result, owner))[1];
      assert(block?.type === 'artifact' && block.kind === 'text');
      assert.match(block.artifact.id, /\/01-text-[0-9a-f]{16}\.json$/);
      assert.deepEqual(JSON.parse((await storedBytes(block)).toString()), large);
    });

    const schema = (type: string, more: JsonObject = {}): JsonObject => ({
      type: 'object',
      properties: { days: { type } },
      required: ['days'],
      ...more,
    });
    const problemOf = async (outputSchema: JsonObject, structuredContent: JsonValue, isError = false) => {
      const blocks = await converter.toolResult(aResult([], { structuredContent, isError }), owner, outputSchema);
      assert.equal(blocks[0]?.type, 'json');
      return blocks.slice(1);
    };

    it('that conforms to the output schema is not commented', async () => {
      assert.deepEqual(await problemOf(schema('number'), value), []);
    });

    it('that does not conform is kept and named, with the place', async () => {
      assert.deepEqual(await problemOf(schema('string'), value), [
        {
          type: 'placeholder',
          text: "The structured result does not match the tool's output schema: structuredContent/days must be string",
        },
      ]);
    });

    it('that does not conform is named also when it is said as text', async () => {
      const result = aResult([{ type: 'text', text: JSON.stringify(value) }], { structuredContent: value });
      const blocks = await converter.toolResult(result, owner, schema('string'));
      assert.deepEqual(
        blocks.map(({ type }) => type),
        ['text', 'placeholder'],
      );
    });

    it('of an error need not conform', async () => {
      assert.deepEqual(await problemOf(schema('string'), value, true), []);
    });

    it('is checked by the draft that its schema names', async () => {
      const tuple = { properties: { days: { type: 'array', items: [{ type: 'string' }] } } };
      const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#', ...tuple };
      assert.match(JSON.stringify(await problemOf(draft7, { days: [1] })), /structuredContent\/days\/0 must be string/);
      const latest = { properties: { days: { type: 'array', prefixItems: [{ type: 'string' }] } } };
      assert.match(JSON.stringify(await problemOf(latest, { days: [1] })), /structuredContent\/days\/0 must be string/);
    });

    it('is checked against two schemas of one $id each by its own', async () => {
      const $id = 'https://example.org/result';
      assert.deepEqual(await problemOf(schema('number', { $id }), value), []);
      assert.equal((await problemOf(schema('string', { $id }), value)).length, 1);
    });

    for (const broken of [{ type: 'nonsense' }, { $ref: 'https://example.org/x' }, { $async: true }] as JsonObject[]) {
      it(`is kept when the schema ${JSON.stringify(broken)} cannot be used, which is said`, async () => {
        const [problem] = await problemOf(broken, value);
        assert(problem?.type === 'placeholder');
        assert.match(
          problem.text,
          /^The tool's output schema cannot be used, so its structured result was not checked/,
        );
      });
    }
  });

  describe('images', () => {
    const kinds: readonly [string, Buffer, string][] = [
      ['image/png', png, 'png'],
      ['image/jpeg', jpeg, 'jpg'],
      ['image/gif', gif, 'gif'],
      ['image/webp', webp, 'webp'],
    ];
    for (const [mimeType, bytes, extension] of kinds) {
      it(`of type ${mimeType} are stored and are for the model`, async () => {
        const block = await convertOne({ type: 'image', data: bytes.toString('base64'), mimeType });
        assert(block.type === 'image');
        assert.match(block.artifact.id, new RegExp(`^tour/guide/00-image-[0-9a-f]{16}\\.${extension}$`));
        assert.equal(block.artifact.mimeType, mimeType);
        assert.equal(block.isForModel, true);
        assert.deepEqual(await storedBytes(block), bytes);
      });
    }

    for (const [bytes, isForModel] of [
      [fiveMegabytes, true],
      [fiveMegabytes + 1, false],
    ] as const) {
      it(`of ${bytes} bytes are shown and ${isForModel ? '' : 'not '}for the model`, async () => {
        const data = pngOf(bytes).toString('base64');
        const block = await convertOne({ type: 'image', data, mimeType: 'image/png' });
        assert(block.type === 'image');
        assert.equal(block.isForModel, isForModel);
        assert.equal(block.artifact.bytes, bytes);
      });
    }

    it('are what their bytes are, not what they are called', async () => {
      const block = await convertOne({ type: 'image', data: png.toString('base64'), mimeType: 'image/jpeg' });
      assert(block.type === 'image');
      assert.equal(block.artifact.mimeType, 'image/png');
      assert.match(block.artifact.id, /\.png$/);
    });

    it('that begin like a container of sound are artifacts', async () => {
      const data = Buffer.from('RIFF\x0c\x00\x00\x00WAVEfmt ', 'latin1').toString('base64');
      assert.equal((await convertOne({ type: 'image', data, mimeType: 'image/webp' })).type, 'artifact');
    });

    it('of other kinds are artifacts', async () => {
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
      const block = await convertOne({ type: 'image', data: svg.toString('base64'), mimeType: 'image/svg+xml' });
      assert(block.type === 'artifact' && block.kind === 'blob');
      assert.equal(block.artifact.mimeType, 'image/svg+xml');
      assert.deepEqual(await storedBytes(block), svg);
    });
  });

  it('stores audio', async () => {
    const data = Buffer.from('sound').toString('base64');
    const block = await convertOne({ type: 'audio', data, mimeType: 'audio/mpeg' });
    assert(block.type === 'artifact' && block.kind === 'audio');
    assert.match(block.artifact.id, /\/00-audio-[0-9a-f]{16}\.mp3$/);
  });

  describe('embedded resources', () => {
    const uri = 'docs://handbook';

    it('with text keep server, URI, type and text, also an empty one', async () => {
      for (const text of ['# Rules', '']) {
        const block = await convertOne({ type: 'resource', resource: { uri, mimeType: 'text/markdown', text } });
        assert.deepEqual(block, { type: 'resource', server: 'tour', uri, mimeType: 'text/markdown', text });
      }
    });

    it('with long text are stored by their type, with the URI', async () => {
      const text = 'x'.repeat(60_000);
      const block = await convertOne({ type: 'resource', resource: { uri, mimeType: 'text/markdown', text } });
      assert(block.type === 'artifact' && block.kind === 'text');
      assert.match(block.artifact.id, /\.md$/);
      assert.equal(block.uri, uri);
    });

    it('with a blob are stored, with the URI', async () => {
      const blob = Buffer.from('%PDF-').toString('base64');
      const block = await convertOne({ type: 'resource', resource: { uri, mimeType: 'application/pdf', blob } });
      assert(block.type === 'artifact' && block.kind === 'blob');
      assert.match(block.artifact.id, /\/00-blob-[0-9a-f]{16}\.pdf$/);
      assert.equal(block.uri, uri);
    });

    it('with an image or with sound in the blob are what they hold', async () => {
      const image = await convertOne({ type: 'resource', resource: { uri, blob: png.toString('base64') } });
      assert(image.type === 'image' && image.isForModel);
      assert.equal(image.uri, uri);
      const audio = await convertOne({ type: 'resource', resource: { uri, mimeType: 'audio/wav', blob: 'UklGRg==' } });
      assert(audio.type === 'artifact' && audio.kind === 'audio');
    });

    it('that hold the bytes of an image under another type stay blobs', async () => {
      const resource = { uri, mimeType: 'application/zip', blob: png.toString('base64') };
      assert.equal((await convertOne({ type: 'resource', resource })).type, 'artifact');
    });

    it('without text or blob are named', async () => {
      const block = await convertOne({ type: 'resource', resource: { uri } });
      assert.deepEqual(block, {
        type: 'placeholder',
        text: 'The resource "docs://handbook" came without text or blob.',
      });
    });
  });

  it('keeps a link as it is, with the server', async () => {
    const link = { uri: 'docs://city/Rome', name: 'Rome', mimeType: 'text/markdown' };
    assert.deepEqual(await convertOne({ type: 'resource_link', ...link }), {
      type: 'resourceLink',
      server: 'tour',
      ...link,
    });
  });

  it('puts a placeholder for bad base64 and for unknown content, and the other blocks survive', async () => {
    const blocks = await converter.toolResult(
      aResult([
        { type: 'text', text: 'before' },
        { type: 'image', data: '***', mimeType: 'image/png' },
        { type: 'unknown', typeName: 'hologram' },
        { type: 'resource', resource: { uri: 'docs://x', mimeType: 'application/pdf', blob: 'a' } },
        { type: 'text', text: 'after' },
      ]),
      owner,
    );
    assert.deepEqual(blocks, [
      { type: 'text', text: 'before' },
      { type: 'placeholder', text: 'The image content of type image/png is not valid base64.' },
      { type: 'placeholder', text: 'Content of the unknown type "hologram" was left out.' },
      { type: 'placeholder', text: 'The blob "docs://x" (application/pdf) is not valid base64.' },
      { type: 'text', text: 'after' },
    ]);
  });

  it('puts a placeholder with the excerpt for what cannot be stored, and the other blocks survive', async () => {
    await rm(temporary.storage, { recursive: true });
    await writeFile(temporary.storage, 'a file where the folder should be');
    const blocks = await converter.content(
      [
        { type: 'text', text: 'y'.repeat(60_000) },
        { type: 'text', text: 'after' },
      ],
      owner,
    );
    assert(blocks[0]?.type === 'placeholder');
    assert.match(
      blocks[0].text,
      /^Content of type text\/plain, 60000 bytes, could not be stored \(ENOTDIR: [^,)]*\)\. Solve that and run it again\. It begins:\n\ny{2000}$/,
    );
    assert.deepEqual(blocks[1], { type: 'text', text: 'after' });
  });

  it('says that there is no content', async () => {
    const none = [{ type: 'text', text: '(no content)' }];
    assert.deepEqual(await converter.toolResult(aResult([]), owner), none);
    assert.deepEqual(await converter.toolResult(aResult([{ type: 'text', text: '' }]), owner), none);
    assert.deepEqual(await converter.content([], owner), none);
    assert.deepEqual(await converter.resource([], owner), none);
    assert.deepEqual(await converter.material([], owner, 100), none);
  });

  it('numbers the artifacts of one result by their place', async () => {
    const blocks = await converter.resource(
      [
        { uri: 'a:1', text: 'short' },
        { uri: 'a:2', blob: 'AAAA' },
        { uri: 'a:3', blob: 'AAAA' },
      ],
      owner,
    );
    const files = blocks.map((block) => ('artifact' in block ? block.artifact.id.split('/')[2]?.slice(0, 7) : ''));
    assert.deepEqual(files, ['', '01-blob', '02-blob']);
  });

  describe('material', () => {
    const uri = 'docs://handbook';

    it('stays inline up to its own limit', async () => {
      const text = 'x'.repeat(100_000);
      const blocks = await converter.material([{ uri, text }], owner, 100_000);
      assert.deepEqual(blocks, [{ type: 'resource', server: 'tour', uri, mimeType: undefined, text }]);
    });

    it('beyond it is cut, and stored whole', async () => {
      const text = 'x'.repeat(100_001);
      const [head, whole, ...rest] = await converter.material([{ uri, text }], owner, 100_000);
      assert(head?.type === 'resource' && whole?.type === 'artifact');
      assert.equal(head.text.length, 100_000);
      assert.equal(whole.chars, 100_001);
      assert.equal(whole.excerpt, undefined);
      assert.equal((await storedBytes(whole)).toString(), text);
      assert.deepEqual(rest, []);
    });

    it('in several pieces has the same limit for all together', async () => {
      const pieces = ['aaaa', 'bbbb', 'cccc'].map((text) => ({ uri, text }));
      const blocks = await converter.material(pieces, owner, 6);
      assert.deepEqual(
        blocks.map((block) => (block.type === 'resource' ? block.text : block.type)),
        ['aaaa', 'bb', 'artifact', 'artifact'],
      );
    });

    it('that is an image is an image', async () => {
      const [block] = await converter.material([{ uri, blob: png.toString('base64') }], owner, 10);
      assert.equal(block?.type, 'image');
    });
  });
});
