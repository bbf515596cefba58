import assert from 'node:assert/strict';
import { aServer, aPrompt, aResource } from './support/builders.ts';
import { aTool, TurnEvents } from './support/turnEvents.ts';
import { viewSuite } from './support/viewSuite.ts';

const attack = '<img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script><b>bold</b>';

describe('What servers and models say', () => {
  const withView = viewSuite();

  it('is text where it is HTML: answers, tool output, arguments, material and warnings', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(
        turn.started(attack),
        turn.material('m1', attack, [{ type: 'text', text: attack }]),
        turn.warning(attack),
        turn.reasoning(attack),
        turn.text(`Before ${attack} after\n\n${attack}\n\n`),
        turn.callReady('c1', aTool({ tool: attack, server: 'evil' }), { argument: attack }),
        turn.running('c1'),
        turn.completed('c1', [{ type: 'text', text: attack }]),
        turn.text('The end'),
      );
      await page.getByText('The end').waitFor();
      const answer = page.getByRole('article', { name: 'Assistant' });
      await answer.getByText(`Before ${attack} after`).waitFor();
      await answer.locator('pre', { hasText: attack }).first().waitFor();
      assert.equal(await page.locator('article b, article script, article img').count(), 0);
      assert.equal(await page.evaluate(() => 'wasRun' in window), false);
    }));

  it('is text in descriptions and names: approvals, pickers, servers', () =>
    withView(
      {
        state: { servers: [aServer({ name: 'tour', error: attack, status: 'failed', source: attack })] },
        answers: {
          resources: [aResource({ title: attack, description: attack })],
          prompts: [aPrompt({ title: attack, description: attack })],
        },
      },
      async ({ page, host }) => {
        await page.getByRole('button', { name: 'Attach resource' }).click();
        await page.getByRole('option').getByText(attack).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Servers' }).click();
        await page.getByRole('listitem').getByText(attack).first().waitFor();
        const turn = new TurnEvents('t1');
        host.advance(
          turn.started('Go'),
          turn.callReady('c1', aTool({ description: attack }), { argument: attack }),
          turn.approvalRequested('c1'),
        );
        await page.getByRole('alertdialog').getByText(attack, { exact: true }).waitFor();
        assert.equal(await page.locator('b, main script, main img').count(), 0);
        assert.equal(await page.evaluate(() => 'wasRun' in window), false);
      },
    ));

  it('opens only links to the web and to mail, through the host', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(
        turn.started('Links'),
        turn.text('[web](https://example.org/a) [mail](mailto:ada@example.org) '),
        turn.text('[script](javascript:window.wasRun=1) [command](command:workbench.action.quit) [file](file:///etc)'),
      );
      await page.getByText('file', { exact: false }).first().waitFor();
      const links = page.getByRole('article', { name: 'Assistant' }).getByRole('link');
      await links.nth(1).waitFor();
      assert.deepEqual(await links.allTextContents(), ['web', 'mail']);
      await links.nth(0).click();
      await links.nth(1).click();
      const opened = await host.intentsOf('link/open', 2);
      assert.deepEqual(
        opened.map(({ url }) => url),
        ['https://example.org/a', 'mailto:ada@example.org'],
      );
      assert.equal(page.url(), 'https://view.test/');
    }));

  it('loads no image from the network, and says that there is one', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Image'), turn.text('Look: ![a map](https://tracker.example/pixel.png)'));
      await page.getByRole('link', { name: 'Image: a map' }).waitFor();
      assert.equal(await page.locator('article img').count(), 0);
    }));

  it('cannot hide or reorder what is to be approved', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(
        turn.started('Go'),
        turn.callReady(
          'c1',
          { kind: 'resource', server: 'tour', uri: 'file:///etc/\u202Eexe.txt\u200B' },
          { uri: 'x' },
        ),
        turn.approvalRequested('c1'),
      );
      await page.getByRole('alertdialog').getByText('file:///etc/\\u202eexe.txt\\u200b').waitFor();
    }));

  it('leaves the layout whole with a single line of a megabyte', () =>
    withView({ width: 300 }, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      const line = 'x'.repeat(1_000_000);
      host.advance(
        turn.started('Go'),
        turn.callReady('c1', aTool(), {}),
        turn.running('c1'),
        turn.failed('c1', [{ type: 'text', text: line }]),
        turn.text('y'.repeat(100_000)),
        turn.text('\n\nThe end'),
      );
      await page.getByText('The end').waitFor();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0);
      for (const article of await page.getByRole('article').all()) {
        const isWider = await article.evaluate((element) => element.scrollWidth > element.clientWidth);
        assert.equal(isWider, false);
      }
    }));

  it('takes down one message at most: it is shown as its text, and the others stay', () =>
    withView({}, async ({ page, host, faults }) => {
      const good = new TurnEvents('t1');
      host.advance(good.started('First'), good.text('A good answer'), good.ended());
      const bad = new TurnEvents('t2');
      host.advance(bad.started('Second'), bad.text('Text beside it'));
      await page.getByText('Text beside it').waitFor();
      // A part that no schema would let through, as a future version of the host might hold in a snapshot.
      host.dispatch({
        type: 'thread/opened',
        thread: {
          ...host.store.state.thread,
          id: 'thread-2',
          current: {
            ...host.store.state.thread.current!,
            parts: [{ kind: 'markdown', text: 'Text beside it' }, { kind: 'markdown' } as never],
          },
        },
      });
      await page.getByText('This message could not be displayed').waitFor();
      await page.getByText('Text beside it').waitFor();
      await page.getByText('A good answer').waitFor();
      await page.getByRole('textbox', { name: 'Message' }).fill('still here');
      faults.splice(0);
    }));
});
