import { mkdir, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useEditor } from '../harness/useEditor.ts';

describe('with servers that start at startup', () => {
  const editor = useEditor({ settings: { 'patchbay.mcp.autoConnect': 'onStartup' } });

  it('the first command starts them, though it needs none and the view stays closed', async () => {
    const { server, workbench } = editor;
    const args = ['-e', `fs.writeFileSync(${JSON.stringify(join(server.folder, 'started'))}, '')`];
    await mkdir(server.home, { recursive: true });
    await writeFile(join(server.home, 'mcp.json'), JSON.stringify({ mcpServers: { own: { command: 'node', args } } }));
    const started = isCreated(server.folder, 'started');
    await workbench.open(await server.createWorkspace());

    await workbench.runCommand('Patchbay: Open Settings');

    await started;
  });
});

/** Resolves when a file with this name appears in the folder. */
async function isCreated(folder: string, name: string): Promise<void> {
  for await (const { filename } of watch(folder)) if (filename === name) return;
}
