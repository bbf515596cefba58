import assert from 'node:assert/strict';
import { useEditor } from '../harness/useEditor.ts';

describe('the Patchbay view in the side bar', () => {
  const editor = useEditor();
  /** What the browser refused by a policy, wherever in the window. */
  const refused: string[] = [];

  before(() => {
    editor.workbench.page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
    });
  });

  it('opens from its icon with a composer', async () => {
    const { server, workbench } = editor;
    await workbench.open(await server.createWorkspace());
    await workbench.openView();

    await workbench.view.getByRole('textbox', { name: 'Message' }).waitFor();
  });

  it('opens again after it was closed', async () => {
    const { workbench } = editor;
    await workbench.closeView();
    await workbench.openView();

    await workbench.view.getByRole('textbox', { name: 'Message' }).waitFor();
  });

  it('opens from the command palette', async () => {
    const { workbench } = editor;
    await workbench.closeView();
    await workbench.runCommand('Patchbay: Open Chat');

    await workbench.view.getByRole('textbox', { name: 'Message' }).waitFor();
  });

  it('takes the colours of the editor, light and dark', async () => {
    const { workbench } = editor;
    const background = (): Promise<string> =>
      workbench.view
        .locator('body')
        .evaluate((body) => getComputedStyle(body).getPropertyValue('--vscode-sideBar-background'));

    await workbench.setTheme('light');
    const light = await background();
    await workbench.screenshot('view-light');
    await workbench.setTheme('dark');
    await workbench.screenshot('view-dark');

    assert.notEqual(await background(), light);
  });

  it('asks for nothing that its policy refuses, with a picker open either', async () => {
    const { workbench } = editor;
    await workbench.view.getByRole('button', { name: 'Run prompt' }).click();
    await workbench.view.getByRole('dialog', { name: 'Prompts' }).waitFor();
    await workbench.view.getByRole('button', { name: 'Servers' }).waitFor();

    assert.deepEqual(refused, []);
  });
});
