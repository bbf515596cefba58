import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aDefinition as anyDefinition } from '../../support/servers.ts';
import type { ServerDefinition } from '../../../src/core/mcp/config/serverDefinition.ts';
import { TrustStore } from '../../../src/core/mcp/config/trustStore.ts';

describe('the trust store', () => {
  let home: string;
  let warnings: string[];

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'patchbay-trust-'));
    warnings = [];
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  async function store(workspace = '/project'): Promise<TrustStore> {
    const trust = new TrustStore(home, workspace, { info() {}, warn: (text) => warnings.push(text), error() {} });
    await trust.load();
    return trust;
  }

  function aDefinition(changes: Partial<ServerDefinition> = {}): ServerDefinition {
    return anyDefinition({ source: { file: '/project/.mcp.json', line: 1 }, hash: 'h1', ...changes });
  }

  it('knows no answer at first', async () => {
    assert.equal((await store()).answerTo(aDefinition()), undefined);
  });

  it('remembers a yes and a no, also for the next process', async () => {
    const trust = await store();
    await trust.remember(aDefinition(), 'approved');
    await trust.remember(aDefinition({ name: 'other' }), 'rejected');
    assert.equal(trust.answerTo(aDefinition()), 'approved');
    const next = await store();
    assert.equal(next.answerTo(aDefinition()), 'approved');
    assert.equal(next.answerTo(aDefinition({ name: 'other' })), 'rejected');
  });

  it('remembers the last answer', async () => {
    const trust = await store();
    await trust.remember(aDefinition(), 'approved');
    await trust.remember(aDefinition(), 'rejected');
    assert.equal((await store()).answerTo(aDefinition()), 'rejected');
  });

  it('binds an answer to workspace, file, name and hash, and not to the line', async () => {
    await (await store()).remember(aDefinition(), 'approved');
    const trust = await store();
    assert.equal(trust.answerTo(aDefinition({ source: { file: '/project/.mcp.json', line: 9 } })), 'approved');
    assert.equal(trust.answerTo(aDefinition({ hash: 'h2' })), undefined);
    assert.equal(trust.answerTo(aDefinition({ name: 'tours' })), undefined);
    assert.equal(trust.answerTo(aDefinition({ source: { file: '/project/sub/.mcp.json', line: 1 } })), undefined);
    assert.equal((await store('/elsewhere')).answerTo(aDefinition()), undefined);
  });

  it('keeps the answers of another process that writes at the same time', async () => {
    const one = await store();
    const other = await store();
    await Promise.all([
      one.remember(aDefinition({ name: 'one' }), 'approved'),
      other.remember(aDefinition({ name: 'other' }), 'approved'),
    ]);
    const next = await store();
    assert.equal(next.answerTo(aDefinition({ name: 'one' })), 'approved');
    assert.equal(next.answerTo(aDefinition({ name: 'other' })), 'approved');
  });

  it('takes a damaged file for no answer, and says so', async () => {
    writeFileSync(join(home, 'trust.json'), '{"version": 1, "answers": [{"answer": "approved"}]}');
    assert.equal((await store()).answerTo(aDefinition()), undefined);
    assert.equal(warnings.length, 1);
  });

  it('writes no part of a definition but its names and hash', async () => {
    await (await store()).remember(aDefinition(), 'approved');
    assert.deepEqual(JSON.parse(readFileSync(join(home, 'trust.json'), 'utf8')), {
      version: 1,
      answers: [{ workspace: '/project', file: '/project/.mcp.json', name: 'tour', hash: 'h1', answer: 'approved' }],
    });
  });
});
