import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { repositoryRoot } from '../../../scripts/setup/paths.mjs';
import { useEditor } from '../harness/useEditor.ts';
import { ChatPage } from './chatPage.ts';

const tourServer = join(repositoryRoot, 'dist', 'tour-server', 'server.js');

describe('changing which servers there are', function () {
  this.timeout(90_000);
  const editor = useEditor();
  let chat: ChatPage;
  let workspace: string;
  const shared = `{
  // What the team uses.
  "mcpServers": {
    "tour": { "command": "node", "args": [${JSON.stringify(tourServer)}], "disabled": true }
  }
}
`;

  before(async function () {
    this.timeout(120_000);
    workspace = await editor.server.createWorkspace({
      '.mcp.json': shared,
      '.vscode/mcp.json': {
        servers: {
          elsewhere: { type: 'stdio', command: 'node', args: [tourServer], env: { API_KEY: 'hunter2hunter2' } },
        },
      },
    });
    chat = new ChatPage(editor.workbench);
    await editor.workbench.open(workspace);
    await editor.workbench.openView();
    await chat.composer.waitFor();
  });

  function dialog(text: string): Locator {
    return editor.workbench.page.getByRole('dialog').filter({ hasText: text });
  }

  async function configured(): Promise<string> {
    return readFile(join(editor.server.home, 'mcp.json'), 'utf8');
  }

  it('adds one that is pasted, after showing what will be written, and connects it', async () => {
    const { quickInput } = editor.workbench;
    await editor.workbench.runCommand('Patchbay: Add Server');
    await quickInput.pick('Paste');
    await quickInput.widget.getByText('Nothing is written before you agree').waitFor();
    await quickInput.answer(JSON.stringify({ mcpServers: { guide: { command: 'node', args: [tourServer] } } }));
    await quickInput.pick('You, everywhere');
    await quickInput.widget.getByText('Its name').waitFor();
    await quickInput.answer('my-guide');
    const question = dialog('Write this to');
    await question.getByText('"my-guide"').waitFor();
    await editor.workbench.screenshot('add-server-question');
    await question.getByRole('button', { name: 'Add and Connect' }).click();

    // The command shows the servers by itself.
    await editor.workbench.view.getByRole('region', { name: 'Servers' }).waitFor();
    const row = await chat.server('my-guide');
    await row.getByText('Connected', { exact: true }).first().waitFor({ timeout: 30_000 });
    assert.match(await configured(), /"my-guide"/);
    await editor.workbench.screenshot('add-server-connected');
  });

  it('says what is wrong with what is pasted, and takes it when it is mended', async () => {
    const { quickInput } = editor.workbench;
    await editor.workbench.runCommand('Patchbay: Add Server');
    await quickInput.pick('Address');
    await quickInput.input.fill('not an address');
    await quickInput.widget.getByText(/Not an address/).waitFor();
    await quickInput.input.fill('http://127.0.0.1:9/mcp');
    await quickInput.widget.getByText(/Not an address/).waitFor({ state: 'detached' });
    await quickInput.cancel();
    assert.doesNotMatch(await configured(), /127\.0\.0\.1/);
  });

  it('switches a single tool off and on', async () => {
    const row = await chat.server('my-guide');
    await row.getByText('Tools', { exact: true }).click();
    const toggle = row.getByRole('switch', { name: 'Use book_trip' });
    await toggle.click();
    await row.getByText(/1 tool switched off/).waitFor();
    assert.equal(await toggle.getAttribute('aria-checked'), 'false');
    await editor.workbench.screenshot('tool-switched-off');
    await toggle.click();
    await row.getByText(/2 tools,/).waitFor();
  });

  it('removes one from its file, after saying which that is', async () => {
    await editor.workbench.runCommand('Patchbay: Remove Server');
    await editor.workbench.quickInput.pick('my-guide');
    const question = dialog('Remove the server "my-guide"?');
    await question.getByText(join(editor.server.home, 'mcp.json'), { exact: false }).waitFor();
    await question.getByRole('button', { name: 'Remove' }).click();
    const region = editor.workbench.view.getByRole('region', { name: 'Servers' });
    await region.getByText('my-guide', { exact: true }).waitFor({ state: 'detached' });
    assert.doesNotMatch(await configured(), /my-guide/);
  });

  it('enables a disabled one of the project for this person alone: the shared file stays as it is', async () => {
    const row = await chat.server('tour');
    await row.getByRole('button', { name: 'Enable' }).click();
    await row.getByText('Needs approval').waitFor();
    assert.equal(await readFile(join(workspace, '.mcp.json'), 'utf8'), shared);
    await chat.approveServer('tour');
  });

  it('imports from the file of another product, and leaves the secret behind', async () => {
    const { quickInput } = editor.workbench;
    await editor.workbench.runCommand('Patchbay: Import Servers');
    await quickInput.widget.getByText('elsewhere', { exact: true }).waitFor();
    await editor.workbench.screenshot('import-servers');
    await quickInput.widget.getByText(/API_KEY is secret and not copied/).waitFor();
    await quickInput.widget.getByText('elsewhere', { exact: true }).click();
    await quickInput.widget.getByRole('button', { name: 'OK' }).click();
    const question = dialog('Write this to');
    await question.getByText(/env\.API_KEY is not written/).waitFor();
    await question.getByRole('button', { name: 'Add and Connect' }).click();
    await quickInput.widget.getByText('elsewhere needs a value').waitFor();
    await editor.workbench.screenshot('import-asks');
    await quickInput.answer('another-secret');
    const row = await chat.server('elsewhere');
    await row.getByText('Connected', { exact: true }).first().waitFor({ timeout: 30_000 });
    const written = await Promise.all(
      ['.mcp.json', '.patchbay/mcp.json'].map((file) => readFile(join(workspace, file), 'utf8').catch(() => '')),
    );
    assert.match(written.join(''), /elsewhere/);
    assert.doesNotMatch(written.join(''), /hunter2|another-secret/);
  });
});
