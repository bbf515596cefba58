import assert from 'node:assert/strict';
import { aPrompt, aResource, aTemplate } from './support/builders.ts';
import { viewSuite } from './support/viewSuite.ts';

const packing = aResource({ uri: 'docs://packing', name: 'packing', title: 'Packing list' });
const cities = ['Paris', 'Parma', 'Prague'];
const completions = (_argument: string, value: string): readonly string[] =>
  cities.filter((city) => city.toLowerCase().startsWith(value.toLowerCase()));

describe('The resource picker', () => {
  const withView = viewSuite();

  it('finds a resource by a few letters and attaches it', () =>
    withView({ answers: { resources: [aResource(), packing, aTemplate()] } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Attach resource' }).click();
      const dialog = page.getByRole('dialog', { name: 'Resources' });
      await dialog.getByRole('option').nth(2).waitFor();
      await dialog.getByRole('searchbox').fill('pckng');
      await dialog.getByRole('option').nth(1).waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      const [intent] = await host.intentsOf('attachment/add');
      assert.deepEqual(intent?.attachment, { server: 'tour', uri: 'docs://packing', name: 'Packing list' });
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('list', { name: 'Attachments' }).getByText('Packing list').waitFor();
    }));

  it('is worked by keyboard: arrows choose, Escape closes, the focus returns', () =>
    withView({ answers: { resources: [aResource(), packing] } }, async ({ page, host }) => {
      const button = page.getByRole('button', { name: 'Attach resource' });
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Resources' });
      await dialog.getByRole('option').nth(1).waitFor();
      await page.keyboard.press('ArrowDown');
      const active = await dialog.getByRole('searchbox').getAttribute('aria-activedescendant');
      assert.equal(await dialog.getByRole('option', { name: /Packing/ }).getAttribute('id'), active);
      assert.equal(await dialog.getByRole('option', { selected: true }).count(), 1);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await button.evaluate((element) => element === document.activeElement), true);
      assert.deepEqual(host.intents, []);
    }));

  it('fills in a template with what its server proposes', () =>
    withView({ answers: { resources: [aTemplate()], completions } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Attach resource' }).click();
      await page.getByRole('option', { name: /City guide/ }).click();
      await page.getByLabel('name').fill('pra');
      // The list for the empty field, shown until the server's answer, has it too.
      await page.locator('[role=option]:only-child').getByText('Prague').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      assert.equal(await page.getByLabel('name').inputValue(), 'Prague');
      await page.keyboard.press('Enter');
      const [intent] = await host.intentsOf('attachment/add');
      assert.deepEqual(intent?.attachment, { server: 'tour', uri: 'docs://city/Prague', name: 'docs://city/Prague' });
    }));

  it('keeps few options in the document among ten thousand, and reaches the last', () => {
    const resources = Array.from({ length: 10_000 }, (_value, index) =>
      aResource({ uri: `docs://page/${index}`, name: `page-${index}`, title: `Page ${index}` }),
    );
    return withView({ answers: { resources } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Attach resource' }).click();
      await page.getByRole('option').first().waitFor();
      assert.ok((await page.getByRole('option').count()) < 60);
      await page.keyboard.press('ArrowUp');
      await page.getByRole('option', { name: /Page 9999/, selected: true }).waitFor();
      await page.getByRole('searchbox').fill('page/4321');
      await page.getByRole('option', { name: /docs:\/\/page\/4321/, selected: true }).waitFor();
    });
  });

  it('asks again when the servers change', () =>
    withView({ answers: { resources: [aResource()] } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Attach resource' }).click();
      await page.getByRole('option', { name: /Travel handbook/ }).waitFor();
      host.answers.resources = [];
      host.dispatch({ type: 'servers/changed', servers: [], configIssues: [] });
      await page.getByText('No connected server offers resources.').waitFor();
      assert.equal(await page.getByRole('option').count(), 0);
    }));
});

describe('The prompt picker', () => {
  const withView = viewSuite();

  it('asks for the arguments of a prompt, insists on the required ones, and runs it', () =>
    withView({ answers: { prompts: [aPrompt()], completions } }, async ({ page, host }) => {
      await page.getByRole('button', { name: 'Run prompt' }).click();
      const dialog = page.getByRole('dialog', { name: 'Prompts' });
      // By its role too: the list of what the server proposes is named after the field.
      const city = dialog.getByRole('textbox', { name: 'city' });
      await dialog.getByRole('searchbox').fill('plan');
      await dialog.getByRole('option', { name: /Plan a trip/ }).click();
      await dialog.getByRole('button', { name: 'Run', exact: true }).click();
      await dialog.getByText('Fill this in.').first().waitFor();
      assert.equal(await city.evaluate((field) => field === document.activeElement), true);
      assert.deepEqual(host.submitted, []);
      await city.fill('Paris');
      await dialog.getByLabel('days').fill('3');
      await dialog.getByRole('button', { name: 'Run', exact: true }).click();
      await host.until(() => host.submitted.length > 0);
      assert.deepEqual(host.submitted, [
        { type: 'runPrompt', name: 'plan_trip', values: { city: 'Paris', days: '3' } },
      ]);
      await dialog.waitFor({ state: 'detached' });
    }));

  it('keeps the form and says why when the prompt could not be run', () => {
    const run = () => ({ status: 'rejected', message: 'The server “tour” is not connected. Connect it.' }) as const;
    return withView({ answers: { prompts: [aPrompt({ arguments: [] })], runPrompt: run } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Run prompt' }).click();
      await page.getByRole('option').click();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('alert').getByText('The server “tour” is not connected.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
  });
});
