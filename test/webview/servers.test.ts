import assert from 'node:assert/strict';
import type { ServerStatus } from '../../src/shared/state/serverView.ts';
import { aProgram, anUnapprovedServer, aServer } from './support/builders.ts';
import { viewSuite } from './support/viewSuite.ts';

const noCounts = { tools: 0, resources: 0, templates: 0, prompts: 0 };

describe('The servers', () => {
  const withView = viewSuite();

  it('open and close with their button, and by Escape', () =>
    withView({}, async ({ page }) => {
      const button = page.getByRole('button', { name: 'Servers' });
      const region = page.getByRole('region', { name: 'Servers' });
      await button.click();
      await region.waitFor();
      assert.equal(await button.getAttribute('aria-expanded'), 'true');
      await page.keyboard.press('Escape');
      await region.waitFor({ state: 'detached' });
      await button.click();
      await region.getByRole('button', { name: 'Close' }).click();
      await region.waitFor({ state: 'detached' });
      assert.equal(await button.evaluate((element) => element === document.activeElement), true);
    }));

  it('show name, state, source and what they offer', () =>
    withView({}, async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      const row = page.getByRole('region', { name: 'Servers' }).getByRole('listitem');
      await row.getByText('tour', { exact: true }).waitFor();
      await row.getByText('Connected', { exact: true }).waitFor();
      await row.getByText('.mcp.json:3').waitFor();
      await row.getByText('2 tools, 3 resources, 1 template, 1 prompt').waitFor();
    }));

  const words: readonly (readonly [ServerStatus, string])[] = [
    ['connected', 'Connected'],
    ['connecting', 'Connecting'],
    ['disconnected', 'Disconnected'],
    ['disabled', 'Disabled'],
    ['needsApproval', 'Needs approval'],
    ['needsAuth', 'Needs sign-in'],
    ['failed', 'Failed'],
  ];
  it('use the words of the contract for their states', () => {
    const servers = words.map(([status]) => aServer({ name: status, status, counts: noCounts }));
    return withView({ state: { servers }, height: 1400 }, async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      for (const [status, word] of words) {
        const row = page.getByRole('listitem').filter({ has: page.getByText(status, { exact: true }) });
        await row.getByText(word, { exact: true }).waitFor();
      }
    });
  });

  it('connect and disconnect with the switch, which shows the truth and not the wish', () =>
    withView({}, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      const toggle = page.getByRole('listitem').getByRole('switch', { name: 'Connected' });
      assert.equal(await toggle.getAttribute('aria-checked'), 'true');
      await toggle.click();
      assert.deepEqual(await host.intentsOf('server/disconnect'), [{ type: 'server/disconnect', name: 'tour' }]);
      assert.equal(await toggle.getAttribute('aria-checked'), 'true');
      const off = aServer({ status: 'disconnected', counts: noCounts });
      host.dispatch({ type: 'servers/changed', servers: [off], configIssues: [] });
      await page.getByRole('switch', { checked: false }).waitFor();
      await page.getByRole('listitem').getByText('Disconnected').waitFor();
      await toggle.click();
      assert.deepEqual(await host.intentsOf('server/connect'), [{ type: 'server/connect', name: 'tour' }]);
    }));

  it('restart, show their log and open their configuration', () =>
    withView({}, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      const row = page.getByRole('listitem');
      await row.getByRole('button', { name: 'Restart' }).click();
      await row.getByRole('button', { name: 'Show log' }).click();
      await row.getByRole('button', { name: '.mcp.json:3' }).click();
      await host.until(() => host.intents.length === 3);
      assert.deepEqual(host.intents, [
        { type: 'server/restart', name: 'tour' },
        { type: 'server/showLog', name: 'tour' },
        { type: 'server/openSource', name: 'tour' },
      ]);
    }));

  it('say why a connected server offers less than it has', () => {
    const warnings = [
      { code: 'tools_failed', message: 'The tools could not be listed: Internal error.' },
      { code: 'list_truncated', message: 'Only the first 5,000 resources are used.' },
    ];
    return withView({ state: { servers: [aServer({ counts: noCounts, warnings })] } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      const notes = page.getByRole('list', { name: 'What is missing' }).getByRole('listitem');
      assert.deepEqual(
        await notes.allInnerTexts(),
        warnings.map(({ message }) => message),
      );
    });
  });

  it('show every hidden character of what they say of themselves and of what they want to start', () => {
    const server = anUnapprovedServer({ name: 'to\u3164ur', source: '.mcp\u202e.json:3' });
    const command = { ...aProgram, command: 'no\u115fde', args: ['a\u{e0041}b', '❤\ufe0f'] };
    return withView({ state: { servers: [{ ...server, command }] }, height: 1400 }, async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      const row = page.getByRole('region', { name: 'Servers' }).getByRole('listitem');
      const shown = await row.innerText();
      for (const visible of ['to\\u3164ur', '.mcp\\u202e.json:3', 'no\\u115fde', 'a\\u{e0041}b', '❤\\ufe0f']) {
        assert.ok(shown.includes(visible), `${visible} is not in ${shown}`);
      }
    });
  });

  it('say what went wrong, with file and line', () => {
    const error = 'The program “pg-mcp” was not found. Install it, or correct "command".';
    const issue = {
      code: 'invalid_config',
      source: '.mcp.json:9',
      server: 'bad',
      message: '"command" must be a text.',
    };
    return withView(
      { state: { servers: [aServer({ status: 'failed', error, counts: noCounts })], configIssues: [issue] } },
      async ({ page }) => {
        await page.getByRole('button', { name: 'Show tour' }).click();
        await page.getByRole('listitem').getByText(error).waitFor();
        const issues = page.getByRole('list', { name: 'Configuration problems' });
        await issues.getByText('.mcp.json:9').waitFor();
        await issues.getByText('"command" must be a text.').waitFor();
      },
    );
  });
});
