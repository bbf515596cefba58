import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { everything } from '../../peers/cli/mcpServers.ts';
import { aGate } from '../../servers/scriptedModel/gate.ts';
import { anAnswer, aText, atGate, calling, saying, type Round } from '../../servers/scriptedModel/script.ts';
import { ScriptedModelServer } from '../../servers/scriptedModel/scriptedModelServer.ts';
import { useEditor } from '../harness/useEditor.ts';
import { ChatPage } from './chatPage.ts';

describe('what a conversation in the editor can do', function () {
  this.timeout(90_000);
  const editor = useEditor();
  let chat: ChatPage;
  let model: ScriptedModelServer;
  let workspace: string;
  /** What the endpoint does next, one round a request. */
  let rounds: Round[] = [];

  before(async function () {
    this.timeout(120_000);
    model = await ScriptedModelServer.start(() => rounds.shift() ?? saying('Nothing is planned.'));
    await editor.server.writeSettings({
      'patchbay.providers': {
        local: {
          type: 'openai-compatible',
          baseUrl: model.baseUrl,
          models: [{ id: 'scripted', contextWindow: 50_000 }],
        },
      },
      'patchbay.model': 'local/scripted',
      'patchbay.permissions.mode': 'bypass',
    });
    workspace = await editor.server.createWorkspace({ '.mcp.json': { mcpServers: { everything } } });
    chat = new ChatPage(editor.workbench);
    await editor.workbench.open(workspace);
    await editor.workbench.openView();
    await chat.approveServer('everything');
    await chat.closeServers();
  });

  after(() => model.dispose());

  it('answers a built-in command without the model', async () => {
    const asked = model.requests.length;
    await chat.send('/tools');
    await chat.lastAnswer.getByText('get-sum').first().waitFor();
    await chat.idle();
    assert.equal(model.requests.length, asked);
  });

  it('queues a message while an answer runs, and answers it next', async () => {
    const gate = aGate();
    rounds = [anAnswer([aText('First '), atGate(gate), aText('answer.')]), saying('Second answer.')];
    await chat.send('One');
    await chat.lastAnswer.getByText('First').waitFor();
    await chat.composer.fill('Two');
    await chat.composer.press('Enter');
    const list = editor.workbench.view.getByRole('list', { name: 'Queued messages' });
    await list.getByText('Two').waitFor();
    gate.open();
    await chat.lastAnswer.getByText('Second answer.').waitFor();
    await list.waitFor({ state: 'detached' });
    await chat.idle();
    assert.match(await chat.lastQuestion.innerText(), /Two/);
  });

  it('sends a message again beside its first version, and shows either', async () => {
    rounds = [saying('Better answer.')];
    await chat.lastQuestion.hover();
    await chat.lastQuestion.getByRole('button', { name: 'Edit' }).click();
    const field = chat.lastQuestion.getByRole('textbox', { name: 'Edited text' });
    await field.fill('Two, but better');
    await field.press('Enter');
    await chat.lastAnswer.getByText('Better answer.').waitFor();
    await chat.idle();
    await chat.lastQuestion.getByText('2 of 2').waitFor();
    await chat.lastQuestion.getByRole('button', { name: 'Previous version' }).click();
    await chat.lastAnswer.getByText('Second answer.').waitFor();
    await editor.workbench.screenshot('versions');
  });

  it('lets a server ask for information in the middle of a call, also over a reload of the window’s view', async () => {
    rounds = [calling('mcp__everything__trigger_elicitation_request', {}), saying('Thank you.')];
    await chat.send('Ask me');
    const dialog = chat.dialog('everything asks for information');
    await dialog.waitFor();
    await editor.workbench.screenshot('elicitation');
    await editor.workbench.closeView();
    await editor.workbench.openView();
    await dialog.waitFor();
    await dialog.getByRole('textbox').first().fill('Ada');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await chat.lastAnswer.getByText('Thank you.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await chat.idle();
    const told = JSON.stringify(model.requests.at(-1)?.body.messages);
    assert.match(told, /Ada/);
  });

  it('shows how full the model’s context window is', async () => {
    await editor.workbench.view.getByRole('button', { name: /^Context: \d+% of the window/ }).waitFor();
  });

  it('exports the conversation into a file', async () => {
    await editor.workbench.runCommand('Patchbay: Export Chat');
    await editor.workbench.quickInput.pick('Markdown');
    const save = editor.workbench.quickInput.widget.getByRole('button', { name: 'OK' });
    await save.click();
    await editor.workbench.page.getByRole('tab', { name: /^patchbay-chat\.md/ }).waitFor();
    const file = join(workspace, 'patchbay-chat.md');
    assert.match(await readFile(file, 'utf8'), /Second answer\.[\s\S]*Ask me/);
  });

  it('finds an earlier conversation by what was said, renames it and opens it', async () => {
    await chat.newChat();
    await editor.workbench.runCommand('Patchbay: Show History');
    const { quickInput } = editor.workbench;
    await quickInput.input.fill('second answer');
    const row = quickInput.widget.getByRole('option').filter({ hasText: 'Second answer.' }).first();
    await row.hover();
    await row.getByRole('button', { name: 'Rename' }).click();
    await quickInput.widget.getByText('Rename Conversation').waitFor();
    await quickInput.answer('About numbers');
    await quickInput.row('About numbers').click();
    await chat.lastAnswer.getByText('Thank you.').waitFor();
    await editor.workbench.screenshot('history');
  });

  it('deletes a conversation, and shows an empty one when it was open', async () => {
    await editor.workbench.runCommand('Patchbay: Show History');
    const { quickInput } = editor.workbench;
    const row = quickInput.row('About numbers');
    await row.hover();
    await row.getByRole('button', { name: 'Delete' }).click();
    await editor.workbench.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await chat.conversation.getByRole('article').first().waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
    await quickInput.cancel();
    rounds = [saying('A new one.')];
    await chat.send('Again');
    await chat.lastAnswer.getByText('A new one.').waitFor();
    await chat.idle();
  });
});
