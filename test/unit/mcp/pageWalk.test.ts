import assert from 'node:assert/strict';
import { walkPages } from '../../../src/core/mcp/catalog/pageWalk.ts';

describe('walking the pages of a list', () => {
  it('reads one page and asks for no other', async () => {
    const asked: unknown[] = [];
    const walk = await walkPages((cursor) => {
      asked.push(cursor);
      return Promise.resolve({ items: [1, 2], nextCursor: undefined });
    });
    assert.deepEqual(walk, { items: [1, 2], truncated: undefined });
    assert.deepEqual(asked, [undefined]);
  });

  it('stops at a cursor from further back, not only at the last', async () => {
    const next = ['a', 'b', 'a', 'b'];
    const walk = await walkPages(() => Promise.resolve({ items: [next.length], nextCursor: next.shift() }));
    assert.deepEqual(walk, { items: [4, 3, 2], truncated: 'repeatedCursor' });
  });

  it('reads a page of any length', async () => {
    const items = Array.from({ length: 300_000 }, (_, index) => index);
    const walk = await walkPages(() => Promise.resolve({ items, nextCursor: undefined }));
    assert.equal(walk.items.length, items.length);
  });

  it('reads 64 pages in full', async () => {
    let page = 0;
    const walk = await walkPages(() =>
      Promise.resolve({ items: [page], nextCursor: ++page < 64 ? `${page}` : undefined }),
    );
    assert.equal(walk.items.length, 64);
    assert.equal(walk.truncated, undefined);
  });
});
