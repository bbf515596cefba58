import type { Locator, Page } from 'playwright-core';

/** The box at the top of the workbench: the command palette, its pickers and its questions. */
export class QuickInput {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get widget(): Locator {
    return this.#page.locator('.quick-input-widget:visible');
  }

  get input(): Locator {
    return this.widget.locator('.quick-input-box input');
  }

  /** The row with that label. A row's name goes on with its description and detail. */
  row(label: string): Locator {
    return this.widget
      .getByRole('option')
      .filter({ has: this.#page.locator('.label-name').getByText(label, { exact: true }) })
      .first();
  }

  /** Chooses a row of the picker that is open. */
  async pick(label: string): Promise<void> {
    await this.row(label).click();
  }

  /** Answers the question that is open, and sends the answer. */
  async answer(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  async cancel(): Promise<void> {
    await this.#page.keyboard.press('Escape');
  }
}
