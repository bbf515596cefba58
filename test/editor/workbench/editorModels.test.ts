import { modelExtension } from '../harness/runHostTests.ts';
import { useEditor } from '../harness/useEditor.ts';
import { ChatPage } from './chatPage.ts';

describe('a model that the editor offers', function () {
  this.timeout(90_000);
  const editor = useEditor({ extensions: [modelExtension] });
  let chat: ChatPage;

  before(async function () {
    this.timeout(120_000);
    chat = new ChatPage(editor.workbench);
    await editor.workbench.open(await editor.server.createWorkspace());
    await editor.workbench.openView();
  });

  it('is offered once where none is chosen, and the demo answers until then', async () => {
    const offer = editor.workbench.notification(/offline demo answers.*This editor has Test model echo and 3 more/);
    // Asked while the first answers come, so they come from the demo.
    await chat.send('Hello');
    await chat.idle();
    await editor.workbench.view.getByRole('button', { name: /Offline demo – no AI/ }).waitFor();
    await editor.workbench.runCommand('Notifications: Show Notifications');
    await offer.getByRole('button', { name: 'Choose a Model' }).click();
    await editor.workbench.quickInput.pick('Test model echo');
    await editor.workbench.view.getByRole('button', { name: /^Test model echo/ }).waitFor();
  });

  it('answers, with the person’s words in what it was given', async () => {
    await chat.newChat();
    await chat.send('Say this back');
    await chat.idle();
    await chat.lastAnswer.getByText(/Say this back/).waitFor();
  });

  it('is chosen by what is written after /model', async () => {
    await chat.send('/model busy');
    await editor.workbench.view.getByRole('button', { name: /^Test model busy/ }).waitFor();
  });
});
