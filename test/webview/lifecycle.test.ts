import assert from 'node:assert/strict';
import { TurnEvents } from './support/turnEvents.ts';
import { viewSuite } from './support/viewSuite.ts';

describe('The life of the view', () => {
  const withView = viewSuite();

  it('shows the whole answer when it is opened again after having been closed in the middle', () =>
    withView({}, async ({ page, host, port }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Tell me'), turn.text('The beginning, '));
      await page.getByText('The beginning,').waitFor();
      await port.arrived();
      host.hide();
      host.advance(turn.text('the middle '), turn.text('and the end.'), turn.ended());
      await page.reload();
      await page.getByText('The beginning, the middle and the end.').waitFor();
      assert.equal(host.snapshots, 2);
      assert.equal(await page.getByText('Jump to latest').count(), 0);
    }));

  it('keeps an unsent draft and a waiting approval over a reload', () =>
    withView({}, async ({ page, host, port }) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('half a thought');
      await host.intentsOf('draft/edit');
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Go'), turn.callReady('c1', { kind: 'unknown' }, {}), turn.approvalRequested('c1'));
      await page.getByRole('alertdialog').waitFor();
      await port.arrived();
      host.hide();
      await page.reload();
      await page.getByRole('alertdialog', { name: 'Allow running a tool?' }).waitFor();
      assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'half a thought');
      assert.deepEqual(
        host.intents.filter(({ type }) => type === 'approval/answer'),
        [],
      );
    }));

  it('asks for a snapshot when something was missed, and shows all of it', () =>
    withView({}, async ({ page, host, port }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Count'), turn.text('one '));
      await page.getByText('one').waitFor();
      await port.arrived();
      host.isDropping = true;
      host.advance(turn.text('two '));
      host.isDropping = false;
      host.advance(turn.text('three '), turn.text('four'));
      await page.getByText('one two three four').waitFor();
      assert.equal(host.snapshots, 2);
    }));

  it('makes good a message that it does not understand with a snapshot', () =>
    withView({}, async ({ page, host, port, faults }) => {
      const turn = new TurnEvents('t1');
      host.isDropping = true;
      host.advance(turn.started('Hello'), turn.text('I am here'));
      port.post({ jsonrpc: '2.0', method: 'state/actions', params: { seq: 1, actions: [{ type: 'from/theFuture' }] } });
      await page.getByText('I am here').waitFor();
      // It says so in the console, which counts as a fault everywhere else.
      assert.equal(faults.splice(0).length, 1);
    }));

  it('offers to start anew when the host does not answer well, and does', () =>
    withView({}, async ({ page, host, port, faults }) => {
      host.refuseSnapshots = true;
      port.post({ jsonrpc: '2.0', method: 'state/unknown', params: {} });
      await page.getByText('The view has lost its connection').waitFor();
      host.refuseSnapshots = false;
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Hello'), turn.text('Here again'));
      await page.getByRole('button', { name: 'Reload view' }).click();
      await page.getByText('Here again').waitFor();
      faults.splice(0);
      host.rejected.splice(0);
    }));

  it('goes where the host points', () =>
    withView({}, async ({ page, host }) => {
      host.reveal('servers');
      await page.getByRole('region', { name: 'Servers' }).waitFor();
      host.reveal('composer');
      await page.locator('textarea:focus').waitFor();
    }));

  it('is at rest when nothing happens: no message, no animation frame, no timer', () =>
    withView({}, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Send' }).waitFor();
      const before = host.intents.length;
      const frames = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let asked = 0;
            const original = window.requestAnimationFrame.bind(window);
            const originalTimeout = window.setTimeout.bind(window);
            window.requestAnimationFrame = (run) => {
              asked += 1;
              return original(run);
            };
            Object.assign(window, {
              setTimeout: (run: () => void, delay: number) => {
                asked += 1;
                return originalTimeout(run, delay);
              },
            });
            originalTimeout(() => resolve(asked), 500);
          }),
      );
      assert.equal(frames, 0);
      assert.equal(host.intents.length, before);
    }));
});
