import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ThreadEvent } from '../../../src/shared/thread/threadEvent.ts';
import { silentLogger } from '../../../src/core/base/logger.ts';
import { ThreadLibrary } from '../../../src/core/threads/threadLibrary.ts';
import type { ThreadHit } from '../../../src/core/threads/threadSearch.ts';
import { ThreadStore } from '../../../src/core/threads/threadStore.ts';
import { matchText, searchTerms } from '../../../src/core/threads/textMatch.ts';

describe('the search in conversations', () => {
  let storage: string;
  let library: ThreadLibrary;

  beforeEach(async () => {
    storage = await mkdtemp(join(tmpdir(), 'patchbay-search-'));
    const options = { storage, now: () => 1, logger: silentLogger };
    const store = new ThreadStore({ ...options, newId: () => 'new' });
    library = new ThreadLibrary({ ...options, store, openHere: () => undefined });
  });
  afterEach(() => rm(storage, { recursive: true }));

  /** A thread whose turns are pairs of a message and the pieces of its answer. */
  async function aThread(
    id: string,
    turns: readonly (readonly [message: string, ...answer: string[]])[],
    { at = 10, workspace, title }: { at?: number; workspace?: string; title?: string } = {},
  ): Promise<void> {
    const events: ThreadEvent[] = [{ type: 'threadCreated', at: 1, version: 1, threadId: id, workspace }];
    for (const [index, [text, ...answer]] of turns.entries()) {
      const turnId = `${id}-${index + 1}`;
      events.push({ type: 'turnStarted', at, turnId, text });
      events.push(...answer.map((delta): ThreadEvent => ({ type: 'textDelta', at, turnId, delta })));
      events.push({ type: 'roundEnded', at, turnId }, { type: 'turnEnded', at, turnId, status: 'completed' });
    }
    if (title !== undefined) events.push({ type: 'threadRenamed', at, title });
    await mkdir(join(storage, 'threads', id), { recursive: true });
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    await writeFile(join(storage, 'threads', id, 'events.jsonl'), lines);
  }

  async function find(text: string): Promise<readonly ThreadHit[]> {
    return library.search({ text });
  }

  const ids = async (text: string): Promise<string[]> => (await find(text)).map(({ thread }) => thread.id);

  it('finds words in titles, messages and answers, and says where', async () => {
    await aThread('a', [['Plan a trip', 'Take the night train.']], { title: 'Holidays' });
    const places = await Promise.all(['holiday', 'TRIP', 'night train'].map(find));
    assert.deepEqual(
      places.flat().map(({ where, turnId, snippet }) => [where, turnId, snippet]),
      [
        ['title', undefined, { before: '', match: 'Holiday', after: 's' }],
        ['message', 'a-1', { before: 'Plan a ', match: 'trip', after: '' }],
        ['answer', 'a-1', { before: 'Take the ', match: 'night', after: ' train.' }],
      ],
    );
  });

  it('finds what an answer says over several pieces of its stream, and nothing over two answers', async () => {
    await aThread('a', [
      ['One', 'Go to Zü', 'rich ', 'by tr', 'ain'],
      ['Two', 'ingredients'],
    ]);
    assert.deepEqual(await ids('"zürich by train"'), ['a']);
    assert.deepEqual(await ids('training'), []);
  });

  it('takes no notice of case, accents and width, in any script', async () => {
    await aThread('a', [['Größe der ΟΔΟΣ, crème brûlée, ＡＢＣ', '東京の天気は晴れです。 한국어 İstanbul']]);
    for (const text of ['grösse', 'GROSSE', 'οδοσ', 'creme BRULEE', 'abc', '天気', '晴れ', '한국', 'istanbul']) {
      assert.deepEqual(await ids(text), ['a'], text);
    }
    const [hit] = await find('brulee');
    assert.equal(hit?.snippet.match, 'brûlée');
  });

  it('needs every word, wherever in the conversation, and a quoted phrase as a whole', async () => {
    await aThread('both', [['Paris or Rome', 'Rome is nice']]);
    await aThread('apart', [['Paris', 'Nice weather in Rome']]);
    await aThread('one', [['Paris', 'Oslo']]);
    assert.deepEqual((await ids('rome paris')).sort(), ['apart', 'both']);
    assert.deepEqual(await ids('"rome is"'), ['both']);
    assert.deepEqual(await ids('rome berlin'), []);
    assert.deepEqual(await ids('  ""  '), []);
  });

  it('gives the last used first, up to the limit, of the workspace that is asked for', async () => {
    await aThread('old', [['train']], { at: 10, workspace: '/home/ada/one' });
    await aThread('new', [['train']], { at: 30, workspace: '/home/ada/one' });
    await aThread('other', [['train']], { at: 20 });
    assert.deepEqual(await ids('train'), ['new', 'other', 'old']);
    const found = async (query: object): Promise<string[]> =>
      (await library.search({ text: 'train', ...query })).map(({ thread }) => thread.id);
    assert.deepEqual(await found({ limit: 2 }), ['new', 'other']);
    assert.deepEqual(await found({ workspace: '/home/ada/one' }), ['new', 'old']);
    assert.deepEqual(await found({ workspace: null }), ['other']);
  });

  it('does not look into results of tools, and is not misled by events that are quoted in text', async () => {
    const quoted = '{"type":"textDelta","delta":"needle"}';
    await aThread('a', [['Hello'], [`Look at ${quoted}`, 'Nothing']]);
    assert.deepEqual(
      (await find('needle')).map(({ where }) => where),
      ['message'],
    );
    const result = { type: 'toolCallEnded', at: 9, turnId: 'b-1', toolCallId: 'c', status: 'completed' };
    await aThread('b', [['Read']]);
    const line = JSON.stringify({ ...result, blocks: [{ type: 'text', text: 'haystack' }] });
    await writeFile(join(storage, 'threads', 'b', 'events.jsonl'), `${line}\n`, { flag: 'a' });
    assert.deepEqual(await ids('haystack'), []);
  });

  it('finds in an answer that was cut off, and goes past a conversation that cannot be read', async () => {
    await aThread('a', [['Question']]);
    const delta = { type: 'textDelta', at: 9, turnId: 'a-2', delta: 'half an answ' };
    await writeFile(join(storage, 'threads', 'a', 'events.jsonl'), `${JSON.stringify(delta)}\n{"type":"te`, {
      flag: 'a',
    });
    await mkdir(join(storage, 'threads', 'bad', 'events.jsonl'), { recursive: true });
    assert.deepEqual(await ids('half answ'), ['a']);
  });

  it('ends when its signal aborts, before and during the search', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => aThread(`t${index}`, [['Question', 'x'.repeat(200_000)]])),
    );
    await assert.rejects(library.search({ text: 'y' }, AbortSignal.abort()), { name: 'AbortError' });
    const stop = new AbortController();
    const search = library.search({ text: 'y' }, stop.signal);
    setImmediate(() => stop.abort());
    await assert.rejects(search, { name: 'AbortError' });
  });

  it('lets the process do other work while it reads long answers', async () => {
    await aThread('long', [['Question', ...Array.from({ length: 300 }, () => 'ä'.repeat(10_000))]]);
    let otherWork = 0;
    const timer = setInterval(() => (otherWork += 1), 1);
    assert.deepEqual(await ids('needle'), []);
    clearInterval(timer);
    assert(otherWork >= 20, `other work was done ${otherWork} times`);
  });

  it('shows exactly the place of a hit, however long the text and whatever it is written in', async () => {
    const letters = fc.constantFrom('a', 'ä', 'ß', 'ﬁ', 'e\u0301', '漢', '🚂', ' ', 'İ', 'ﷺ');
    const text = fc.array(letters, { maxLength: 40 }).map((all) => all.join(''));
    await fc.assert(
      fc.asyncProperty(text, text, fc.nat(40_000), async (before, after, padding) => {
        const whole = `${'é'.repeat(padding)}${before}Zürich${after}`;
        const match = await matchText(whole, searchTerms('ZURICH'));
        assert.equal(match?.snippet.match, 'Zürich');
      }),
      { numRuns: 40 },
    );
  });
});
