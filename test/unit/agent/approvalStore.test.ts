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
      by: 'person',
      difference:
        'What changed: description was "Books a trip." and is now "Books a trip and pays for it.". ' +
        'inputSchema.properties is gone, it was {"city":{"type":"string"}}. ' +
        'inputSchema.required is gone, it was ["city"].',
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

  it('ends an allowance for a window that has just decided by it', async () => {
    const other = anotherWindow();
    await store.remember(book, 5);
    assert.equal((await other.recall(book)).kind, 'allowed');
    await store.revoke((await store.list())[0]!.key);
    assert.equal((await other.recall(book)).kind, 'none');
  });

  describe('what a configuration always allows', () => {
    const always = { ...book, server: aDefinition({ alwaysAllow: ['book_trip'] }) } as const;
    const changed = { ...always, tool: aTool({ description: 'Books two trips.' }) };
    const kindOf = async (subject: LastingSubject): Promise<string> => (await anotherWindow().recall(subject)).kind;

    it('is bound to the definition that a tool has when it is used first, in every window', async () => {
      assert.equal(await kindOf(always), 'unpinned');
      assert.deepEqual(await store.pin(always, 5), { kind: 'allowed' });
      assert.equal(await kindOf(always), 'allowed');
      assert.deepEqual(await store.recall(changed), {
        kind: 'changed',
        by: 'configuration',
        difference: 'What changed: description was "Books a trip." and is now "Books two trips.".',
      });
    });

    it('is bound by the first of two windows that use two definitions', async () => {
      assert.equal((await store.pin(always, 5)).kind, 'allowed');
      assert.equal((await anotherWindow().pin(changed, 6)).kind, 'changed');
      assert.equal((await store.list()).length, 1);
    });

    it('is bound anew by the person, and only by them', async () => {
      await store.pin(always, 5);
      await store.pin(changed, 6);
      assert.equal(await kindOf(changed), 'changed');
      await store.remember(changed, 7);
      assert.deepEqual([await kindOf(changed), await kindOf(always)], ['allowed', 'changed']);
      assert.equal((await store.list()).length, 1);
    });

    it('allows nothing any more when the configuration does not', async () => {
      await store.pin(always, 5);
      assert.equal(await kindOf(book), 'none');
      const others = { ...always, server: aDefinition({ alwaysAllow: ['other'] }) };
      assert.equal(await kindOf(others), 'none');
    });

    it('asks about a tool that a person always allowed in an earlier definition', async () => {
      await store.remember(book, 5);
      assert.equal(await kindOf(changed), 'changed');
    });

    it('is listed, and asks once it was revoked, until the person allows it again', async () => {
      await store.pin(always, 5);
      const [pin] = await store.list();
      assert.deepEqual([pin?.kind, pin?.kind === 'tool' && pin.origin], ['tool', 'configuration']);
      await store.revoke(pin!.key);
      assert.deepEqual([await store.list(), await kindOf(always)], [[], 'withdrawn']);
      assert.equal((await store.pin(always, 6)).kind, 'withdrawn');
      await store.remember(always, 7);
      assert.equal(await kindOf(always), 'allowed');
      await store.revoke((await store.list())[0]!.key);
      assert.equal(await kindOf(always), 'withdrawn');
    });

    it('is bound for this process where nothing can be written', async () => {
      const failing = new JsonFile<ApprovalRecords>({
        file: join(home, 'notAFolder', 'approvals.json'),
        schema: approvalsSchema,
        initial: { allowances: [] },
        logger: silentLogger,
      });
      const unsaved = new ApprovalStore(failing);
      failing.read = () => Promise.resolve({ allowances: [] });
      await writeFile(join(home, 'notAFolder'), '');
      await assert.rejects(unsaved.pin(always, 5));
      assert.equal((await unsaved.recall(always)).kind, 'allowed');
      assert.equal((await unsaved.recall(changed)).kind, 'changed');
      assert.equal((await unsaved.list()).length, 1);
    });

    it('is forgotten of session files that are gone, and of no others', async () => {
      const sessionFile = join(home, 'session.json');
      await writeFile(sessionFile, '{}');
      const at = (path: string, scope: 'session' | 'project') => {
        const server = aDefinition({ alwaysAllow: ['*'], scope, source: { file: path, line: 1 } });
        return { ...always, server };
      };
      await store.pin(at(sessionFile, 'session'), 1);
      await store.pin(at(join(home, 'gone.json'), 'session'), 2);
      await store.pin(at(join(home, 'unmounted.json'), 'project'), 3);
      await store.pin(always, 4);
      const files = (await store.list()).map((entry) => entry.file);
      assert.deepEqual(files, [sessionFile, join(home, 'unmounted.json'), always.server.source.file]);
    });
  });
});
