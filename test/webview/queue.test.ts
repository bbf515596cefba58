import assert from 'node:assert/strict';
import type { ThreadEvent } from '../../src/shared/thread/threadEvent.ts';
import { TurnEvents } from './support/turnEvents.ts';
import { viewSuite } from './support/viewSuite.ts';

function queued(id: string, text: string, uris: readonly string[] = []): ThreadEvent {
  const attachments = uris.map((uri) => ({ server: 'tour', uri }));
  return { at: 5, type: 'messageQueued', message: { id, text, attachments } };
}

describe('A message that is sent while an answer runs', () => {
  const withView = viewSuite();

  it('goes to the host like any other, beside the button that stops', () =>
    withView({ answers: { submit: () => ({ status: 'queued' }) } }, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('First'));
      const field = page.getByRole('textbox', { name: 'Message' });
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Queue' }).count(), 0, 'there is nothing to send yet');
      await field.fill('Second');
      await page.getByRole('button', { name: 'Queue' }).click();
      await host.until(() => host.submitted.length > 0);
      assert.deepEqual(host.submitted, [{ type: 'submit', text: 'Second' }]);
      await page.locator('textarea:placeholder-shown').waitFor();
      host.advance(queued('q1', 'Second'));
      await page.getByRole('status').getByText('waits until the answer is finished').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Stop' }).click();
      await host.intentsOf('turn/stop');
    }));

  it('is sent with the key, too', () =>
    withView({ answers: { submit: () => ({ status: 'queued' }) } }, async ({ page, host }) => {
      host.advance(new TurnEvents('t1').started('First'));
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await page.getByRole('textbox', { name: 'Message' }).fill('Second');
      await page.keyboard.press('Enter');
      await host.until(() => host.submitted.length > 0);
      await page.locator('textarea:placeholder-shown').waitFor();
    }));

  it('is listed above the composer until it is its turn, and can be taken back or changed', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('First'), queued('q1', 'Second', ['docs://handbook']), queued('q2', 'Third'));
      const list = page.getByRole('list', { name: 'Queued messages' });
      const second = list.getByRole('listitem').filter({ hasText: 'Second' });
      await second.getByText('1 attached resource').waitFor();
      await second.getByRole('button', { name: 'Edit' }).click();
      assert.equal((await host.intentsOf('queue/edit'))[0]?.messageId, 'q1');
      await list.getByRole('listitem').filter({ hasText: 'Third' }).getByRole('button', { name: 'Remove' }).click();
      assert.equal((await host.intentsOf('queue/remove'))[0]?.messageId, 'q2');
      assert.equal(await page.getByRole('button', { name: 'Send now' }).count(), 0, 'they go by themselves');
      host.advance({ at: 6, type: 'queuedMessageRemoved', messageId: 'q1' });
      host.advance({ at: 6, type: 'queuedMessageRemoved', messageId: 'q2' });
      await list.waitFor({ state: 'detached' });
    }));

  it('waits for the person’s word when the answer did not come to its end', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('First'), queued('q1', 'Second'), turn.ended('cancelled'));
      await page.getByText('These messages wait').waitFor();
      await page.getByRole('button', { name: 'Send now' }).click();
      await host.intentsOf('queue/send');
    }));

  it('is still there after a reload', () =>
    withView({}, async ({ page, host }) => {
      host.advance(new TurnEvents('t1').started('First'), queued('q1', 'Second'));
      const list = page.getByRole('list', { name: 'Queued messages' });
      await list.getByText('Second').waitFor();
      await page.reload();
      await list.getByText('Second').waitFor();
    }));
});
