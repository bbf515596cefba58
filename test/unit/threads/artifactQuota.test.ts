import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../../src/core/base/logger.ts';
import { artifactFiles } from '../../../src/core/threads/artifactFiles.ts';
import { ArtifactQuota } from '../../../src/core/threads/artifactQuota.ts';
import { ArtifactStore } from '../../../src/core/threads/artifactStore.ts';

const hour = 3_600_000;
const now = Date.now();

describe('ArtifactQuota', () => {
  let storage: string;
  let outside: string;

  beforeEach(async () => {
    storage = await mkdtemp(join(tmpdir(), 'quota-'));
    outside = await mkdtemp(join(tmpdir(), 'outside-'));
    for (const thread of ['t1', 't2']) await addThread(thread);
  });
  afterEach(() => Promise.all([storage, outside].map((folder) => rm(folder, { recursive: true }))));

  async function addThread(id: string): Promise<void> {
    await mkdir(join(storage, 'threads', id), { recursive: true });
    await writeFile(join(storage, 'threads', id, 'events.jsonl'), '');
  }

  const aStore = (bytes: number): ArtifactStore =>
    new ArtifactStore(
      storage,
      new ArtifactQuota({ storage, bytes: () => bytes, now: () => now, logger: silentLogger }),
    );

  /** Stores 100 bytes, written so long ago. */
  async function add(threadId: string, index: number, ageMs: number): Promise<string> {
    const content = { threadId, server: 'tour', tool: 'photo', index, kind: 'blob' as const, mimeType: 'a/b' };
    const { id } = await new ArtifactStore(storage).save({ ...content, data: Buffer.alloc(100, index) });
    const at = new Date(now - ageMs);
    await utimes(pathOf(threadId, id), at, at);
    return id;
  }

  const pathOf = (threadId: string, id: string): string =>
    join(storage, 'threads', threadId, 'tool-results', 'mcp', ...id.split('/'));

  async function write(store: ArtifactStore, index: number): Promise<void> {
    const content = { threadId: 't1', server: 'tour', tool: 'photo', index, kind: 'blob' as const, mimeType: 'a/b' };
    await store.save({ ...content, data: Buffer.alloc(100, index) });
  }

  const left = async (): Promise<string[]> =>
    (await artifactFiles(storage)).map(({ path }) => /(\d\d)-blob/.exec(path)?.[1] ?? '').sort();

  it('removes the oldest of all threads, until there is room', async () => {
    for (const [index, thread] of ['t1', 't2', 't1', 't2'].entries()) await add(thread, index, hour * (10 - index));
    await write(aStore(400), 4);
    assert.deepEqual(await left(), ['02', '03', '04']);
  });

  it('removes nothing while there is room', async () => {
    for (let index = 0; index < 3; index += 1) await add('t1', index, hour);
    await write(aStore(400), 3);
    assert.equal((await left()).length, 4);
  });

  it('keeps what was only just written, however little the quota is', async () => {
    await add('t1', 0, 1_000);
    await add('t2', 1, hour);
    await write(aStore(0), 2);
    assert.deepEqual(await left(), ['00', '02']);
  });

  it('counts what others wrote meanwhile', async () => {
    const store = aStore(1_000);
    await write(store, 50);
    for (let index = 0; index < 12; index += 1) await add('t2', index, hour);
    await write(store, 51);
    await write(store, 52);
    assert.ok((await left()).length <= 9, (await left()).join());
  });

  it('clears in several processes at once without one failing for another', async () => {
    for (let index = 0; index < 20; index += 1) await add('t2', index, hour);
    await Promise.all([30, 31, 32].map((index) => write(aStore(500), index)));
    assert.deepEqual((await left()).slice(-3), ['30', '31', '32']);
  });

  it('removes what a deleted thread left, even when there is room', async () => {
    await add('gone', 0, 2 * hour);
    await add('going', 1, 1_000);
    await write(aStore(10_000), 2);
    assert.deepEqual(await left(), ['01', '02']);
  });

  it('removes nothing outside of the storage, nor what is no artifact', async () => {
    const foreign = join(outside, '00-blob-0123456789abcdef.bin');
    await writeFile(foreign, 'x'.repeat(1_000));
    await utimes(foreign, new Date(0), new Date(0));
    await add('t1', 0, hour);
    await symlink(outside, join(storage, 'threads', 't1', 'tool-results', 'mcp', 'linked'));
    await mkdir(join(storage, 'threads', 't2', 'tool-results'));
    await symlink(outside, join(storage, 'threads', 't2', 'tool-results', 'mcp'));
    const note = join(storage, 'threads', 't1', 'tool-results', 'mcp', 'note.txt');
    await writeFile(note, 'x');
    await utimes(note, new Date(0), new Date(0));
    await write(aStore(0), 1);
    assert.equal((await stat(foreign)).size, 1_000);
    assert.equal((await stat(note)).size, 1);
    assert.deepEqual(await left(), ['01']);
  });

  it('leaves a removed artifact to be read as such', async () => {
    const id = await add('t1', 0, hour);
    const store = aStore(0);
    await write(store, 1);
    await assert.rejects(store.read('t1', id), { code: 'not_found', message: /removed to make room/ });
  });
});

describe('deleting what a thread stored', () => {
  it('removes all of it and nothing of others, and leads nowhere else', async () => {
    const storage = await mkdtemp(join(tmpdir(), 'artifacts-'));
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    try {
      const store = new ArtifactStore(storage);
      const content = { server: 'tour', tool: 'photo', index: 0, kind: 'blob' as const, mimeType: 'a/b', data: 'x' };
      await store.save({ threadId: 't1', ...content });
      await store.save({ threadId: 't2', ...content });
      await store.removeThread('t1');
      await store.removeThread('t3');
      assert.deepEqual(await store.ids('t1'), []);
      assert.equal((await store.ids('t2')).length, 1);
      await writeFile(join(outside, 'kept'), 'x');
      await mkdir(join(storage, 'threads', 't4', 'tool-results'), { recursive: true });
      await symlink(outside, join(storage, 'threads', 't4', 'tool-results', 'mcp'));
      await assert.rejects(store.removeThread('t4'), { code: 'invalid_id' });
      assert.equal((await stat(join(outside, 'kept'))).size, 1);
    } finally {
      await Promise.all([storage, outside].map((folder) => rm(folder, { recursive: true })));
    }
  });
});
