import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { emptyThread } from '../../src/shared/thread/threadState.ts';
import type { Turn } from '../../src/shared/thread/threadState.ts';
import { aTool, TurnEvents } from './support/turnEvents.ts';
import { viewSuite } from './support/viewSuite.ts';

describe('The conversation', () => {
  const withView = viewSuite();

  it('shows each message as an article of the log, and the answer as it streams', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('How far is it?'), turn.text('It is **far'));
      const log = page.getByRole('log', { name: 'Conversation' });
      await log.getByRole('article', { name: 'You' }).getByText('How far is it?').waitFor();
      await log.getByRole('article', { name: 'Assistant' }).getByText('It is **far').waitFor();
      host.advance(turn.text(' away**.'), turn.ended());
      await log.getByRole('article', { name: 'Assistant' }).locator('strong', { hasText: 'far away' }).waitFor();
    }));

  it('does not read every piece of text aloud, but says when the answer is finished', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Hello'), turn.text('Good day'));
      await page.getByText('Good day').waitFor();
      assert.equal(await page.getByRole('log').getAttribute('aria-live'), 'off');
      assert.equal(await page.getByRole('status').textContent(), '');
      host.advance(turn.ended());
      await page.getByRole('status').getByText('The answer is finished.').waitFor();
    }));

  it('says that it works while nothing else on the screen does', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      const working = page.getByRole('article', { name: 'Assistant' }).getByText('Working…');
      host.advance(turn.started('Book it'));
      await working.waitFor();
      host.advance(turn.callReady('c1', aTool(), {}), turn.roundEnded(), turn.approvalRequested('c1'));
      await page.getByRole('alertdialog').waitFor();
      assert.equal(await working.count(), 0);
      host.advance(turn.denied('c1'));
      await working.waitFor();
      host.advance(turn.text('Then not.'));
      await working.waitFor({ state: 'detached' });
    }));

  it('asks whether the model may go on after the highest number of rounds, as long as nothing follows', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Book for ever'), turn.text('Half'), turn.ended('maxRounds'));
      const goOn = page.getByRole('article', { name: 'Assistant' }).getByRole('button', { name: 'Go on' });
      await goOn.click();
      await host.until(() => host.submitted.length > 0);
      assert.deepEqual(host.submitted, [{ type: 'continue' }]);
      host.advance(new TurnEvents('t2', 100).continued());
      await goOn.waitFor({ state: 'detached' });
      await page.getByRole('article', { name: 'You' }).last().getByText('Go on').waitFor();
    }));

  it('says why the model may not go on', () =>
    withView(
      { answers: { goOn: () => ({ status: 'rejected', message: 'Another window writes here.' }) } },
      async ({ page, host }) => {
        const turn = new TurnEvents('t1');
        host.advance(turn.started('Book for ever'), turn.ended('maxRounds'));
        await page.getByRole('button', { name: 'Go on' }).click();
        await page.getByRole('alert').getByText('Another window writes here.').waitFor();
      },
    ));

  it('says what went wrong and what to do when a turn fails, and offers another model', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      const message = 'Nothing answers at http://127.0.0.1:9. Start the model server, or choose another model.';
      host.advance(turn.started('Hello'), turn.text('Half'), turn.ended('failed', { code: 'unreachable', message }));
      const answer = page.getByRole('article', { name: 'Assistant' });
      await answer.getByText(message).waitFor();
      await answer.getByText('Half').waitFor();
      await page.getByRole('status').getByText(message).waitFor();
      await answer.getByRole('button', { name: 'Choose a model' }).click();
      assert.equal((await host.intentsOf('model/select')).length, 1);
    }));

  it('shows attached material with its server, URI and size, and opens it', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      const text = 'Book hotels of three stars.';
      host.advance(
        turn.started('Hotels?'),
        turn.material('m1', 'docs://handbook', [{ type: 'text', text }]),
        turn.warning('The mention @nowhere:x names no configured server.'),
      );
      const question = page.getByRole('article', { name: 'You' });
      const item = question.getByRole('list', { name: 'Attached resources' }).getByRole('listitem');
      await item.getByText('docs://handbook').waitFor();
      await item.getByText('tour · 27 characters').waitFor();
      await question.getByText('names no configured server').waitFor();
      assert.equal(await item.getByText(text).count(), 0);
      await item.getByText('docs://handbook').click();
      await item.getByText(text).waitFor();
    }));

  it('fetches the whole of a text that travelled cut, when asked', () =>
    withView({ answers: { content: (ownerId) => `all of ${ownerId}` } }, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      const cut = { threadId: 'thread-1', ownerId: 'm1', block: 0, chars: 123_456 };
      host.advance(turn.started('Hotels?'), turn.material('m1', 'docs://long', [{ type: 'text', text: 'head', cut }]));
      await page.getByText('docs://long').click();
      await page.getByRole('button', { name: 'Show all (123,456 characters)' }).click();
      await page.getByText('all of m1').waitFor();
    }));

  it('follows the end while the person is there, and lets go when they scroll up', () =>
    withView({ height: 400 }, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Tell me'), ...lines(turn, 0, 60));
      await page.getByText('line 59', { exact: true }).waitFor();
      await untilAtEnd(page);
      const endBefore = await restingPlaceOf(page);
      await scrollerOf(page).hover();
      await page.mouse.wheel(0, -300);
      // While the wheel still moves the list, and after.
      host.advance(...lines(turn, 60, 70));
      const jump = page.getByRole('button', { name: 'Jump to latest' });
      await jump.waitFor();
      await page.getByText('line 69', { exact: true }).waitFor({ state: 'attached' });
      const placeBefore = await restingPlaceOf(page);
      assert.ok(placeBefore < endBefore);
      host.advance(...lines(turn, 70, 80));
      await page.getByText('line 79', { exact: true }).waitFor({ state: 'attached' });
      assert.equal(await restingPlaceOf(page), placeBefore);
      await jump.click();
      await untilAtEnd(page);
      await jump.waitFor({ state: 'detached' });
      host.advance(...lines(turn, 80, 100));
      await page.getByText('line 99', { exact: true }).waitFor();
      await untilAtEnd(page);
    }));

  it('keeps few rows in the document however long the thread, and opens at its end', () =>
    withView({ state: { thread: { ...emptyThread('long', 0), turns: manyTurns(2000) } } }, async ({ page, host }) => {
      await page.getByText('answer 1999', { exact: true }).waitFor();
      assert.ok((await page.getByRole('article').count()) < 60);
      const turn = new TurnEvents('next');
      host.advance(turn.started('One more'), turn.text('The latest answer'));
      await page.getByText('The latest answer').waitFor();
    }));

  it('keeps the rows of ended turns as they are while an answer streams', () =>
    withView({ state: { thread: { ...emptyThread('thread', 0), turns: manyTurns(3) } } }, async ({ page, host }) => {
      await page.getByText('answer 2', { exact: true }).waitFor();
      const changes = await page.evaluateHandle(() => {
        const seen: string[] = [];
        const observer = new MutationObserver((records) => {
          for (const { target } of records) {
            const element = target instanceof Element ? target : target.parentElement;
            const article = element?.closest('article');
            if (article?.textContent?.includes('answer ')) seen.push(article.textContent);
          }
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        return seen;
      });
      const turn = new TurnEvents('next');
      host.advance(turn.started('One more'), turn.text('first '), turn.text('second '), turn.text('third'));
      await page.getByText('first second third').waitFor();
      assert.deepEqual(await changes.jsonValue(), []);
    }));

  it('starts empty for a new conversation', () =>
    withView({ state: { thread: { ...emptyThread('old', 0), turns: manyTurns(3) } } }, async ({ page, host }) => {
      await page.getByText('answer 2', { exact: true }).waitFor();
      host.dispatch({ type: 'thread/opened', thread: emptyThread('new', 1) });
      await page.getByText('answer 2', { exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Work with your MCP servers' }).waitFor();
    }));
});

function lines(turn: TurnEvents, from: number, to: number) {
  return Array.from({ length: to - from }, (_value, index) => turn.text(`line ${from + index}\n\n`));
}

function manyTurns(count: number): readonly Turn[] {
  return Array.from({ length: count }, (_value, index) => ({
    id: `turn-${index}`,
    startedAt: index,
    text: `question ${index}`,
    materials: [],
    skills: [],
    warnings: [],
    elicitations: [],
    parts: [{ kind: 'markdown' as const, text: `answer ${index}` }],
    status: 'completed' as const,
  }));
}

function scrollerOf(page: Page) {
  return page.getByRole('log').locator('[data-virtuoso-scroller]');
}

/** Where the list stands once it has been still for ten frames. */
async function restingPlaceOf(page: Page): Promise<number> {
  return scrollerOf(page).evaluate(
    (scroller) =>
      new Promise<number>((resolve) => {
        let last = scroller.scrollTop;
        let still = 0;
        const look = (): void => {
          still = scroller.scrollTop === last ? still + 1 : 0;
          last = scroller.scrollTop;
          if (still < 10) requestAnimationFrame(look);
          else resolve(last);
        };
        look();
      }),
  );
}

async function untilAtEnd(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const scroller = document.querySelector('[data-virtuoso-scroller]');
    return scroller !== null && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= 24;
  });
}
