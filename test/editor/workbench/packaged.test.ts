import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editorFolders } from '../../../scripts/editor/server.mjs';
import { packageExtension } from '../../../scripts/package/extension.mjs';
import { extensionIdentifier } from '../harness/extensionIdentifier.ts';
import { useEditor } from '../harness/useEditor.ts';

describe('the packaged extension', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-vsix-'));
  const vsix = join(folder, 'patchbay.vsix');

  before(async function () {
    this.timeout(60_000);
    await packageExtension(vsix);
  });

  // Declared after the package, so started after it.
  const editor = useEditor({ vsix });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('brings everything that its view needs', async () => {
    const { server, workbench } = editor;
    await workbench.open(await server.createWorkspace());
    await workbench.openView();

    await workbench.view.getByRole('textbox', { name: 'Message' }).waitFor();
  });

  it('names the packages in it with their licences', async () => {
    const { extensions } = editorFolders(editor.server.folder);
    const installed = (await readdir(extensions)).find((name) => name.startsWith(extensionIdentifier));
    assert.ok(installed);
    const notices = await readFile(join(extensions, installed, 'dist', 'THIRD_PARTY_NOTICES.txt'), 'utf8');
    const named = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+ \([\w.-]+\)$/gm)].map(([, name]) => name);
    for (const name of ['@modelcontextprotocol/client', '@vscode/codicons', 'ai', 'ajv', 'react', 'zod']) {
      assert.ok(named.includes(name), name);
    }
  });
});
