import { Emitter } from '../../../src/shared/base/emitter.ts';
import { until } from '../../support/until.ts';
import type { SignInSurface } from '../../../src/core/mcp/auth/signInSurface.ts';

/** A person with a browser who signs in wherever they are sent. */
export class FollowingBrowser implements SignInSurface {
  /** The addresses that were opened, in order. */
  readonly opened: URL[] = [];
  /** The pages that the browser ended at. */
  readonly pages: string[] = [];
  /** What the browser does with the address that it is sent back to, instead of going there. */
  visits: ((location: URL) => Promise<void>) | undefined;
  askForRedirect?: NonNullable<SignInSurface['askForRedirect']>;
  readonly #paged = new Emitter<void>();

  async openBrowser(address: URL): Promise<boolean> {
    this.opened.push(address);
    const answer = await fetch(address, { redirect: 'manual' });
    const location = answer.headers.get('location');
    if (location === null) this.#show(await answer.text());
    else if (this.visits) await this.visits(new URL(location));
    else this.#show(await (await fetch(location)).text());
    return true;
  }

  externalAddress(loopback: URL): Promise<URL> {
    return Promise.resolve(loopback);
  }

  /** Waits until the browser has ended at a page this many times, and gives the last. */
  pageAt(index: number): Promise<string> {
    return until(this.#paged.event, () => this.pages[index]);
  }

  #show(page: string): void {
    this.pages.push(page);
    this.#paged.fire();
  }
}
