import assert from 'node:assert/strict';
import { TurnEvents } from './support/turnEvents.ts';
import type { ViewPage } from './support/viewPage.ts';
import { viewSuite } from './support/viewSuite.ts';

/** Two versions of the first message, of which the second is shown, and its first version with a turn behind it. */
function branch({ host }: ViewPage): void {
  const first = new TurnEvents('t1');
  const behind = new TurnEvents('t2', 100);
  const second = new TurnEvents('t3', 200);
  host.advance(first.started('Paris?'), first.text('Yes.'), first.ended());
  host.advance(behind.started('And then?'), behind.text('Home.'), behind.ended());
  host.advance(second.started('Rome?', null), second.text('Better.'), second.ended());
}

describe('A message that was sent', () => {
  const withView = viewSuite();

  it('can be changed and sent again, by its own field and key', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Paris?'), turn.text('Yes.'), turn.ended());
      const message = page.getByRole('article', { name: 'You' });
      await message.hover();
      await message.getByRole('button', { name: 'Edit' }).click();
      const field = message.getByRole('textbox', { name: 'Edited text' });
      assert.equal(await field.inputValue(), 'Paris?');
      await field.fill('Rome?');
      await field.press('Enter');
      await host.until(() => host.submitted.length > 0);
      assert.deepEqual(host.submitted, [{ type: 'resend', turnId: 't1', text: 'Rome?' }]);
      await field.waitFor({ state: 'detached' });
    }));

  it('keeps the changed text and says why when it is not taken', () =>
    withView(
      { answers: { resend: () => ({ status: 'rejected', message: 'An answer runs. Stop it first.' }) } },
      async ({ page, host }) => {
        const turn = new TurnEvents('t1');
        host.advance(turn.started('Paris?'), turn.ended());
        const message = page.getByRole('article', { name: 'You' });
        await message.getByRole('button', { name: 'Edit' }).click();
        await message.getByRole('textbox', { name: 'Edited text' }).fill('Rome?');
        await message.getByRole('button', { name: 'Send again' }).click();
        await message.getByRole('alert').getByText('An answer runs. Stop it first.').waitFor();
        assert.equal(await message.getByRole('textbox', { name: 'Edited text' }).inputValue(), 'Rome?');
        await message.getByRole('button', { name: 'Cancel' }).click();
        await message.getByText('Paris?').waitFor();
      },
    ));

  it('can be sent again as it is', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Paris?'), turn.ended('failed', { code: 'unreachable', message: 'Nothing answers.' }));
      await page.getByRole('article', { name: 'You' }).getByRole('button', { name: 'Retry' }).click();
      await host.until(() => host.submitted.length > 0);
      assert.deepEqual(host.submitted, [{ type: 'resend', turnId: 't1', text: undefined }]);
    }));

  it('says which of its versions is shown, and leads to the others', () =>
    withView({}, async (view) => {
      const { page, host } = view;
      branch(view);
      const message = page.getByRole('article', { name: 'You' });
      await message.getByText('2 of 2').waitFor();
      assert.equal(await message.count(), 1, 'what was behind the other version is not shown');
      assert.equal(await message.getByRole('button', { name: 'Next version' }).getAttribute('aria-disabled'), 'true');
      await message.getByRole('button', { name: 'Previous version' }).click();
      assert.equal((await host.intentsOf('branch/select'))[0]?.turnId, 't1');
      host.advance({ at: 300, type: 'branchSelected', turnId: 't1' });
      await page.getByText('Home.').waitFor();
      await message.first().getByText('1 of 2').waitFor();
      assert.equal(await message.count(), 2);
    }));

  it('cannot be changed while an answer runs', () =>
    withView({}, async (view) => {
      const { page, host } = view;
      branch(view);
      host.advance(new TurnEvents('t4', 400).started('Go on'));
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      // Rows of earlier messages are drawn after the composer.
      for (const name of ['Edit', 'Retry']) {
        await page.getByRole('button', { name }).first().waitFor({ state: 'detached' });
      }
      await page.getByRole('button', { name: 'Previous version', disabled: true }).waitFor();
    }));
});
