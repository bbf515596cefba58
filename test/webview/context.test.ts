import assert from 'node:assert/strict';
import type { ThreadEvent } from '../../src/shared/thread/threadEvent.ts';
import { aTool, TurnEvents } from './support/turnEvents.ts';
import { viewSuite } from './support/viewSuite.ts';

const use = { system: 1_000, tools: 2_000, material: 500, conversation: 4_500 };
const started: ThreadEvent = { at: 9, type: 'compactionStarted', compactionId: 'k1', cause: 'asked' };

function summarized(turnId: string, rounds: number): ThreadEvent {
  const reach = { turnId, rounds };
  const result = { reach, summary: 'They talked of Paris.', tokensBefore: 9_000, tokensAfter: 800 };
  return { at: 10, type: 'compactionEnded', compactionId: 'k1', cause: 'asked', result };
}

describe('What the model is given', () => {
  const withView = viewSuite();

  it('is measured beside the model, by category in words, and opens to its details', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Hi'), turn.measured({ ...use, window: 10_000 }), turn.ended());
      const meter = page.getByRole('button', { name: /^Context: 80% of the window/ });
      const name = await meter.getAttribute('aria-label');
      for (const part of ['Instructions 1,000 tokens', 'Tools 2,000', 'Material 500', 'Conversation 4,500']) {
        assert.ok(name?.includes(part), `${part} is not in ${name}`);
      }
      await meter.click();
      const details = page.getByRole('region', { name: 'What fills the model’s context window' });
      await details.getByText('10,000 tokens').waitFor();
      await details.getByRole('button', { name: 'Summarize now' }).click();
      await host.intentsOf('thread/compact');
    }));

  it('has its details closed by Escape, which gives the keyboard back to the text', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Hi'), turn.measured(use), turn.ended());
      await page.getByRole('button', { name: /^Context: / }).click();
      const details = page.getByRole('region', { name: 'What fills the model’s context window' });
      await details.getByRole('button', { name: 'Summarize now' }).focus();
      await page.keyboard.press('Escape');
      await details.waitFor({ state: 'detached' });
      await page.locator('textarea:focus').waitFor();
    }));

  it('stands with Send in one row in a narrow side bar, also beside the name of the demo', () =>
    withView({ width: 300 }, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Hi'), turn.measured({ ...use, tools: 12_345 }), turn.ended());
      const topOf = async (name: RegExp): Promise<number | undefined> =>
        (await page.getByRole('button', { name }).boundingBox())?.y;
      const meter = await topOf(/^Context: /);
      assert.equal(await topOf(/^Servers/), meter);
      assert.equal(await topOf(/^Send/), meter);
    }));

  it('is counted where nobody knows the window', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Hi'), turn.measured(use), turn.ended());
      const meter = page.getByRole('button', { name: /^Context: 8,000 tokens/ });
      assert.equal(await meter.innerText(), '8k');
    }));

  it('is summarized at a divider, with the summary behind it and the messages still there', () =>
    withView({}, async ({ page, host }) => {
      const first = new TurnEvents('t1');
      const second = new TurnEvents('t2', 100);
      host.advance(first.started('Paris?'), first.text('Yes.'), first.ended());
      host.advance(second.started('And then?'), second.text('Home.'), second.ended(), started);
      await page.getByRole('status').getByText('Summarizing the conversation for the model').waitFor();
      host.advance(summarized('t2', 0));
      await page.getByRole('separator', { name: 'Summarized for the model' }).waitFor();
      await page.getByText('Summarizing the conversation').waitFor({ state: 'detached' });
      await page.getByText('Summarized for the model').click();
      await page.getByText('They talked of Paris.').waitFor();
      await page.getByText('9,000 tokens became 800').waitFor();
      const log = await page.getByRole('log').innerText();
      assert.ok(
        log.indexOf('Yes.') < log.indexOf('They talked') && log.indexOf('They talked') < log.indexOf('And then?'),
      );
    }));

  it('is divided within an answer where the summary takes some of its rounds', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Look'), turn.text('First round.'), turn.roundEnded(), turn.text('Second round.'));
      host.advance(turn.roundEnded(), turn.ended(), started, summarized('t1', 1));
      const answer = page.getByRole('article', { name: 'Assistant' });
      await answer.getByRole('separator', { name: 'Summarized for the model' }).waitFor();
      const said = await answer.innerText();
      assert.ok(said.indexOf('First round.') < said.indexOf('Summarized'));
      assert.ok(said.indexOf('Summarized') < said.indexOf('Second round.'));
    }));

  it('has the skills of a message, each with its text', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(
        turn.started('$tour:packing What do I take?'),
        turn.skill('packing', 'Take **less**.'),
        turn.ended(),
      );
      const skills = page.getByRole('list', { name: 'Skills' });
      await skills.getByText('packing from tour').click();
      await skills.getByText('Take **less**.').waitFor();
    }));
});

describe('An answer', () => {
  const withView = viewSuite();

  it('of the host is Markdown, and its whole is fetched when it travelled cut', () =>
    withView({ answers: { content: (ownerId) => `# All of ${ownerId}` } }, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      const cut = { threadId: 'thread-1', ownerId: 't1', block: 0, chars: 50_000 };
      host.advance(
        turn.started('/tools'),
        { ...turn.commandAnswered('# Tools\n\n- `book`'), cut } as ThreadEvent,
        turn.ended(),
      );
      const answer = page.getByRole('article', { name: 'Assistant' });
      await answer.getByRole('heading', { name: 'Tools' }).waitFor();
      await answer.getByRole('button', { name: 'Show all (50,000 characters)' }).click();
      await answer.getByRole('heading', { name: 'All of t1' }).waitFor();
    }));

  it('that the model cannot give yet says why, and when it is tried again', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(turn.started('Hi'), turn.retry('The model is busy.', Date.now() + 60_000, 2));
      const answer = page.getByRole('article', { name: 'Assistant' });
      const note = answer.getByText(/The model is busy\. Trying again in \d+ s \(attempt 2\)/);
      const seconds = async (): Promise<number> => Number(/in (\d+) s/.exec(await note.innerText())?.[1]);
      const before = await seconds();
      await answer.getByText(new RegExp(`in ${before - 1} s`)).waitFor();
      host.advance(turn.text('Here I am.'));
      await note.waitFor({ state: 'detached' });
      await answer.getByText('Here I am.').waitFor();
    }));

  it('of a tool that came late stands on its card, beside the result that the model got', () =>
    withView({}, async ({ page, host }) => {
      const turn = new TurnEvents('t1');
      host.advance(
        turn.started('Book'),
        turn.callReady('c1', aTool(), {}),
        turn.running('c1'),
        turn.failed('c1', [{ type: 'text', text: 'It took too long.' }]),
        turn.text('It did not answer.'),
        turn.ended(),
        turn.late('c1', [{ type: 'text', text: 'Booked after all.' }]),
      );
      const card = page.getByRole('group', { name: 'Tool book_trip on tour' });
      await card.getByText('answered late').waitFor();
      await card.getByText('It took too long.').waitFor();
      await card.getByText('Arrived after the call had ended').waitFor();
      await card.getByText('Booked after all.').waitFor();
    }));
});
