import assert from 'node:assert/strict';
import type { SubmitResult } from '../../src/shared/protocol/turnRequests.ts';
import { aPrompt, aResource } from './support/builders.ts';
import { TurnEvents } from './support/turnEvents.ts';
import { viewSuite } from './support/viewSuite.ts';

describe('The composer', () => {
  const withView = viewSuite();

  it('sends with Enter, empties itself when the turn has started, and breaks lines with Shift+Enter', () =>
    withView({}, async ({ page, host }) => {
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.focus();
      await page.keyboard.type('first');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('second');
      await page.keyboard.press('Enter');
      await host.until(() => host.submitted.length > 0);
      assert.deepEqual(host.submitted, [{ type: 'submit', text: 'first\nsecond' }]);
      await page.waitForFunction(() => document.querySelector('textarea')?.value === '');
    }));

  it('sends with Ctrl+Enter alone where that is the setting', () =>
    withView({ state: { sendOn: 'ctrlEnter' } }, async ({ page, host }) => {
      await page.getByRole('textbox', { name: 'Message' }).focus();
      await page.keyboard.type('one');
      await page.keyboard.press('Enter');
      await page.keyboard.type('two');
      await page.keyboard.press('Control+Enter');
      await host.until(() => host.submitted.length > 0);
      assert.deepEqual(host.submitted, [{ type: 'submit', text: 'one\ntwo' }]);
    }));

  it('does not send with the Enter that ends the composition of an input method', () =>
    withView({}, async ({ page, host }) => {
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.fill('日本');
      const session = await page.context().newCDPSession(page);
      await session.send('Input.imeSetComposition', { text: 'ご', selectionStart: 1, selectionEnd: 1 });
      await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
      await session.send('Input.insertText', { text: '語' });
      await page.waitForFunction(() => document.querySelector('textarea')?.value === '日本語');
      assert.deepEqual(host.submitted, []);
      await page.keyboard.press('Enter');
      await host.until(() => host.submitted.length > 0);
      assert.deepEqual(host.submitted, [{ type: 'submit', text: '日本語' }]);
    }));

  it('keeps the text and says why when a message is not taken', () => {
    const message = 'A turn is running. Wait until it has ended, or stop it.';
    return withView({ answers: { submit: () => ({ status: 'rejected', message }) } }, async ({ page }) => {
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.fill('Not now?');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('alert').getByText(message).waitFor();
      assert.equal(await field.inputValue(), 'Not now?');
      await field.pressSequentially('!');
      await page.getByRole('alert').waitFor({ state: 'detached' });
    });
  });

  it('keeps what is typed while the host takes the message', () => {
    let take: (result: SubmitResult) => void = () => undefined;
    const taken = new Promise<SubmitResult>((resolve) => {
      take = resolve;
    });
    return withView({ answers: { submit: () => taken } }, async ({ page, host }) => {
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.fill('first message');
      await page.keyboard.press('Enter');
      await host.until(() => host.submitted.length > 0);
      await page.keyboard.type(' and the next');
      await host.until(() => host.store.state.draft.text === 'first message and the next');
      take({ status: 'started' });
      await page.waitForFunction(() => document.querySelector('textarea')?.value === 'and the next');
      await host.until(() => host.store.state.draft.text === 'and the next');
    });
  });

  it('keeps what is attached while the host takes the message', () => {
    let take: (result: SubmitResult) => void = () => undefined;
    const taken = new Promise<SubmitResult>((resolve) => {
      take = resolve;
    });
    const packing = { server: 'tour', uri: 'docs://packing', name: 'Packing list' };
    const handbook = { server: 'tour', uri: 'docs://handbook', name: 'Travel handbook' };
    const draft = { text: 'Read this', revision: 0, attachments: [packing] };
    return withView(
      { state: { draft }, answers: { submit: () => taken, resources: [aResource()] } },
      async ({ page, host }) => {
        await page.getByRole('textbox', { name: 'Message' }).press('Enter');
        await host.until(() => host.submitted.length > 0);
        await page.getByRole('button', { name: 'Attach resource' }).click();
        await page.getByRole('option', { name: /Travel handbook/ }).click();
        await host.intentsOf('attachment/add');
        take({ status: 'started' });
        await page.getByText('Packing list').waitFor({ state: 'detached' });
        assert.deepEqual(host.store.state.draft, { text: '', revision: 1, attachments: [handbook] });
      },
    );
  });

  it('takes the host’s text with a higher revision, and never an echo', () =>
    withView({}, async ({ page, host, port }) => {
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.fill('typed');
      await host.intentsOf('draft/edit');
      host.dispatch({ type: 'draft/changed', draft: { text: 'typ', revision: 0, attachments: [] } });
      await port.arrived();
      assert.equal(await field.inputValue(), 'typed');
      host.dispatch({ type: 'draft/changed', draft: { text: 'from the host', revision: 1, attachments: [] } });
      await page.waitForFunction(() => document.querySelector('textarea')?.value === 'from the host');
      await field.pressSequentially('!');
      await host.until(() => host.store.state.draft.text === 'from the host!');
    }));

  it('offers Stop while a turn runs, and Send again afterwards', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Go'), turn.text('…'));
      await page.getByRole('button', { name: 'Stop' }).click();
      assert.equal((await host.intentsOf('turn/stop')).length, 1);
      assert.equal(await page.getByRole('button', { name: 'Send' }).count(), 0);
      host.advance(turn.ended('cancelled'));
      await page.getByRole('button', { name: 'Send' }).waitFor();
      await page.getByRole('article', { name: 'Assistant' }).getByText('Stopped.').waitFor();
    }));

  it('lists attachments, each with a button that removes it', () =>
    withView({}, async ({ page, host }) => {
      const attachments = [
        { server: 'tour', uri: 'docs://handbook', name: 'Travel handbook' },
        { server: 'tour', uri: 'docs://packing', name: 'Packing list' },
      ];
      host.dispatch({ type: 'draft/changed', draft: { text: '', revision: 1, attachments } });
      const items = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
      await items.nth(1).waitFor();
      await items.filter({ hasText: 'Packing list' }).getByRole('button', { name: 'Remove', exact: true }).click();
      await items.nth(1).waitFor({ state: 'detached' });
      assert.deepEqual(host.store.state.draft.attachments, [attachments[0]]);
    }));

  it('says that the demo is no AI, and leads to a model', () =>
    withView({}, async ({ page, host }) => {
      await page.getByRole('button', { name: /^Offline demo – no AI/ }).click();
      assert.equal((await host.intentsOf('model/select')).length, 1);
      host.dispatch({ type: 'model/changed', model: { id: 'local/qwen', label: 'qwen', isDemo: false } });
      await page.getByRole('button', { name: /^qwen/ }).waitFor();
      assert.equal(await page.getByText('no AI').count(), 0);
    }));

  it('completes a prompt after a slash, by keyboard', () =>
    withView(
      { answers: { prompts: [aPrompt({ name: 'pack', arguments: [] }), aPrompt()] } },
      async ({ page, host }) => {
        const field = page.getByRole('textbox', { name: 'Message' });
        await field.focus();
        await page.keyboard.type('/');
        const options = page.getByRole('listbox', { name: 'Prompts' }).getByRole('option');
        await options.nth(1).waitFor();
        await page.keyboard.type('plan');
        await options.nth(1).waitFor({ state: 'detached' });
        assert.equal(await options.first().getAttribute('aria-selected'), 'true');
        assert.equal(await field.getAttribute('aria-activedescendant'), await options.first().getAttribute('id'));
        await page.keyboard.press('Enter');
        assert.equal(await field.inputValue(), '/tour:plan_trip ');
        assert.deepEqual(host.submitted, []);
        await page.keyboard.type('Paris 3');
        await page.keyboard.press('Enter');
        await host.until(() => host.submitted.length > 0);
        assert.deepEqual(host.submitted, [{ type: 'submit', text: '/tour:plan_trip Paris 3' }]);
      },
    ));

  it('opens the form of a prompt that lacks arguments, with those that were given', () => {
    const prompt = aPrompt();
    const submit = (): SubmitResult => ({
      status: 'needsArguments',
      prompt,
      values: { city: 'Paris' },
      missing: ['days'],
    });
    return withView({ answers: { submit } }, async ({ page, host }) => {
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.fill('/tour:plan_trip Paris');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Prompts' });
      await dialog.getByLabel('city').waitFor();
      assert.equal(await dialog.getByLabel('city').inputValue(), 'Paris');
      await dialog.getByLabel('days').fill('3');
      await dialog.getByRole('button', { name: 'Run', exact: true }).click();
      await host.until(() => host.submitted.length > 1);
      assert.deepEqual(host.submitted[1], {
        type: 'runPrompt',
        name: 'plan_trip',
        values: { city: 'Paris', days: '3' },
      });
      await dialog.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.querySelector('textarea')?.value === '');
      // Emptied by the host, once: the view does not edit what it did not type.
      assert.deepEqual(host.store.state.draft, { text: '', revision: 1, attachments: [] });
      assert.equal(host.intents.filter((intent) => intent.type === 'draft/edit' && intent.text === '').length, 0);
    });
  });
});
