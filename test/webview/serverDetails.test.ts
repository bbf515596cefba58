import assert from 'node:assert/strict';
import type { ServerRemedy } from '../../src/shared/state/serverView.ts';
import { anAbsentServer, anUnapprovedRemote, anUnapprovedServer, aServer, aToolEntry } from './support/builders.ts';
import { viewSuite } from './support/viewSuite.ts';

describe('What the servers say of themselves', () => {
  const withView = viewSuite();

  it('is how they are connected, with the version and era of the protocol', () => {
    const modern = { name: 'next', transport: 'http', protocolVersion: '2026-07-28', era: 'modern' } as const;
    return withView({ state: { servers: [aServer(), aServer(modern)] } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      const rows = page.getByRole('region', { name: 'Servers' }).getByRole('listitem');
      assert.match(await rows.nth(0).innerText(), /stdio · MCP 2025-11-25, legacy era/);
      assert.match(await rows.nth(1).innerText(), /http · MCP 2026-07-28, modern era/);
    });
  });

  it('is what they are used in place of', () => {
    const overrides = [{ scope: 'user', source: '/home/ada/.patchbay/mcp.json:12' }] as const;
    return withView({ state: { servers: [aServer({ overrides })] } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      await page.getByText('Used in place of: User /home/ada/.patchbay/mcp.json:12').waitFor();
    });
  });

  it('is what they offered when they were last connected, and that this is a memory', () => {
    const counts = aServer().counts;
    const server = anAbsentServer({ status: 'disconnected', isCached: true, counts });
    return withView({ state: { servers: [server] } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      await page.getByText('2 tools, 3 resources, 1 template, 1 prompt when last connected').waitFor();
    });
  });

  it('is the machine that their programs run on', () =>
    withView({ state: { remoteName: 'wsl' } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      await page.getByText('Programs of servers run on the remote machine “wsl”.').waitFor();
    }));

  it('is when they are tried again, to the second and without a clock that ticks', () => {
    const retryAt = new Date(2026, 10, 30, 14, 3, 20).getTime();
    const server = anAbsentServer({ status: 'failed', error: 'Nothing answers.', remedy: 'restart', retryAt });
    return withView({ state: { servers: [server] } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      await page.getByText('Tries again at 14:03:20.').waitFor();
    });
  });

  const remedies: readonly (readonly [ServerRemedy, string, string])[] = [
    ['signIn', 'Sign in', 'server/signIn'],
    ['enable', 'Enable', 'server/enable'],
    ['connect', 'Connect', 'server/connect'],
    ['openSource', 'Open file', 'server/openSource'],
    ['showLog', 'Show log', 'server/showLog'],
    ['restart', 'Restart', 'server/restart'],
  ];
  for (const [remedy, label, type] of remedies) {
    it(`is the one thing to do about a problem: ${label}`, () => {
      const server = anAbsentServer({ status: 'failed', error: 'It does not work.', remedy });
      return withView({ state: { servers: [server] } }, async ({ page, host }) => {
        await page.getByRole('button', { name: 'Servers' }).click();
        // The only button of that name.
        await page.getByRole('listitem').getByRole('button', { name: label, exact: true }).click();
        await host.until(() => host.intents.length > 0);
        assert.deepEqual(host.intents, [{ type, name: 'tour' }]);
      });
    });
  }

  it('is a way to sign out of those that a person is signed in to', () =>
    withView({ state: { servers: [aServer({ isSignedIn: true })] } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      assert.deepEqual(await host.intentsOf('server/signOut'), [{ type: 'server/signOut', name: 'tour' }]);
    }));

  it('is why the switch of a disabled one is off, and the switch asks for it to be enabled', () => {
    const server = anAbsentServer({ status: 'disabled', remedy: 'enable' });
    return withView({ state: { servers: [server] } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      await page.getByText(/^Disabled\. Its switch/).waitFor();
      await page.getByRole('switch', { name: 'Connected' }).click();
      assert.deepEqual(await host.intentsOf('server/connect'), [{ type: 'server/connect', name: 'tour' }]);
    });
  });

  it('is everything that the approval of an address is about', () =>
    withView({ state: { servers: [anUnapprovedRemote()] }, height: 1000 }, async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      const text = await page.getByRole('listitem').innerText();
      for (const fact of [
        'https://mcp.example.com/v1/mcp?team=${TEAM}',
        'Authorization',
        './scripts/token.sh',
        'login.example.com',
      ]) {
        assert.ok(text.includes(fact), `${fact} is not in ${text}`);
      }
      assert.match(text, /The project wants to connect to this address from this computer:/);
    }));

  it('is whose wish a private one is: not the project’s', () =>
    withView({ state: { servers: [anUnapprovedServer({ scope: 'local' })] } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      const text = await page.getByRole('main').innerText();
      assert.match(text, /The private configuration of this workspace wants to start this program/);
      assert.doesNotMatch(text, /the project/i);
    }));
});

describe('The tools of a server', () => {
  const withView = viewSuite();
  const tools = [aToolEntry(), aToolEntry({ name: 'estimate_cost', isDestructive: false, isReadOnly: true })];

  it('are asked for when they are looked at, and not before', () => {
    const asked: string[] = [];
    const answers = {
      tools: (server: string) => {
        asked.push(server);
        return tools;
      },
    };
    return withView({ answers }, async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      const fold = page.getByText('Tools', { exact: true });
      await fold.waitFor();
      assert.deepEqual(asked, []);
      await fold.click();
      await page.getByText('book_trip', { exact: true }).waitFor();
      assert.deepEqual(asked, ['tour']);
    });
  });

  it('are switched one by one, and the switch shows the truth', () =>
    withView({ answers: { tools: () => tools } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      await page.getByText('Tools', { exact: true }).click();
      const toggle = page.getByRole('switch', { name: 'Use book_trip' });
      assert.equal(await toggle.getAttribute('aria-checked'), 'true');
      await toggle.click();
      const [intent] = await host.intentsOf('tool/switch');
      assert.deepEqual(intent, { type: 'tool/switch', server: 'tour', tool: 'book_trip', isEnabled: false });
      assert.equal(await toggle.getAttribute('aria-checked'), 'true');
      const counts = { ...aServer().counts, tools: 1 };
      host.dispatch({ type: 'servers/updated', servers: [aServer({ counts, disabledTools: ['book_trip'] })] });
      await page.getByRole('switch', { name: 'Use book_trip', checked: false }).waitFor();
      await page.getByText('1 tool, 3 resources, 1 template, 1 prompt, 1 tool switched off').waitFor();
    }));

  it('can be run by hand, and say what the server claims of their effects', () =>
    withView({ answers: { tools: () => tools } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      await page.getByText('Tools', { exact: true }).click();
      const tool = page.getByRole('list', { name: 'Tools' }).getByRole('listitem').first();
      await tool.getByText('The server says: may change or delete things').waitFor();
      await tool.getByRole('button', { name: 'Run by hand' }).click();
      const [intent] = await host.intentsOf('tool/run');
      assert.deepEqual(intent, { type: 'tool/run', server: 'tour', tool: 'book_trip' });
    }));
});
