import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/shared/base/json.ts';
import type { Question } from '../../src/shared/thread/elicitation.ts';
import { aTool, TurnEvents } from './support/turnEvents.ts';
import type { ViewPage } from './support/viewPage.ts';
import { viewSuite } from './support/viewSuite.ts';

const aName: Question = {
  mode: 'form',
  message: 'Who travels?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Full name' } }, required: ['name'] },
};
const anAddress: Question = {
  mode: 'url',
  message: 'Pay for the trip.',
  url: 'https://pay.example.com:8443/checkout?trip=7&token=%3Cx%3E',
};

/** A running turn in which the server `tour` asks. */
function ask({ host }: ViewPage, ...questions: Question[]): TurnEvents {
  const turn = new TurnEvents('t1');
  host.advance(turn.started('Book'), turn.callReady('c1', aTool(), {}), turn.running('c1'));
  host.advance(...questions.map((question, index) => turn.asked(`e${index + 1}`, question)));
  return turn;
}

function form(properties: JsonObject, required: string[] = []): Question {
  return { mode: 'form', message: 'Please answer.', requestedSchema: { type: 'object', properties, required } };
}

describe('A question of a server', () => {
  const withView = viewSuite();

  it('is a dialog with the server’s words, and what is filled in goes to the host under its id', () =>
    withView({}, async (view) => {
      const { page, host } = view;
      const turn = ask(view, aName);
      const dialog = page.getByRole('dialog', { name: 'tour asks for information' });
      await dialog.getByText('Who travels?').waitFor();
      await page.getByRole('status').getByText('tour asks for information.').waitFor({ state: 'attached' });
      await dialog.getByRole('textbox', { name: 'Full name' }).fill('Ada');
      await dialog.getByRole('button', { name: 'Submit' }).click();
      await host.until(() => host.replies.length > 0);
      assert.deepEqual(host.replies, [{ elicitationId: 'e1', action: 'accept', content: { name: 'Ada' } }]);
      host.advance(turn.answered('e1', 'accept'));
      await dialog.waitFor({ state: 'detached' });
    }));

  for (const [button, action] of [
    ['Decline', 'decline'],
    ['Cancel', 'cancel'],
  ] as const) {
    it(`is answered with “${action}” by “${button}”, whatever is filled in`, () =>
      withView({}, async (view) => {
        ask(view, aName);
        const dialog = view.page.getByRole('dialog', { name: 'tour asks for information' });
        await dialog.getByRole('textbox').fill('Ada');
        await dialog.getByRole('button', { name: button }).click();
        await view.host.until(() => view.host.replies.length > 0);
        assert.deepEqual(view.host.replies, [{ elicitationId: 'e1', action }]);
      }));
  }

  it('has a field for each kind of value, with the server’s defaults', () =>
    withView({ height: 1100 }, async (view) => {
      const { page, host } = view;
      ask(
        view,
        form({
          days: { type: 'integer', title: 'Days', default: 3 },
          price: { type: 'number', title: 'Price' },
          breakfast: { type: 'boolean', title: 'Breakfast', default: true },
          room: { type: 'string', title: 'Room', enum: ['s', 'd'], enumNames: ['Single', 'Double'] },
          train: {
            type: 'string',
            title: 'Class',
            oneOf: [
              { const: '1', title: 'First' },
              { const: '2', title: 'Second' },
            ],
            default: '2',
          },
          extras: {
            type: 'array',
            title: 'Extras',
            items: {
              anyOf: [
                { const: 'wifi', title: 'Wi-Fi' },
                { const: 'late', title: 'Late arrival' },
              ],
            },
            default: ['late'],
          },
          tags: { type: 'array', title: 'Tags', items: { type: 'string', enum: ['work', 'fun'] } },
        }),
      );
      const dialog = page.getByRole('dialog', { name: 'tour asks for information' });
      assert.equal(await dialog.getByRole('textbox', { name: 'Days' }).inputValue(), '3');
      await dialog.getByRole('textbox', { name: 'Price' }).fill('12.5');
      await dialog.getByRole('checkbox', { name: 'Breakfast' }).uncheck();
      await dialog.getByRole('combobox', { name: 'Room' }).selectOption({ label: 'Double' });
      assert.equal(await dialog.getByRole('combobox', { name: 'Class' }).inputValue(), '2');
      await dialog.getByRole('group', { name: 'Extras' }).getByRole('checkbox', { name: 'Wi-Fi' }).check();
      await dialog.getByRole('button', { name: 'Submit' }).click();
      await host.until(() => host.replies.length > 0);
      assert.deepEqual(host.replies[0]?.content, {
        days: 3,
        price: 12.5,
        breakfast: false,
        room: 'd',
        train: '2',
        extras: ['wifi', 'late'],
      });
    }));

  const wrongs: readonly [string, JsonObject, string, string, string][] = [
    ['what is required and missing', { type: 'string', minLength: 1 }, '', 'Fill this in.', 'x'],
    ['what is no number', { type: 'number' }, 'many', 'Write a number.', '4'],
    ['what is no whole number', { type: 'integer' }, '1.5', 'Write a whole number.', '2'],
    ['what is too small', { type: 'number', minimum: 2 }, '1', 'It must be at least 2.', '2'],
    ['what is too long', { type: 'string', maxLength: 2 }, 'abc', 'Write at most 2 characters.', 'ab'],
    [
      'what is no e-mail address',
      { type: 'string', format: 'email' },
      'ada',
      'Write an e-mail address.',
      'ada@a.example',
    ],
    ['what is no day', { type: 'string', format: 'date' }, '2026-02-30', 'Write a date', '2026-02-28'],
    ['what is no time', { type: 'string', format: 'date-time' }, '2026-02-01', 'Write a time', '2026-02-01T09:30:00Z'],
    ['what is no address', { type: 'string', format: 'uri' }, 'here', 'Write a whole address', 'https://a.example'],
  ];
  for (const [what, schema, wrong, complaint, right] of wrongs) {
    it(`sends nothing while ${what} stands in it, and says so at the field`, () =>
      withView({}, async (view) => {
        const { page, host } = view;
        ask(view, form({ it: { ...schema, title: 'It' } }, ['it']));
        const dialog = page.getByRole('dialog', { name: 'tour asks for information' });
        const field = dialog.getByRole('textbox', { name: 'It' });
        await field.fill(wrong);
        await dialog.getByRole('button', { name: 'Submit' }).click();
        await dialog.getByText(complaint).waitFor();
        assert.equal(await field.getAttribute('aria-invalid'), 'true');
        assert.deepEqual(host.replies, []);
        await field.fill(right);
        await dialog.getByRole('button', { name: 'Submit' }).click();
        await host.until(() => host.replies.length > 0);
      }));
  }

  it('stays open with what was typed when the host finds that it does not fit', () =>
    withView(
      { answers: { elicitation: () => ({ status: 'invalid', problem: 'the name is taken.' }) } },
      async (view) => {
        ask(view, aName);
        const dialog = view.page.getByRole('dialog', { name: 'tour asks for information' });
        await dialog.getByRole('textbox').fill('Ada');
        await dialog.getByRole('button', { name: 'Submit' }).click();
        await dialog.getByRole('alert').getByText('the name is taken.').waitFor();
        assert.equal(await dialog.getByRole('textbox').inputValue(), 'Ada');
      },
    ));

  it('about an address shows all of it with its host marked, and is opened by the host alone', () =>
    withView({}, async (view) => {
      const { page, host } = view;
      const turn = ask(view, anAddress);
      const dialog = page.getByRole('dialog', { name: 'tour asks for information' });
      await dialog.getByText('Pay for the trip.').waitFor();
      assert.equal(await dialog.locator('code').innerText(), anAddress.url);
      assert.equal(await dialog.locator('code strong').innerText(), 'pay.example.com:8443');
      assert.equal(await dialog.getByRole('link').count(), 0);
      await dialog.getByRole('button', { name: 'Open', exact: true }).click();
      await host.until(() => host.replies.length > 0);
      assert.deepEqual(host.replies, [{ elicitationId: 'e1', action: 'accept' }]);
      host.advance(turn.visited('e1'));
      await dialog.getByText('Waiting until you are done at pay.example.com:8443.').waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await host.until(() => host.replies.length > 1);
      assert.deepEqual(host.replies[1], { elicitationId: 'e1', action: 'accept' });
    }));

  it('does not close when the person thinks better of going to the address', () =>
    withView({ answers: { elicitation: () => ({ status: 'unopened' }) } }, async (view) => {
      ask(view, anAddress);
      const dialog = view.page.getByRole('dialog', { name: 'tour asks for information' });
      const open = dialog.getByRole('button', { name: 'Open', exact: true });
      await open.click();
      await view.host.until(() => view.host.replies.length > 0);
      await dialog.getByRole('button', { name: 'Decline' }).click();
      await view.host.until(() => view.host.replies.length > 1);
      assert.equal(view.host.replies[1]?.action, 'decline');
    }));

  it('waits behind an earlier one, with fields of its own', () =>
    withView({}, async (view) => {
      const { page, host } = view;
      const turn = ask(view, aName, { ...aName, message: 'And who else?' });
      const dialog = page.getByRole('dialog', { name: 'tour asks for information' });
      await dialog.getByText('1 of 2').waitFor();
      await dialog.getByRole('textbox').fill('Ada');
      host.advance(turn.answered('e1', 'accept'));
      await dialog.getByText('And who else?').waitFor();
      assert.equal(await dialog.getByRole('textbox').inputValue(), '');
    }));

  it('is there again after a reload, and gone when the turn ends', () =>
    withView({}, async (view) => {
      const { page, host } = view;
      const turn = ask(view, aName);
      const dialog = page.getByRole('dialog', { name: 'tour asks for information' });
      await dialog.waitFor();
      await page.reload();
      await dialog.getByText('Who travels?').waitFor();
      host.advance(turn.ended('cancelled'));
      await dialog.waitFor({ state: 'detached' });
    }));

  it('is not answered by keys that were meant for the composer', () =>
    withView({}, async (view) => {
      const { page, host } = view;
      await page.getByRole('textbox', { name: 'Message' }).focus();
      ask(view, form({ agreed: { type: 'boolean' } }));
      const dialog = page.getByRole('dialog', { name: 'tour asks for information' });
      await page.locator('[role=dialog]:focus').waitFor();
      for (const key of ['Enter', 'Space', 'y', 'Escape']) await page.keyboard.press(key);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await host.until(() => host.replies.length > 0);
      assert.deepEqual(host.replies, [{ elicitationId: 'e1', action: 'cancel' }]);
    }));

  it('is text, whatever the server writes into it', () =>
    withView({}, async (view) => {
      const evil = '<img src=x onerror=alert(1)>**bold**\u202e';
      ask(view, { ...form({ it: { type: 'string', title: evil, description: evil } }), message: evil });
      const dialog = view.page.getByRole('dialog', { name: 'tour asks for information' });
      await dialog.waitFor();
      assert.equal(await dialog.locator('img').count(), 0);
      assert.ok(!(await dialog.innerText()).includes('\u202e'));
    }));
});
