import assert from 'node:assert/strict';
import { join } from 'node:path';
import { repositoryRoot } from '../../../scripts/setup/paths.mjs';
import { useEditor } from '../harness/useEditor.ts';
import { ChatPage } from './chatPage.ts';

const exampleWorkspace = join(repositoryRoot, 'examples', 'workspace');
const hotelRule = 'A hotel room may cost up to 180 euros a night';

describe('a first conversation in the example workspace, with the offline demo', function () {
  this.timeout(90_000);
  const editor = useEditor();
  let chat: ChatPage;

  /** Keeps a picture of the moment in both themes. */
  async function picture(name: string): Promise<void> {
    await editor.workbench.setTheme('dark');
    await editor.workbench.screenshot(`${name}-dark`);
    await editor.workbench.setTheme('light');
    await editor.workbench.screenshot(`${name}-light`);
  }

  before(async function () {
    this.timeout(120_000);
    chat = new ChatPage(editor.workbench);
    await editor.workbench.open(exampleWorkspace);
    await editor.workbench.openView();
    await chat.composer.waitFor();
  });

  it('asks before it starts the server of the project, with the exact command', async () => {
    const row = await chat.server('tour');
    await row.getByText('Needs approval').waitFor();
    const text = await row.innerText();
    assert.match(text, /\.mcp\.json:\d+/);
    assert.match(text, /node/);
    assert.match(text, /dist\/tour-server\/server\.js/);
    await picture('0-approve-server');

    await chat.approveServer('tour');

    assert.equal(await row.getByRole('switch', { name: 'Connected' }).getAttribute('aria-checked'), 'true');
    await picture('0-server-connected');
    await chat.closeServers();
  });

  it('says that the offline demo is no AI', async () => {
    await editor.workbench.view.getByText('Offline demo – no AI').first().waitFor();
  });

  it('reads a mentioned resource, shows it attached, and quotes it', async () => {
    await chat.send('What does the handbook at @tour:docs://handbook say about hotels?');
    await chat.idle();

    assert.match(await chat.lastQuestion.innerText(), /docs:\/\/handbook/);
    await chat.lastAnswer.getByRole('blockquote').filter({ hasText: hotelRule }).waitFor();
    await picture('1-mention');
  });

  it('lets the model ask for a resource, and takes no for an answer', async () => {
    await chat.newChat();
    await chat.send('Read docs://handbook from tour');
    const dialog = chat.approval('Allow reading a resource?');
    await dialog.waitFor();
    const text = await dialog.innerText();
    assert.match(text, /tour/);
    assert.match(text, /docs:\/\/handbook/);
    await picture('2-approval');

    await dialog.getByRole('button', { name: 'Deny' }).click();
    await chat.idle();

    const call = chat.toolCall('Tool access_mcp_resource on tour');
    await call.getByText('Denied').waitFor();
    assert.match(await chat.lastAnswer.innerText(), /denied/i);
    await picture('2-denied');
  });

  it('asks again the next time, and reads when allowed', async () => {
    await chat.send('Read docs://handbook from tour');
    await chat.approval('Allow reading a resource?').getByRole('button', { name: 'Allow once' }).click();
    await chat.idle();

    await chat.toolCall('Tool access_mcp_resource on tour').getByText('Completed').waitFor();
    assert.match(await chat.lastAnswer.innerText(), /handbook/i);
    await picture('2-allowed');
  });

  it('runs a prompt with its arguments and attaches the one resource it names', async () => {
    await chat.newChat();
    await chat.send('/tour:plan_trip Paris 3');
    await chat.idle();

    const question = await chat.lastQuestion.innerText();
    assert.match(question, /plan_trip/);
    assert.equal(question.match(/docs:\/\/handbook/g)?.length, 1);
    const answer = await chat.lastAnswer.innerText();
    assert.match(answer, /Paris/);
    assert.ok(answer.includes(hotelRule), answer);
    await picture('3-prompt');
  });

  it('runs a prompt from the command palette through pickers', async () => {
    await chat.newChat();
    const { quickInput } = editor.workbench;
    await editor.workbench.runCommand('Patchbay: Run MCP Prompt');
    await quickInput.widget.getByRole('option').filter({ hasText: '/tour:plan_trip' }).click();
    await quickInput.input.fill('Par');
    await quickInput.row('Paris').waitFor();
    await editor.workbench.screenshot('4-palette-completion');
    await quickInput.pick('Paris');
    // Until the next question is open, what is typed would answer the one before.
    await quickInput.row('3').waitFor();
    await quickInput.answer('3');
    await chat.lastQuestion.getByText('plan_trip').first().waitFor();
    await chat.idle();

    assert.match(await chat.lastQuestion.innerText(), /docs:\/\/handbook/);
    assert.match(await chat.lastAnswer.innerText(), /Paris/);
    await picture('4-palette');
  });

  it('calls a tool after its approval, with its full arguments shown', async () => {
    await chat.newChat();
    await chat.send('Call book_trip with city Lisbon and days 4');
    const dialog = chat.approval('Allow running a tool?');
    await dialog.waitFor();
    const text = await dialog.innerText();
    assert.match(text, /book_trip/);
    assert.match(text, /Lisbon/);
    await picture('5-tool-approval');

    await dialog.getByRole('button', { name: 'Allow once' }).click();
    await chat.idle();

    await chat.toolCall('Tool book_trip on tour').getByText('Completed').waitFor();
    assert.match(await chat.lastAnswer.innerText(), /TRIP-0001/);
    await picture('5-tool');
  });

  it('takes everything of a server away when it is switched off, and brings it back', async () => {
    const row = await chat.server('tour');
    await row.getByRole('switch', { name: 'Connected' }).click();
    await row.getByText('Disconnected').first().waitFor();
    await chat.closeServers();

    await chat.button('Run prompt').click();
    await chat.dialog('Prompts').waitFor();
    assert.equal(await chat.dialog('Prompts').getByRole('option').count(), 0);
    await picture('6-disconnected');
    await editor.workbench.page.keyboard.press('Escape');
    await chat.button('Attach resource').click();
    await chat.dialog('Resources').waitFor();
    assert.equal(await chat.dialog('Resources').getByRole('option').count(), 0);
    await editor.workbench.page.keyboard.press('Escape');
    await chat.newChat();
    await chat.send('Call book_trip with city Lisbon and days 4');
    await chat.idle();
    assert.equal(await chat.lastAnswer.getByRole('group').count(), 0, 'no tool could be called');

    await (await chat.server('tour')).getByRole('switch', { name: 'Connected' }).click();
    await (await chat.server('tour')).getByText('Connected', { exact: true }).first().waitFor();
    await chat.closeServers();
    await chat.button('Run prompt').click();
    await chat.dialog('Prompts').getByRole('option').filter({ hasText: 'plan_trip' }).waitFor();
    await editor.workbench.page.keyboard.press('Escape');
    await chat.button('Attach resource').click();
    await chat.dialog('Resources').getByRole('option').filter({ hasText: 'docs://handbook' }).first().waitFor();
    await picture('6-connected-again');
    await editor.workbench.page.keyboard.press('Escape');
  });
});
