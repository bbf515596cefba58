import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ArtifactError } from '../../../src/core/threads/artifactError.ts';
import { ArtifactStore } from '../../../src/core/threads/artifactStore.ts';
import type { ArtifactContent } from '../../../src/core/threads/artifactStore.ts';

function aContent(change: Partial<ArtifactContent> = {}): ArtifactContent {
  const base = { threadId: 't1', server: 'tour', tool: 'photo', index: 0, mimeType: 'image/png' };
  return { ...base, kind: 'image', data: Buffer.from('bytes'), ...change };
}

describe('ArtifactStore', () => {
  let storage: string;
  let store: ArtifactStore;

  beforeEach(async () => {
    storage = await mkdtemp(join(tmpdir(), 'artifacts-'));
    store = new ArtifactStore(storage);
  });
  afterEach(() => rm(storage, { recursive: true }));

  const pathOf = (id: string): string => join(storage, 'threads', 't1', 'tool-results', 'mcp', ...id.split('/'));

  it('names the file by index, kind, digest and type, below the thread, the server and the tool', async () => {
    const data = Buffer.from('bytes');
    const digest = createHash('sha256').update(data).digest('hex').slice(0, 16);
    const artifact = await store.save(aContent({ index: 7, data }));
    assert.deepEqual(artifact, { id: `tour/photo/07-image-${digest}.png`, mimeType: 'image/png', bytes: 5 });
    assert.equal((await stat(pathOf(artifact.id))).size, 5);
  });

  it('keeps folders and files private and leaves no temporary file', async () => {
    const { id } = await store.save(aContent());
    const path = pathOf(id);
    const modes = await Promise.all([path, dirname(path), dirname(dirname(path))].map((entry) => stat(entry)));
    assert.deepEqual(
      modes.map(({ mode }) => mode & 0o777),
      [0o600, 0o700, 0o700],
    );
    assert.equal((await readdir(dirname(path))).length, 1);
  });

  it('gives back the bytes with the type of the extension', async () => {
    const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'audio/mpeg', 'audio/wav', 'audio/ogg'];
    for (const mimeType of [...types, 'application/pdf', 'video/mp4', 'application/json', 'application/yaml']) {
      const { id } = await store.save(aContent({ kind: 'blob', mimeType, data: mimeType }));
      assert.deepEqual(await store.read('t1', id), { mimeType, bytes: Buffer.from(mimeType) });
    }
  });

  const extensions: readonly [ArtifactContent['kind'], string, string][] = [
    ['text', 'application/json', 'json'],
    ['text', 'text/json', 'json'],
    ['text', 'application/ld+json; charset=utf-8', 'json'],
    ['text', 'text/markdown', 'md'],
    ['text', 'text/x-markdown', 'md'],
    ['text', 'TEXT/Markdown; charset=utf-8', 'md'],
    ['text', 'application/yaml', 'txt'],
    ['text', 'text/html', 'txt'],
    ['text', 'image/png', 'txt'],
    ['blob', 'application/yaml', 'yml'],
    ['blob', 'application/zip', 'bin'],
    ['blob', '../../x', 'bin'],
    ['audio', 'audio/x-wav', 'wav'],
    ['image', 'image/jpg', 'jpg'],
  ];
  for (const [kind, mimeType, extension] of extensions) {
    it(`stores ${kind} of type ${mimeType} as .${extension}`, async () => {
      const { id } = await store.save(aContent({ kind, mimeType, data: 'x' }));
      assert.equal(id.split('.').at(-1), extension);
    });
  }

  const segments: readonly [string, string][] = [
    ['my.server_1-a', 'my.server_1-a'],
    ['a b/c\\d', 'a-b-c-d'],
    ['../../etc', 'etc'],
    ['.hidden.', 'hidden'],
    ['..', '5ec1f7e7'],
    ['搜索', '44ce7ae9'],
  ];
  for (const [name, folder] of segments) {
    it(`keeps what the tool ${JSON.stringify(name)} gave in the folder ${folder}`, async () => {
      const { id } = await store.save(aContent({ tool: name }));
      assert.equal(id.split('/')[1], folder);
      assert.equal((await store.read('t1', id)).bytes.toString(), 'bytes');
    });
  }

  it('tells two long names with the same beginning apart', async () => {
    const first = await store.save(aContent({ tool: `${'x'.repeat(300)}a` }));
    const second = await store.save(aContent({ tool: `${'x'.repeat(300)}b` }));
    assert.notEqual(first.id, second.id);
  });

  const badIds = [
    '../../../../secret',
    'tour/photo/../../../../00-image-0123456789abcdef.png',
    'tour/../00-image-0123456789abcdef.png',
    '../tour/00-image-0123456789abcdef.png',
    '/etc/passwd',
    'tour/photo/other.png',
    'tour\\photo\\00-image-0123456789abcdef.png',
    '',
  ];
  for (const id of badIds) {
    it(`refuses the id ${JSON.stringify(id)}`, async () => {
      await store.save(aContent());
      await assert.rejects(store.read('t1', id), { name: 'ArtifactError', code: 'invalid_id' });
    });
  }

  it('refuses a thread id that is a path', async () => {
    await assert.rejects(store.read('../t1', 'a/b/00-image-0123456789abcdef.png'), { code: 'invalid_id' });
    await assert.rejects(store.save(aContent({ threadId: '../t1' })), { code: 'invalid_id' });
  });

  it('refuses to follow a link out of the thread, for reading and for writing', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    try {
      const { id } = await store.save(aContent());
      await writeFile(join(outside, '00-image-0123456789abcdef.png'), 'secret');
      await symlink(outside, join(dirname(dirname(pathOf(id))), 'linked'));
      await assert.rejects(store.read('t1', 'tour/linked/00-image-0123456789abcdef.png'), { code: 'invalid_id' });
      await assert.rejects(store.save(aContent({ tool: 'linked' })), { code: 'invalid_id' });
      await mkdir(join(storage, 'threads', 't2'), { recursive: true });
      await symlink(outside, join(storage, 'threads', 't2', 'tool-results'));
      await assert.rejects(store.save(aContent({ threadId: 't2' })), { code: 'invalid_id' });
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  it('says what to do when the file is gone', async () => {
    const { id } = await store.save(aContent());
    await rm(pathOf(id));
    await assert.rejects(store.read('t1', id), (error) => {
      assert(error instanceof ArtifactError);
      assert.equal(error.code, 'not_found');
      assert.match(error.message, /is gone: .* Run again what produced it\.$/);
      return true;
    });
  });

  it('has nothing where the folder of the thread is a file', async () => {
    await mkdir(join(storage, 'threads'));
    await writeFile(join(storage, 'threads', 't1'), '');
    assert.deepEqual(await store.ids('t1'), []);
    await assert.rejects(store.read('t1', 'tour/photo/00-image-0123456789abcdef.png'), { code: 'not_found' });
  });

  it('lists the ids of one thread, and nothing that is no artifact', async () => {
    const first = await store.save(aContent());
    const second = await store.save(aContent({ tool: 'other', index: 1, kind: 'blob' }));
    await store.save(aContent({ threadId: 't2', data: 'of another' }));
    await writeFile(join(dirname(pathOf(first.id)), 'notes.tmp'), 'x');
    assert.deepEqual(await store.ids('t1'), [second.id, first.id]);
    assert.deepEqual(await store.ids('t3'), []);
  });

  it('stores the same content at the same place once, also at the same moment', async () => {
    const saved = await Promise.all([store.save(aContent()), store.save(aContent()), store.save(aContent())]);
    assert.equal(new Set(saved.map(({ id }) => id)).size, 1);
    assert.deepEqual(await store.ids('t1'), [saved[0].id]);
  });
});
