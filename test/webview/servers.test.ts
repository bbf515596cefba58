import assert from 'node:assert/strict';
import type { ServerStatus } from '../../src/shared/state/serverView.ts';
import { anAbsentServer, aProgram, anUnapprovedServer, aServer } from './support/builders.ts';
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

  it('say a problem of the configuration once, in the row of its server', () => {
    const message = '"command" of "bad" must be a string.';
    const bad = aServer({ name: 'bad', status: 'failed', error: `${message} (/trips/.mcp.json:9)`, counts: noCounts });
    const issue = { code: 'invalid_config', source: '.mcp.json:9', server: 'bad', message };
    const other = { code: 'invalid_config', source: '.mcp.json:12', message: 'This is not JSON.' };
    return withView({ state: { servers: [bad], configIssues: [issue, other] } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Show bad' }).click();
      await page.getByRole('listitem', { name: 'bad' }).getByText(message).waitFor();
      const issues = page.getByRole('list', { name: 'Configuration problems' }).getByRole('listitem');
      assert.deepEqual(await issues.allInnerTexts(), ['.mcp.json:12 This is not JSON.']);
    });
  });

  it('are steps together in an empty conversation when many want the same, approvals first', () => {
    const failed = ['f1', 'f2', 'f3'].map((name) => aServer({ name, status: 'failed', counts: noCounts }));
    const connected = ['c1', 'c2', 'c3', 'c4'].map((name) => aServer({ name }));
    const servers = [...failed, ...connected, anUnapprovedServer({ name: 'new' })];
    return withView({ state: { servers } }, async ({ page }) => {
      const conversation = page.getByRole('log', { name: 'Conversation' });
      await conversation.getByText('3 servers could not be connected.').waitFor();
      await conversation.getByText('4 servers are connected.').waitFor();
      const review = await conversation.getByRole('button', { name: 'Review new' }).boundingBox();
      const show = await conversation.getByRole('button', { name: 'Show servers' }).boundingBox();
      assert.ok(review && show && review.y < show.y);
      assert.equal(await conversation.getByRole('button', { name: 'Show f1' }).count(), 0);
    });
  });

  it('bring the row that is wanted into sight, with the keyboard, each time', () => {
    const others = Array.from({ length: 30 }, (_, index) => aServer({ name: `other-${index}` }));
    const servers = [...others, anUnapprovedServer({ name: 'new' })];
    return withView({ state: { servers } }, async ({ page }) => {
      const row = page.getByRole('listitem', { name: 'new' });
      for (let count = 0; count < 2; count++) {
        await page.getByRole('button', { name: 'Review new' }).click();
        await page.locator('li:focus').waitFor();
        assert.equal(await row.evaluate((element) => element === document.activeElement), true);
        assert.equal(await row.getByText('Needs approval').evaluate(isInSight), true);
        assert.equal(await page.getByRole('button', { name: 'Close' }).evaluate(isInSight), true);
        await page.getByRole('region', { name: 'Servers' }).evaluate((element) => (element.scrollTop = 0));
        await page.getByRole('textbox', { name: 'Message' }).focus();
      }
    });
  });

  it('keep the keyboard in a row whose button is gone', () =>
    withView({ state: { servers: [anUnapprovedServer()] } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      const approve = page.getByRole('button', { name: 'Approve', disabled: false });
      await approve.focus();
      await page.keyboard.press('Enter');
      await host.intentsOf('server/approve');
      host.dispatch({ type: 'servers/updated', servers: [aServer()] });
      await page.locator('li:focus').waitFor();
    }));

  it('show whether a switch is on where the system forces its colours', () =>
    withView({}, async ({ page }) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await page.getByRole('button', { name: 'Servers' }).click();
      const toggle = page.getByRole('listitem').getByRole('switch', { name: 'Connected' });
      const [ground, thumb] = await toggle.evaluate((element) =>
        [element, ...element.children].map((part) => getComputedStyle(part).backgroundColor),
      );
      assert.ok(ground !== undefined && thumb !== undefined);
      assert.notEqual(thumb, ground);
    }));

  it('of a workspace that is not trusted say so and lead to its trust, and are approved after that', () => {
    const restricted = anAbsentServer({ status: 'needsApproval', remedy: 'manageTrust' });
    return withView({ state: { servers: [restricted] }, height: 1000 }, async ({ page, host }) => {
      const conversation = page.getByRole('log', { name: 'Conversation' });
      await conversation.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Review tour' }).count(), 0);
      await page.getByRole('button', { name: 'Servers' }).click();
      const row = page.getByRole('listitem', { name: 'tour' });
      await row.getByText('This workspace is not trusted, so its servers do not start.').waitFor();
      assert.equal(await row.getByRole('button', { name: /Approve|Reject/ }).count(), 0);
      await row.getByRole('button', { name: 'Manage Workspace Trust' }).click();
      assert.deepEqual(await host.intentsOf('workspace/manageTrust'), [{ type: 'workspace/manageTrust' }]);
      host.dispatch({ type: 'servers/updated', servers: [anUnapprovedServer()] });
      await row.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
      assert.equal(await row.getByRole('button', { name: 'Manage Workspace Trust' }).count(), 0);
    });
  });

  it('say that a server was rejected, which can be approved after all', () =>
    withView({ state: { servers: [anUnapprovedServer({ isRejected: true })] } }, async ({ page, host }) => {
      assert.equal(await page.getByRole('button', { name: 'Review tour' }).count(), 0);
      await page.getByRole('button', { name: 'Servers' }).click();
      const row = page.getByRole('listitem', { name: 'tour' });
      await row.getByText('You rejected this program').waitFor();
      assert.equal(await row.getByRole('button', { name: 'Reject' }).count(), 0);
      await row.getByRole('button', { name: 'Approve', disabled: false }).click();
      assert.equal((await host.intentsOf('server/approve')).length, 1);
    }));
});

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(element.getBoundingClientRect().left + 2, (top + bottom) / 2);
  return hit !== null && element.contains(hit);
}
