import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRepository } from '../../../scripts/setup/paths.mjs';
import { processesWith, untilCount } from '../../support/processes.ts';
import { useEditor } from '../harness/useEditor.ts';
import { ChatPage } from './chatPage.ts';

/** The server and the two that it starts, of which one leaves its group. None of them ends when it is asked to. */
const familySize = 3;

/** The editor gives extensions little time to end, and what is left of them none. */
const patienceMs = 3_000;

describe('servers that ignore every request to end', function () {
  this.timeout(90_000);
  const editor = useEditor();
  const marker = `patchbay-closing-${randomUUID()}`;

  before(async () => {
    const { server, workbench } = editor;
    const program = inRepository('test', 'servers', 'faults', 'stubbornFamily.mjs');
    const mcpServers = { stubborn: { command: 'node', args: [program, marker] } };
    await mkdir(server.home, { recursive: true });
    await writeFile(join(server.home, 'mcp.json'), JSON.stringify({ mcpServers }));
    await workbench.open(await server.createWorkspace());
  });

  it('are gone when the window is loaded anew', async () => {
    const family = await connectedFamily();
    const reloaded = editor.workbench.reload();
    await untilCount(() => living().filter((line) => family.includes(pidOf(line))), 0, patienceMs);
    await reloaded;
  });

  it('are gone when the window is closed', async () => {
    await connectedFamily();
    // As a person closes it: the page is told, which is how the extension host learns of it.
    await editor.workbench.page.close({ runBeforeUnload: true });
    await untilCount(living, 0, patienceMs);
  });

  /** Shows the view, which connects the server, and gives the ids of its processes. */
  async function connectedFamily(): Promise<readonly (string | undefined)[]> {
    await editor.workbench.openView();
    const row = await new ChatPage(editor.workbench).server('stubborn');
    await row.getByText('Connected', { exact: true }).first().waitFor({ timeout: 30_000 });
    await untilCount(living, familySize);
    return living().map(pidOf);
  }

  function living(): string[] {
    return processesWith(marker);
  }
});

function pidOf(line: string): string | undefined {
  return line.trim().split(/\s+/)[0];
}
