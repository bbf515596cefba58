import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageExtension } from '../../../scripts/package/extension.mjs';
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
});
