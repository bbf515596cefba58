import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceFolderOf } from '../../../src/cli/workspaceFolder.ts';

describe('the workspace folder of a command', () => {
  let root: string;
  let below: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-workspace-')));
    below = join(root, 'packages', 'one');
    await mkdir(below, { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('is the nearest folder above with a repository', async () => {
    await mkdir(join(root, '.git'));
    assert.equal(await workspaceFolderOf(below), root);
  });

  it('is the root of a worktree, where .git is a file', async () => {
    await mkdir(join(root, '.git'));
    await writeFile(join(root, 'packages', '.git'), 'gitdir: elsewhere\n');
    assert.equal(await workspaceFolderOf(below), join(root, 'packages'));
  });

  it('is the folder itself outside of any repository', async () => {
    assert.equal(await workspaceFolderOf(below), below);
  });
});
