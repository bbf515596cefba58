import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LastingSubject } from '../../../src/core/agent/approval/approvalSubject.ts';
import type { ApprovalRecords } from '../../../src/core/agent/approval/approvalStore.ts';
import { ApprovalStore, approvalsSchema } from '../../../src/core/agent/approval/approvalStore.ts';
import { JsonFile } from '../../../src/core/base/jsonFile.ts';
import { silentLogger } from '../../../src/core/base/logger.ts';
import { aDefinition, aTool } from '../../support/servers.ts';

describe('ApprovalStore', () => {
  let home: string;
  let file: string;
  let store: ApprovalStore;

  const anotherWindow = (): ApprovalStore =>
    new ApprovalStore(
      new JsonFile<ApprovalRecords>({
        file,
        schema: approvalsSchema,
        initial: { allowances: [] },
        logger: silentLogger,
      }),
    );

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'patchbay-approvals-'));
    file = join(home, 'approvals.json');
    store = anotherWindow();
  });
  afterEach(() => rm(home, { recursive: true }));

  const server = aDefinition();
  const book: LastingSubject = { kind: 'tool', server, tool: aTool() };
  const handbook: LastingSubject = { kind: 'resource', server, uri: 'docs://handbook' };

  it('remembers a tool and a resource for every window, privately', async () => {
    await store.remember(book, 5);
    await store.remember(handbook, 6);
    assert.deepEqual(await anotherWindow().recall(book), { kind: 'allowed' });
    assert.deepEqual(await anotherWindow().recall(handbook), { kind: 'allowed' });
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  it('allows nothing but the very tool, server, scope and file', async () => {
    await store.remember(book, 5);
    await store.remember(handbook, 6);
    const others: LastingSubject[] = [
      { ...book, tool: aTool({ name: 'cancel_trip' }) },
      { ...book, server: aDefinition({ name: 'other' }) },
      { ...book, server: aDefinition({ scope: 'user' }) },
      { ...book, server: aDefinition({ source: { file: '/elsewhere/.mcp.json', line: 3 } }) },
      { ...handbook, uri: 'docs://handbook/' },
      { ...handbook, server: aDefinition({ name: 'other' }) },
    ];
    for (const other of others) assert.deepEqual(await store.recall(other), { kind: 'none' });
  });

  it('asks again for a changed tool and says what changed', async () => {
    await store.remember(book, 5);
    const tool = aTool({ description: 'Books a trip and pays for it.', inputSchema: { type: 'object' } });
    assert.deepEqual(await store.recall({ ...book, tool }), {
      kind: 'changed',
      difference:
        'Changed: description, inputSchema. ' +
        'The description was "Books a trip." and is now "Books a trip and pays for it.".',
    });
  });

  it('forgets the earlier definition when the changed one is allowed', async () => {
    await store.remember(book, 5);
    const changed = { ...book, tool: aTool({ description: 'Books two trips.' }) };
    await store.remember(changed, 6);
    assert.deepEqual(await store.recall(changed), { kind: 'allowed' });
    assert.equal((await store.recall(book)).kind, 'changed');
    assert.equal((await store.list()).length, 1);
  });

  it('lists what is allowed and ends one allowance', async () => {
    await store.remember(book, 5);
    await store.remember(handbook, 6);
    const listed = await store.list();
    assert.deepEqual(
      listed.map((entry) => [entry.server, entry.kind === 'tool' ? entry.tool : entry.uri, entry.allowedAt]),
      [
        ['tour', 'book_trip', 5],
        ['tour', 'docs://handbook', 6],
      ],
    );
    await store.revoke(listed[0]!.key);
    assert.deepEqual(await store.recall(book), { kind: 'none' });
    assert.deepEqual(await store.recall(handbook), { kind: 'allowed' });
  });

  it('allows nothing for an entry it does not understand, and keeps the entry', async () => {
    const strange = { key: 'x', kind: 'everything' };
    await writeFile(file, JSON.stringify({ allowances: [strange] }));
    assert.deepEqual(await store.list(), []);
    await store.remember(book, 5);
    const written = JSON.parse(await readFile(file, 'utf8')) as ApprovalRecords;
    assert.deepEqual(written.allowances[0], strange);
    assert.equal(written.allowances.length, 2);
  });
});
