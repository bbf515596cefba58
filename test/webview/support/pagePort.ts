import type { Page } from 'playwright-core';
import { Emitter } from '../../../src/shared/base/emitter.ts';
import type { Port } from '../../../src/shared/rpc/port.ts';

/** The host's end of the channel to a page, in place of `webview.postMessage`. What is posted arrives in order. */
export class PagePort implements Port {
  readonly #page: Page;
  readonly #messages = new Emitter<unknown>();
  #posted: Promise<unknown> = Promise.resolve();
  readonly onMessage = this.#messages.event;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** To be called before the page loads: gives it `acquireVsCodeApi`, which works once per page, as the editor's does. */
  static async install(page: Page): Promise<PagePort> {
    const port = new PagePort(page);
    await page.exposeFunction('postToHost', (message: unknown) => port.#messages.fire(message));
    await page.addInitScript(() => {
      let isAcquired = false;
      Object.assign(globalThis, {
        acquireVsCodeApi() {
          if (isAcquired) throw new Error('An instance of the VS Code API has already been acquired');
          isAcquired = true;
          const { postToHost } = globalThis as unknown as { postToHost: (message: unknown) => Promise<void> };
          return { postMessage: (message: unknown) => void postToHost(structuredClone(message)) };
        },
      });
    });
    return port;
  }

  post(message: unknown): void {
    this.#posted = this.#posted.then(() => this.#page.evaluate((sent) => window.postMessage(sent, '*'), message));
  }

  /** Resolves when everything posted so far has arrived. */
  async arrived(): Promise<void> {
    await this.#posted;
  }
}
