import assert from 'node:assert/strict';
import type { BrowserContext, Locator } from 'playwright-core';
import { AuthorizationServer } from '../../servers/auth/authorizationServer.ts';
import { ProtectedServer } from '../../servers/auth/protectedServer.ts';
import { useEditor } from '../harness/useEditor.ts';
import { ChatPage } from './chatPage.ts';

describe('signing in from the editor', function () {
  this.timeout(90_000);
  const editor = useEditor();
  let chat: ChatPage;
  let authorization: AuthorizationServer;
  let server: ProtectedServer;

  before(async function () {
    this.timeout(120_000);
    authorization = await AuthorizationServer.start();
    server = await ProtectedServer.start(authorization);
    const workspace = await editor.server.createWorkspace({
      '.mcp.json': { mcpServers: { vault: { type: 'http', url: server.url } } },
    });
    chat = new ChatPage(editor.workbench);
    await editor.workbench.open(workspace);
    await editor.workbench.openView();
    await chat.composer.waitFor();
  });

  before(() => forwardPorts(editor.workbench.page.context()));

  after(async () => {
    await server.dispose();
    await authorization.dispose();
  });

  async function row(): Promise<Locator> {
    return chat.server('vault');
  }

  function question(): Locator {
    return editor.workbench.page.getByRole('dialog').filter({ hasText: 'Sign in to "vault" at' });
  }

  it('is asked for in the row of the server, which is approved by its address first', async () => {
    const vault = await row();
    assert.ok((await vault.innerText()).includes(server.url));
    await vault.getByRole('button', { name: 'Approve' }).click();
    await vault.getByText('Needs sign-in', { exact: true }).waitFor({ timeout: 30_000 });
    await editor.workbench.screenshot('needs-sign-in');
  });

  it('shows the whole address with its host, and opens nothing without consent', async () => {
    await (await row()).getByRole('button', { name: 'Sign in', exact: true }).click();
    const address = new URL(authorization.url);
    await question().getByText(address.host, { exact: false }).first().waitFor();
    await question().getByText('code_challenge', { exact: false }).waitFor();
    await editor.workbench.screenshot('sign-in-question');
    await question().getByRole('button', { name: 'Cancel' }).click();
    await (await row()).getByText('Needs sign-in', { exact: true }).waitFor();
  });

  it('opens the browser, and connects when the redirect has come', async () => {
    await (await row()).getByRole('button', { name: 'Sign in', exact: true }).click();
    await question().getByRole('button', { name: 'Open Browser' }).click();
    await (await row()).getByText('Connected', { exact: true }).first().waitFor({ timeout: 30_000 });
    assert.ok(server.tokens.length > 0);
    // Nobody has to paste anything any more.
    await editor.workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await editor.workbench.screenshot('signed-in');
  });

  it('signs out again', async () => {
    await (await row()).getByRole('button', { name: 'Sign out' }).click();
    await (await row()).getByText('Needs sign-in', { exact: true }).waitFor({ timeout: 30_000 });
  });

  it('takes the address that the browser ended at, where the redirect cannot come', async () => {
    const { page, quickInput } = editor.workbench;
    // The person's browser is on another machine: its redirect leads nowhere.
    const redirected = new Promise<string>((resolve) => {
      void page.context().route(/^[^?]*\/proxy\/\d+\/callback/, async (route) => {
        resolve(route.request().url());
        await route.abort();
      });
    });
    await (await row()).getByRole('button', { name: 'Sign in', exact: true }).click();
    await question().getByRole('button', { name: 'Open Browser' }).click();
    const address = await redirected;
    await quickInput.widget.getByText(/paste the address/).waitFor();
    await editor.workbench.screenshot('sign-in-paste');
    await quickInput.answer(address);
    await (await row()).getByText('Connected', { exact: true }).first().waitFor({ timeout: 30_000 });
  });
});

/**
 * Forwards ports of the machine that the editor runs on, as remote editors do: the person's browser reaches what
 * listens at a port under an address of the editor's.
 */
async function forwardPorts(context: BrowserContext): Promise<void> {
  await context.route(/\/proxy\/\d+\//, async (route) => {
    const forwarded = route
      .request()
      .url()
      .replace(/^.*?\/proxy\/(\d+)\//, 'http://127.0.0.1:$1/');
    const response = await route.fetch({ url: forwarded, maxRedirects: 0 });
    const { location } = response.headers();
    if (location === undefined) return route.fulfill({ response });
    // As a page that goes on by itself: what follows a real redirect passes by here.
    const body = `<meta http-equiv="refresh" content="0; url=${location.replaceAll('&', '&amp;')}">`;
    return route.fulfill({ contentType: 'text/html', body });
  });
}
