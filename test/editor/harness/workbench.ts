import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import type { EditorServer, WorkbenchTarget } from './editorServer.ts';
import { extensionIdentifier } from './extensionIdentifier.ts';
import { launchChromium } from './launchChromium.ts';
import { QuickInput } from './quickInput.ts';
import { screenshotPath } from './testResults.ts';

export type Theme = 'light' | 'dark' | 'high contrast';

/** The first start of an editor on a busy machine is slow; everything after it is not. */
const startMilliseconds = 60_000;

/** One window of a real VS Code, driven as a person would drive it. */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  /** What the extension host and the workbench printed to their console, in order. */
  readonly consoleLines: string[] = [];
  readonly #server: EditorServer;
  readonly #browser: Browser;
  readonly #context: BrowserContext;
  #exitCode: (code: number) => void = () => {};

  private constructor(server: EditorServer, browser: Browser, context: BrowserContext, page: Page) {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.#server = server;
    this.#browser = browser;
    this.#context = context;
  }

  /** Starts a browser with an empty page; `open` shows the editor in it. */
  static async launch(server: EditorServer): Promise<Workbench> {
    const browser = await launchChromium();
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
    const page = await context.newPage();
    const workbench = new Workbench(server, browser, context, page);
    // The names are VS Code's: with the smoke test driver it calls these for console output and the end of a test run.
    await page.exposeFunction('codeAutomationLog', (level: string, args: unknown[]) => {
      workbench.consoleLines.push(
        `[${level}] ${args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg))).join(' ')}`,
      );
    });
    await page.exposeFunction('codeAutomationExit', (code: number) => workbench.#exitCode(code));
    return workbench;
  }

  /** Opens a workspace and waits until the extension has its icon in the activity bar. */
  async open(folder?: string): Promise<void> {
    await this.#goto(folder === undefined ? {} : { folder });
    await this.#viewIcon.waitFor({ timeout: startMilliseconds });
  }

  /** Loads the window anew, as "Developer: Reload Window" does. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.#viewIcon.waitFor({ timeout: startMilliseconds });
  }

  /**
   * Runs a test module in the extension host.
   *
   * @returns The exit code of the run.
   */
  async runTests(target: Required<Pick<WorkbenchTarget, 'testsPath'>> & WorkbenchTarget): Promise<number> {
    const ended = new Promise<number>((resolve) => (this.#exitCode = resolve));
    await this.#goto(target);
    return ended;
  }

  /** The document of Patchbay's view. */
  get view(): FrameLocator {
    return this.#webview.contentFrame().frameLocator('#active-frame');
  }

  /** Shows Patchbay's view in the side bar and waits until it can be used. */
  async openView(): Promise<void> {
    if ((await this.#viewIcon.getAttribute('aria-selected')) !== 'true') await this.#viewIcon.click();
    await this.view.locator('body').waitFor({ timeout: startMilliseconds });
  }

  /**
   * Hides the side bar; Patchbay's view is gone with it. Not by the view's icon, whose next click the editor would take
   * for the second half of a double click.
   */
  async closeView(): Promise<void> {
    await this.page.getByRole('button', { name: 'Toggle Primary Side Bar', pressed: true }).click();
    await this.#webview.waitFor({ state: 'hidden' });
  }

  /** Runs a command through the command palette, by the title it shows there. */
  async runCommand(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.quickInput.input.fill(`>${title}`);
    await this.quickInput.pick(title);
  }

  /** A notification that contains this text, in the list of them, which is to be shown first: none pops up here. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notifications-center .notification-list-item').filter({ hasText: text });
  }

  /** The person's system changes its colours; the editor follows. */
  async setTheme(theme: Theme): Promise<void> {
    await this.page.emulateMedia({
      colorScheme: theme === 'light' ? 'light' : 'dark',
      forcedColors: theme === 'high contrast' ? 'active' : 'none',
    });
    const kind = { light: 'vs', dark: 'vs-dark', 'high contrast': 'hc-black' }[theme];
    await this.page.locator(`.monaco-workbench.${kind}`).waitFor();
  }

  /** Keeps a picture of the window to be looked at. */
  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({ path: screenshotPath(name), animations: 'disabled' });
  }

  /** Closes the window and the browser; the extension host ends by itself. */
  async close(): Promise<void> {
    await this.#context.close();
    await this.#browser.close();
  }

  async #goto(target: WorkbenchTarget): Promise<void> {
    await this.page.goto(this.#server.url(target), { timeout: startMilliseconds });
  }

  /** Found by its class, because the activity bar takes the name off a tab whose side bar is closed. */
  get #viewIcon(): Locator {
    return this.page
      .locator('.activitybar')
      .getByRole('tab')
      .filter({ has: this.page.locator('[class*="workbench-view-extension-patchbay"]') });
  }

  get #webview(): Locator {
    return this.page.locator(`iframe.webview.ready[src*="extensionId=${extensionIdentifier}"]`);
  }
}
