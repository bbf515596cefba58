import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../../../src/core/base/logger.ts';
import { CatalogCache } from '../../../../src/core/mcp/catalog/catalogCache.ts';
import type { KeptCatalog } from '../../../../src/core/mcp/catalog/catalogCache.ts';
import { judgeTool } from '../../../../src/core/mcp/catalog/catalogItems.ts';
import { judgeSkill } from '../../../../src/core/mcp/skills/skillEntry.ts';
import { emptyLists } from '../../../../src/core/mcp/catalog/catalogReader.ts';
import { connected } from '../../../support/servers.ts';

const asIs = (text: string): string => text;

function aCatalog(...tools: readonly { readonly name: string; readonly description?: string }[]): KeptCatalog {
  const state = connected();
  assert.ok(state.status === 'connected');
  const items = tools.map((tool) => {
    const judged = judgeTool('tour', { inputSchema: { type: 'object' }, ...tool });
    assert.ok('item' in judged);
    return judged.item;
  });
  return { identity: state.identity, lists: { ...emptyLists, tools: { items, warnings: [] } } };
}

describe('the cache of catalogs', () => {
  let home: string;
  beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'patchbay-catalogs-'))));
  afterEach(() => rmSync(home, { recursive: true }));

  const folder = (): string => join(home, 'cache', 'catalogs');

  it('gives back what was kept, as the server wrote it, with the hashes that consent is bound to', async () => {
    const kept = aCatalog({ name: 'add', description: 'Adds.' });
    const cache = new CatalogCache(home, silentLogger);
    cache.keep('hash-1', kept, asIs);
    await cache.settle();
    assert.deepEqual(await new CatalogCache(home, silentLogger).read('tour', 'hash-1'), kept);
    assert.equal(await cache.read('tour', 'hash-2'), undefined);
  });

  it('gives back the skills of a server that has the extension, and none of one that has not', async () => {
    const raw = { uri: 'skill://packing/SKILL.md', frontmatter: { name: 'packing' }, resources: [] };
    const judged = judgeSkill('tour', raw);
    assert.ok('item' in judged);
    const { identity, lists } = aCatalog({ name: 'add' });
    const kept = { identity, lists: { ...lists, skills: { items: [judged.item], warnings: [] } } };
    const cache = new CatalogCache(home, silentLogger);
    cache.keep('hash-1', kept, asIs);
    cache.keep('hash-2', { identity, lists }, asIs);
    await cache.settle();
    assert.deepEqual(await cache.read('tour', 'hash-1'), kept);
    assert.equal((await cache.read('tour', 'hash-2'))?.lists.skills, undefined);
  });

  it('judges what it reads, so that a file that somebody changed offers nothing that a server could not', async () => {
    const cache = new CatalogCache(home, silentLogger);
    cache.keep('hash-1', aCatalog({ name: 'add' }), asIs);
    await cache.settle();
    const file = join(folder(), 'hash-1.json');
    const { identity } = aCatalog();
    const tools = [
      { name: 'add', inputSchema: { type: 'string' } },
      7,
      { name: 'good', inputSchema: { type: 'object' } },
    ];
    writeFileSync(file, JSON.stringify({ identity, tools, resources: [], templates: [], prompts: [{}] }));
    const read = await cache.read('tour', 'hash-1');
    assert.deepEqual(
      read?.lists.tools.items.map(({ name }) => name),
      ['good'],
    );
    assert.deepEqual(read.lists.prompts.items, []);
    writeFileSync(file, JSON.stringify({ identity: { name: 1 }, tools: 'none' }));
    assert.equal(await cache.read('tour', 'hash-1'), undefined);
  });

  it('keeps the newest of several in a row, and removes what became too large', async () => {
    const cache = new CatalogCache(home, silentLogger);
    for (let index = 0; index < 50; index++) cache.keep('hash-1', aCatalog({ name: `tool-${index}` }), asIs);
    await cache.settle();
    const read = await cache.read('tour', 'hash-1');
    assert.equal(read?.lists.tools.items[0]?.name, 'tool-49');
    cache.keep('hash-1', aCatalog({ name: 'big', description: 'x'.repeat(2_000_001) }), asIs);
    await cache.settle();
    assert.deepEqual(readdirSync(folder()), []);
  });

  it('keeps what a server offers again that it offered first, when that was read while something newer was kept', async () => {
    const first = aCatalog({ name: 'first' });
    const earlier = new CatalogCache(home, silentLogger);
    earlier.keep('hash-1', first, asIs);
    await earlier.settle();
    const cache = new CatalogCache(home, silentLogger);
    const reading = cache.read('tour', 'hash-1');
    cache.keep('hash-1', aCatalog({ name: 'second' }), asIs);
    await Promise.all([reading, cache.settle()]);
    cache.keep('hash-1', first, asIs);
    await cache.settle();
    assert.deepEqual(await new CatalogCache(home, silentLogger).read('tour', 'hash-1'), first);
  });

  it('keeps nothing in which a secret of the definition stands', async () => {
    const cache = new CatalogCache(home, silentLogger);
    const redact = (text: string): string => text.replaceAll('s3cr3t', '***');
    cache.keep('hash-1', aCatalog({ name: 'add' }), redact);
    cache.keep('hash-1', aCatalog({ name: 'add', description: 'Uses s3cr3t.' }), redact);
    await cache.settle();
    assert.equal(await cache.read('tour', 'hash-1'), undefined);
  });

  it('lets go of the catalogs of definitions that are long gone', async () => {
    const first = new CatalogCache(home, silentLogger);
    first.keep('old', aCatalog({ name: 'add' }), asIs);
    await first.settle();
    utimesSync(join(folder(), 'old.json'), 1, 1);
    for (let index = 0; index < 199; index++) writeFileSync(join(folder(), `other-${index}.json`), '{}');
    const next = new CatalogCache(home, silentLogger);
    next.keep('new', aCatalog({ name: 'add' }), asIs);
    await next.settle();
    const names = readdirSync(folder());
    assert.equal(names.length, 200);
    assert.ok(names.includes('new.json') && !names.includes('old.json'));
  });

  it('warns when the disk fails, and goes on', async () => {
    writeFileSync(join(home, 'cache'), 'a file where the folder should be');
    const warnings: string[] = [];
    const cache = new CatalogCache(home, { ...silentLogger, warn: (text) => warnings.push(text) });
    cache.keep('hash-1', aCatalog({ name: 'add' }), asIs);
    await cache.settle();
    assert.equal(await cache.read('tour', 'hash-1'), undefined);
    assert.match(warnings.join(), /could not be kept/);
  });
});
