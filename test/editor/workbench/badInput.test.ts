import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../../../scripts/setup/paths.mjs';
import { useEditor } from '../harness/useEditor.ts';
import { ChatPage } from './chatPage.ts';

const tourServer = join(repositoryRoot, 'dist', 'tour-server', 'server.js');
const working = { command: 'node', args: [tourServer] };

describe('bad input in the editor', function () {
  this.timeout(90_000);
  const editor = useEditor({ settings: { 'patchbay.mcp.connectTimeout': 3 } });
  let chat: ChatPage;
  let workspace: string;

  before(async function () {
    this.timeout(120_000);
    workspace = await editor.server.createWorkspace({
      '.mcp.json': {
        mcpServers: {
          tour: working,
          missing: { command: 'no-such-program-anywhere' },
          exiting: { command: 'node', args: ['-e', 'console.error("no licence"); process.exit(3)'] },
          silent: { command: 'node', args: ['-e', 'setInterval(() => {}, 1000)'] },
          wrong: { command: 7 },
        },
      },
    });
    chat = new ChatPage(editor.workbench);
    await editor.workbench.open(workspace);
    await editor.workbench.openView();
    await chat.composer.waitFor();
  });

  async function failureOf(server: string): Promise<string> {
    const row = await chat.server(server);
    await row.getByRole('button', { name: 'Approve' }).click();
    await row.getByText('Failed', { exact: true }).first().waitFor({ timeout: 30_000 });
    return row.innerText();
  }

  it('names the server that cannot start, the one that exits and the one that never answers, each in its row', async () => {
    assert.match(await failureOf('missing'), /no-such-program-anywhere/);
    assert.match(await failureOf('exiting'), /no licence/);
    assert.match(await failureOf('silent'), /3 s|3 seconds|in time/);
    await editor.workbench.screenshot('bad-servers');
  });

  it('lists a wrong value with its file, line and field', async () => {
    await chat.server('tour');
    const text = await editor.workbench.view.getByRole('region', { name: 'Servers' }).innerText();
    assert.match(text, /\.mcp\.json:\d+/);
    assert.match(text, /wrong/);
    assert.match(text, /command/);
  });

  it('still connects the good server, and converses', async () => {
    await chat.approveServer('tour');
    await chat.closeServers();
    await chat.send('What does @tour:docs://handbook say about hotels?');
    await chat.idle();
    assert.match(await chat.lastAnswer.innerText(), /180 euros/);
  });

  it('warns of a mention of an unknown server, and the turn goes on', async () => {
    await chat.send('What does @nowhere:docs://handbook say about hotels?');
    await chat.idle();
    const question = await chat.lastQuestion.innerText();
    assert.match(question, /nowhere/);
    assert.match(question, /no server|unknown/i);
    assert.notEqual(await chat.lastAnswer.innerText(), '');
    assert.equal(await chat.button('Jump to latest').count(), 0, 'nobody scrolled, so the end is in sight');
  });

  it('opens the form of a prompt whose required argument is missing, with what was given', async () => {
    await chat.submit('/tour:plan_trip Paris');
    const form = chat.dialog('Prompts');
    await form.getByText('Plan a trip').waitFor();
    assert.equal(await form.getByRole('textbox', { name: /city/i }).inputValue(), 'Paris');
    await editor.workbench.screenshot('prompt-form');
    await form.getByRole('textbox', { name: /days/i }).fill('3');
    await form.getByRole('button', { name: 'Run' }).click();
    await chat.lastQuestion.getByText('plan_trip').first().waitFor();
    await chat.idle();
    assert.match(await chat.lastAnswer.innerText(), /a business trip to Paris for 3 days/);
  });

  it('refuses an unknown command, keeps the text, and names what exists', async () => {
    await chat.submit('/tour:nonsense now');
    await editor.workbench.view.getByRole('alert').filter({ hasText: '/tour:plan_trip' }).waitFor();
    assert.equal(await chat.composer.inputValue(), '/tour:nonsense now');
    await chat.composer.fill('');
  });

  it('says where a configuration file is broken, and picks it up when it is mended', async () => {
    const file = join(workspace, '.mcp.json');
    await writeFile(file, `{ "mcpServers": { "tour": ${JSON.stringify(working)} `);
    await chat.server('tour');
    const region = editor.workbench.view.getByRole('region', { name: 'Servers' });
    await region
      .getByText(/\.mcp\.json:1/)
      .first()
      .waitFor({ timeout: 30_000 });
    await editor.workbench.screenshot('bad-file');

    await writeFile(file, JSON.stringify({ mcpServers: { tour: working } }));
    await (await chat.server('tour')).getByText('Connected', { exact: true }).first().waitFor({ timeout: 30_000 });
    await chat.closeServers();
  });

  it('lost no part of the conversation', async () => {
    await editor.workbench.reload();
    await editor.workbench.openView();
    await chat.lastAnswer
      .getByText(/a business trip to Paris for 3 days/)
      .first()
      .waitFor();
  });
});
