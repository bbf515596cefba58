import type { Locator } from 'playwright-core';
import type { Workbench } from '../harness/workbench.ts';

/** Time for a turn of the offline demo or the scripted model on a busy machine. */
const turnMilliseconds = 30_000;

/** The chat as a person knows it: by the roles and names of contract §7. */
export class ChatPage {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  get conversation(): Locator {
    return this.#view.getByRole('log', { name: 'Conversation' });
  }

  get composer(): Locator {
    return this.#view.getByRole('textbox', { name: 'Message' });
  }

  get lastAnswer(): Locator {
    return this.conversation.getByRole('article', { name: 'Assistant' }).last();
  }

  get lastQuestion(): Locator {
    return this.conversation.getByRole('article', { name: 'You' }).last();
  }

  button(name: string): Locator {
    return this.#view.getByRole('button', { name, exact: true });
  }

  dialog(name: string): Locator {
    return this.#view.getByRole('dialog', { name, exact: true });
  }

  approval(name: 'Allow reading a resource?' | 'Allow running a tool?'): Locator {
    return this.#view.getByRole('alertdialog', { name, exact: true });
  }

  toolCall(name: string): Locator {
    return this.lastAnswer.getByRole('group', { name, exact: true });
  }

  /** A server's row; opens the list of servers when it is not shown. */
  async server(name: string): Promise<Locator> {
    const region = this.#view.getByRole('region', { name: 'Servers' });
    if (!(await region.isVisible())) await this.button('Servers').click();
    return region.getByRole('listitem').filter({ hasText: name }).first();
  }

  async closeServers(): Promise<void> {
    const region = this.#view.getByRole('region', { name: 'Servers' });
    if (await region.isVisible()) await this.button('Servers').click();
    await region.waitFor({ state: 'hidden' });
  }

  /** Approves the command of a project's server and waits until it is connected. */
  async approveServer(name: string): Promise<void> {
    const row = await this.server(name);
    await row.getByRole('button', { name: 'Approve' }).click();
    await row.getByText('Connected', { exact: true }).first().waitFor({ timeout: turnMilliseconds });
  }

  /** Sends what may not start a turn: the text may stay where it is. */
  async submit(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.button('Send').click();
  }

  /** Sends a message and waits until its turn has started: then the composer is empty. */
  async send(text: string): Promise<void> {
    await this.submit(text);
    await this.#view.locator('textarea:placeholder-shown').waitFor();
  }

  /** Waits until no turn runs: the composer offers to send again. */
  async idle(): Promise<void> {
    await this.button('Send').waitFor({ timeout: turnMilliseconds });
  }

  async newChat(): Promise<void> {
    await this.#workbench.runCommand('Patchbay: New Chat');
    await this.conversation.getByRole('article').first().waitFor({ state: 'detached' });
    // The command ends by taking the keyboard to the composer; what opens before that would be closed by it.
    await this.#view.locator('textarea:focus').waitFor();
  }

  get #view(): ReturnType<Workbench['view']['locator']> | Workbench['view'] {
    return this.#workbench.view;
  }
}
