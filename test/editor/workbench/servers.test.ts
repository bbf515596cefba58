import assert from 'node:assert/strict';
import { join } from 'node:path';
import { repositoryRoot } from '../../../scripts/setup/paths.mjs';
import { useEditor } from '../harness/useEditor.ts';
import { ChatPage } from './chatPage.ts';

const notesServer = join(repositoryRoot, 'test', 'servers', 'notesServer.mjs');
const tourServer = join(repositoryRoot, 'dist', 'tour-server', 'server.js');

describe('servers in the editor', function () {
  this.timeout(90_000);
  const editor = useEditor();
  let chat: ChatPage;

  before(async function () {
    this.timeout(120_000);
    const workspace = await editor.server.createWorkspace({
      '.mcp.json': {
        mcpServers: {
          tour: { command: 'node', args: [tourServer] },
          missing: { command: 'no-such-program-anywhere' },
          off: { command: 'node', args: [tourServer], disabled: true },
        },
      },
      '.patchbay/mcp.json': { mcpServers: { private: { command: 'node', args: [tourServer] } } },
    });
    chat = new ChatPage(editor.workbench);
    await editor.workbench.open(workspace);
    await editor.workbench.openView();
    await chat.composer.waitFor();
  });

  it('say which machine they run on, and whose wish each is', async () => {
    const row = await chat.server('private');
    assert.match(await row.innerText(), /The private configuration of this workspace wants to start this program/);
    const region = editor.workbench.view.getByRole('region', { name: 'Servers' });
    await region.getByText(/^Programs of servers run on/).waitFor();
  });

  it('show their protocol once connected', async () => {
    await chat.approveServer('tour');
    const row = await chat.server('tour');
    assert.match(await row.innerText(), /stdio · MCP 20\d\d-\d\d-\d\d, (legacy|modern) era/);
    await editor.workbench.screenshot('servers-connected');
  });

  it('open their file at their line', async () => {
    const row = await chat.server('missing');
    await row.getByRole('button', { name: '.mcp.json:' }).click();
    const { page } = editor.workbench;
    await page.getByRole('tab', { name: /\.mcp\.json/, selected: true }).waitFor();
    await page.getByRole('button', { name: /^Ln 9, Col 1/ }).waitFor();
  });

  it('name the one thing to do when they cannot be started', async () => {
    const row = await chat.server('missing');
    await row.getByRole('button', { name: 'Approve' }).click();
    await row.getByText('Failed', { exact: true }).waitFor({ timeout: 30_000 });
    await row.getByRole('button', { name: 'Open file' }).waitFor();
    await editor.workbench.screenshot('server-failed');
  });

  it('show their log from the palette', async () => {
    await editor.workbench.runCommand('Patchbay: Show Server Log');
    await editor.workbench.quickInput.pick('tour');
    await editor.workbench.page.getByRole('tab', { name: 'Output', selected: true }).waitFor();
  });

  it('explain when one is disabled, and leave it so when the person does not agree', async () => {
    const row = await chat.server('off');
    await row.getByText('Disabled', { exact: true }).waitFor();
    await row.getByRole('switch', { name: 'Connected' }).click();
    const dialog = editor.workbench.page.getByRole('dialog').filter({ hasText: '"off" is disabled. Enable it?' });
    await dialog.getByText('the shared file', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row.getByText('Disabled', { exact: true }).waitFor();
  });
});

describe('by hand, without a model', function () {
  this.timeout(90_000);
  const editor = useEditor();
  let chat: ChatPage;

  before(async function () {
    this.timeout(120_000);
    const workspace = await editor.server.createWorkspace({
      '.mcp.json': {
        mcpServers: {
          tour: { command: 'node', args: [tourServer] },
          notes: { command: 'node', args: [notesServer] },
        },
      },
    });
    chat = new ChatPage(editor.workbench);
    await editor.workbench.open(workspace);
    await editor.workbench.openView();
    await chat.composer.waitFor();
    await chat.approveServer('tour');
    await chat.approveServer('notes');
    await chat.closeServers();
  });

  it('runs a tool with a form from its schema, which takes no wrong value', async () => {
    const { workbench } = editor;
    await workbench.runCommand('Patchbay: Run MCP Tool');
    await workbench.quickInput.pick('estimate_cost');
    await workbench.quickInput.pick('Paris');
    await workbench.quickInput.widget.getByText(/^days/).waitFor();
    await workbench.quickInput.input.fill('two');
    await workbench.quickInput.widget.getByText(/must be/).waitFor();
    await workbench.screenshot('run-tool-invalid');
    await workbench.quickInput.answer('3');
    await workbench.quickInput.widget.getByText('travellers', { exact: true }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page.getByRole('tab', { name: /estimate_cost\.md/, selected: true }).waitFor();
    await workbench.screenshot('run-tool-result');
    const text = await workbench.page.locator('.editor-instance .view-lines').first().innerText();
    assert.match(text.replaceAll('\u00a0', ' '), /# Tool estimate_cost on tour/);
  });

  it('puts the result into the message when that is wanted', async () => {
    await editor.workbench.page.getByRole('button', { name: 'Add to Chat' }).click();
    await editor.workbench.view.locator('textarea:focus').waitFor();
    assert.match(await chat.composer.inputValue(), /^# Tool estimate_cost on tour[\s\S]*"city": "Paris"/);
    await chat.composer.fill('');
  });

  it('opens a resource in a read-only editor of its language', async () => {
    const { workbench } = editor;
    await workbench.runCommand('Patchbay: Open MCP Resource');
    await workbench.quickInput.widget.getByRole('option').filter({ hasText: 'tour: docs://handbook' }).click();
    await workbench.page.getByRole('tab', { name: /handbook\.md/, selected: true }).waitFor();
    await workbench.page.getByRole('button', { name: 'Markdown', exact: true }).waitFor();
    await workbench.screenshot('open-resource');
    await workbench.page.keyboard.type('x');
    await workbench.page
      .getByRole('alert')
      .getByText(/Editor is read-only/)
      .waitFor();
  });

  it('opens a picture as a picture', async () => {
    const { workbench } = editor;
    await workbench.runCommand('Patchbay: Open MCP Resource');
    await workbench.quickInput.widget.getByRole('option').filter({ hasText: 'tour: docs://logo' }).click();
    await workbench.page.getByRole('tab', { name: /logo\.png/, selected: true }).waitFor();
    const viewer = workbench.page.locator('iframe.webview.ready[src*="media-preview"]').contentFrame();
    await viewer.frameLocator('#active-frame').locator('img').waitFor();
    await workbench.screenshot('open-picture');
  });

  it('follows a resource while it is open, and takes arguments that are no single line as JSON', async () => {
    const { workbench } = editor;
    await workbench.runCommand('Patchbay: Open MCP Resource');
    await workbench.quickInput.widget.getByRole('option').filter({ hasText: 'notes: note://today' }).click();
    const lines = workbench.page.locator('.editor-instance .view-lines');
    await lines.getByText('Buy bread').waitFor();

    await workbench.runCommand('Patchbay: Run MCP Tool');
    await workbench.quickInput
      .row('write')
      .getByText(/may change or delete things/)
      .waitFor();
    await workbench.quickInput.pick('write');
    const run = workbench.quickInput.row('Run with the arguments in the editor');
    await run.waitFor();
    await workbench.screenshot('run-tool-json');
    await run.click();
    await workbench.quickInput.widget.getByPlaceholder(/must have required property 'text'/).waitFor();
    await lines.click();
    await workbench.page.keyboard.press('ControlOrMeta+a');
    await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // Pasted, since the editor adds closing brackets to what is typed.
    await workbench.page.evaluate(() => navigator.clipboard.writeText('{"note": {"text": "Buy apples"}}'));
    await workbench.page.keyboard.press('ControlOrMeta+v');
    await lines.getByText('Buy apples').waitFor();
    await run.click();
    await workbench.page.getByRole('tab', { name: /write\.md/, selected: true }).waitFor();

    await workbench.page.getByRole('tab', { name: /today\.txt/ }).click();
    await lines.getByText('Buy apples').waitFor();
  });

  it('sets how much a server logs, and shows its log', async () => {
    const { workbench } = editor;
    await workbench.runCommand('Patchbay: Show Server Log');
    const row = workbench.quickInput.row('notes');
    await row.hover();
    assert.equal(await workbench.quickInput.row('tour').getByRole('button', { name: 'Set Log Level' }).count(), 0);
    await row.getByRole('button', { name: 'Set Log Level' }).click();
    await workbench.quickInput.pick('debug');
    await workbench.page.getByRole('tab', { name: 'Output', selected: true }).waitFor();
    await workbench.page
      .locator('.panel .view-lines')
      .filter({ hasText: /The\slevel\sis\sdebug/ })
      .waitFor();
    await workbench.screenshot('server-log');
  });
});
