import assert from 'node:assert/strict';
import { aProgram, anUnapprovedRemote, anUnapprovedServer, aPrompt } from './support/builders.ts';
import { aReadTarget, aTool, TurnEvents } from './support/turnEvents.ts';
import { viewSuite } from './support/viewSuite.ts';

describe('An approval', () => {
  const withView = viewSuite();

  it('of a resource shows server, URI and type, and its answer names the call', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(
        turn.started('Read it'),
        turn.callReady('call-7', aReadTarget(), { uri: 'docs://handbook' }),
        turn.approvalRequested('call-7', 'Nothing allows it yet.'),
      );
      const dialog = page.getByRole('alertdialog', { name: 'Allow reading a resource?' });
      for (const shown of ['tour', 'docs://handbook', 'text/markdown', 'Travel handbook', 'The rules for trips']) {
        await dialog.getByText(shown, { exact: true }).waitFor();
      }
      await dialog.getByText('Nothing allows it yet.').waitFor();
      await dialog.getByRole('button', { name: 'Allow once' }).click();
      const [intent] = await host.intentsOf('approval/answer');
      assert.deepEqual(intent?.answer, { toolCallId: 'call-7', decision: 'allow', scope: 'once' });
      host.advance(turn.approvalResolved('call-7', 'allowed'), turn.running('call-7'));
      await dialog.waitFor({ state: 'detached' });
    }));

  it('of a tool shows server, tool, all arguments, and hints as claims of the server', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      const target = aTool({
        description: 'Books a trip',
        annotations: { destructiveHint: true, readOnlyHint: false },
      });
      const input = { city: 'Paris', traveller: { name: 'Ada' } };
      host.advance(turn.started('Book'), turn.callReady('c1', target, input), turn.approvalRequested('c1'));
      const dialog = page.getByRole('alertdialog', { name: 'Allow running a tool?' });
      await dialog.getByText('tour', { exact: true }).waitFor();
      await dialog.getByText('book_trip', { exact: true }).waitFor();
      await dialog.getByText(JSON.stringify(input, null, 2)).waitFor();
      await dialog.getByText('The server says: may change or delete things').waitFor();
      await dialog.getByText('Books a trip').waitFor();
      await page.getByRole('status').getByText('Tool book_trip on tour waits for your approval.').waitFor();
    }));

  it('of a tool shows no claims but those that its server makes', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      const target = aTool({ annotations: { readOnlyHint: true } });
      host.advance(turn.started('Look'), turn.callReady('c1', target, {}), turn.approvalRequested('c1'));
      const dialog = page.getByRole('alertdialog', { name: 'Allow running a tool?' });
      await dialog.getByText('The server says: only reads').waitFor();
      assert.deepEqual(await dialog.getByText('The server says:').allInnerTexts(), ['The server says: only reads']);
    }));

  it('of a sign-in shows server and address, and is for this time only', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      const target = { kind: 'signIn', server: 'tracker', url: 'https://tracker.example/mcp' } as const;
      host.advance(turn.started('Find it'), turn.callReady('c1', target, {}), turn.approvalRequested('c1'));
      const dialog = page.getByRole('alertdialog', { name: 'Sign in to tracker?' });
      for (const shown of ['tracker', 'https://tracker.example/mcp'])
        await dialog.getByText(shown, { exact: true }).waitFor();
      for (const lasting of ['Allow for this conversation', 'Always allow']) {
        assert.equal(await dialog.getByRole('button', { name: lasting }).count(), 0);
      }
      await page.getByRole('group', { name: 'Tool authenticate on tracker' }).waitFor();
      await dialog.getByRole('button', { name: 'Allow once' }).click();
      const [intent] = await host.intentsOf('approval/answer');
      assert.deepEqual(intent?.answer, { toolCallId: 'c1', decision: 'allow', scope: 'once' });
    }));

  for (const [button, decision, scope] of [
    ['Allow for this conversation', 'allow', 'conversation'],
    ['Always allow', 'allow', 'always'],
    ['Deny', 'deny', 'once'],
  ] as const) {
    it(`answers ${decision} with scope ${scope} by “${button}”`, () =>
      withView({}, async ({ page, host }) => {
        const turn = new TurnEvents('t1');
        host.advance(turn.started('Book'), turn.callReady('c1', aTool(), {}), turn.approvalRequested('c1'));
        await page.getByRole('alertdialog').getByRole('button', { name: button }).click();
        const [intent] = await host.intentsOf('approval/answer');
        assert.deepEqual(intent?.answer, { toolCallId: 'c1', decision, scope });
      }));
  }

  it('takes a note along with a denial, and with a denial only', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Book'), turn.callReady('c1', aTool(), {}), turn.approvalRequested('c1'));
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: 'Add a note for the model' }).click();
      await dialog.getByRole('textbox', { name: 'Note, sent with a denial' }).fill('Ask for the price first');
      await dialog.getByRole('button', { name: 'Deny' }).click();
      const [intent] = await host.intentsOf('approval/answer');
      assert.equal(intent?.answer.note, 'Ask for the price first');
    }));

  it('is not given by keys that were meant for the composer', () =>
    withView({}, async ({ page, host }) => {
      await page.getByRole('textbox', { name: 'Message' }).focus();
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Book'), turn.callReady('c1', aTool(), {}), turn.approvalRequested('c1'));
      const dialog = page.getByRole('alertdialog');
      await dialog.waitFor();
      await page.locator('[role=alertdialog]:focus').waitFor();
      for (const key of ['Enter', 'Space', 'y', 'Enter', 'Escape']) await page.keyboard.press(key);
      // The buttons can be pressed by now, and none has been.
      await dialog.getByRole('button', { name: 'Deny' }).click();
      const answers = await host.intentsOf('approval/answer');
      assert.deepEqual(
        answers.map(({ answer }) => answer.decision),
        ['deny'],
      );
    }));

  it('comes one after another, and a click meant for the first answers no second', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(
        turn.started('Book'),
        turn.callReady('c1', aTool({ tool: 'first_tool' }), {}),
        turn.callReady('c2', aTool({ tool: 'second_tool' }), {}),
        turn.approvalRequested('c1'),
        turn.approvalRequested('c2'),
      );
      const dialog = page.getByRole('alertdialog');
      await dialog.getByText('1 of 2').waitFor();
      await dialog.getByText('first_tool').waitFor();
      assert.equal(await dialog.count(), 1);
      await dialog.getByRole('button', { name: 'Allow once' }).click();
      const [first] = await host.intentsOf('approval/answer');
      assert.equal(first?.answer.toolCallId, 'c1');
      await page.evaluate(clickAsSoonAs, ['[role=alertdialog]', 'Allow once', 'second_tool'] as const);
      host.advance(turn.approvalResolved('c1', 'allowed'), turn.running('c1'));
      await page.getByText('clicked second_tool').waitFor({ state: 'attached' });
      await dialog.getByRole('button', { name: 'Deny' }).click();
      const answers = await host.intentsOf('approval/answer', 2);
      assert.deepEqual(
        answers.map(({ answer }) => [answer.toolCallId, answer.decision]),
        [
          ['c1', 'allow'],
          ['c2', 'deny'],
        ],
      );
    }));

  it('gives the keyboard back to where it was', () =>
    withView({}, async ({ page, host }) => {
      await page.getByRole('textbox', { name: 'Message' }).focus();
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Book'), turn.callReady('c1', aTool(), {}), turn.approvalRequested('c1'));
      await page.getByRole('alertdialog').getByRole('button', { name: 'Deny' }).click();
      await host.intentsOf('approval/answer');
      host.advance(turn.denied('c1'));
      await page.locator('textarea:focus').waitFor();
    }));

  it('does not take the keyboard from a form that is being filled in', () =>
    withView({ answers: { prompts: [aPrompt()] } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Run prompt' }).click();
      await page.getByRole('option', { name: /Plan a trip/ }).click();
      await page.getByLabel('city').fill('Par');
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Book'), turn.callReady('c1', aTool(), {}), turn.approvalRequested('c1'));
      await page.locator('[role=alertdialog]').waitFor();
      await page.keyboard.type('is');
      assert.equal(await page.getByLabel('city').inputValue(), 'Paris');
    }));
});

describe('The approval of a server', () => {
  const withView = viewSuite();

  it('shows the exact command, arguments, directory, environment, and what it takes of the person, and starts nothing by itself', () =>
    withView({ state: { servers: [anUnapprovedServer()] } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Review tour' }).click();
      const row = page.getByRole('region', { name: 'Servers' }).getByRole('listitem');
      await row.getByText('Needs approval').waitFor();
      for (const shown of [
        'node',
        '${workspaceFolder}/servers/tour.js',
        '--verbose',
        'two words',
        '/home/ada/trips',
        'TOUR_TOKEN',
        'TOUR_REGION',
        '.env',
        'TRIPS_KEY',
        'trips-account',
      ]) {
        await row.getByText(shown, { exact: true }).waitFor();
      }
      assert.equal(await row.getByRole('switch', { name: 'Connected' }).getAttribute('aria-disabled'), 'true');
      assert.deepEqual(host.intents, []);
      await row.getByRole('button', { name: 'Approve' }).click();
      const [intent] = await host.intentsOf('server/approve');
      assert.deepEqual(intent, { type: 'server/approve', name: 'tour', definitionHash: 'a1b2', isApproved: true });
    }));

  it('shows which headers go to an address, and whose variables go with them', () =>
    withView({ state: { servers: [anUnapprovedRemote()] } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      const row = page.getByRole('listitem');
      for (const shown of [
        'Authorization: Bearer ${env:MAPS_TOKEN}',
        'X-Team: maps',
        'MAPS_TOKEN',
        'TEAM',
        'It gets all your variables.',
      ]) {
        await row.getByText(shown, { exact: true }).waitFor();
      }
    }));

  it('says which tools would run without asking, and nothing of it where there is none', () =>
    withView({ state: { servers: [anUnapprovedServer()] } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      const row = page.getByRole('listitem');
      const grants = row.getByText('These tools will run without asking:');
      await row.getByRole('button', { name: 'Approve' }).waitFor();
      assert.equal(await grants.count(), 0);
      const show = (hash: string, alwaysAllow: string[]): void => {
        const servers = [anUnapprovedServer({ hash, command: { ...aProgram, alwaysAllow } })];
        host.dispatch({ type: 'servers/changed', servers, configIssues: [] });
      };
      show('c3', ['book_trip', 'cancel_trip\u202e']);
      await grants.waitFor();
      await row.getByText('book_trip', { exact: true }).waitFor();
      await row.getByText('cancel_trip\\u202e', { exact: true }).waitFor();
      show('d4', ['book_trip', '*']);
      await row.getByText('every tool of this server', { exact: true }).waitFor();
    }));

  it('takes no click that was meant for a definition which has changed since', () =>
    withView({ state: { servers: [anUnapprovedServer()] } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      const row = page.getByRole('listitem');
      // Its button can be pressed by now.
      await row.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
      await page.evaluate(clickAsSoonAs, ['.server-approval', 'Approve', 'evil.js'] as const);
      const servers = [anUnapprovedServer({ hash: 'c3d4', command: { ...aProgram, args: ['evil.js'] } })];
      host.dispatch({ type: 'servers/changed', servers, configIssues: [] });
      await page.getByText('clicked evil.js').waitFor({ state: 'attached' });
      await row.getByRole('button', { name: 'Reject' }).click();
      const answers = await host.intentsOf('server/approve');
      assert.deepEqual(
        answers.map(({ definitionHash, isApproved }) => [definitionHash, isApproved]),
        [['c3d4', false]],
      );
    }));

  it('can be refused', () =>
    withView({ state: { servers: [anUnapprovedServer()] } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Servers' }).click();
      await page.getByRole('button', { name: 'Reject' }).click();
      const [intent] = await host.intentsOf('server/approve');
      assert.deepEqual(intent, { type: 'server/approve', name: 'tour', definitionHash: 'a1b2', isApproved: false });
    }));
});

/** In the page: presses a button of a question in the moment in which that holds a text, and leaves a mark. */
function clickAsSoonAs([question, label, text]: readonly [string, string, string]): void {
  const observer = new MutationObserver(() => {
    const asking = document.querySelector(question);
    if (!asking?.textContent?.includes(text)) return;
    observer.disconnect();
    const buttons = [...asking.querySelectorAll('vscode-button')];
    const pressed = buttons.find((button) => button.textContent === label);
    pressed?.shadowRoot?.querySelector('button')?.click();
    document.body.append(Object.assign(document.createElement('p'), { textContent: `clicked ${text}`, hidden: true }));
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
}
