import type { SignInSurface } from '../../../src/core/mcp/auth/signInSurface.ts';

/** A person with a browser who signs in wherever they are sent. */
export class FollowingBrowser implements SignInSurface {
  /** The addresses that were opened, in order. */
  readonly opened: URL[] = [];
  /** The pages that the browser ended at. */
  readonly pages: string[] = [];
  /** What the browser does with the address that it is sent back to, instead of going there. */
  visits: ((location: URL) => Promise<void>) | undefined;

  async openBrowser(address: URL): Promise<boolean> {
    this.opened.push(address);
    const answer = await fetch(address, { redirect: 'manual' });
    const location = answer.headers.get('location');
    if (location === null) this.pages.push(await answer.text());
    else if (this.visits) await this.visits(new URL(location));
    else this.pages.push(await (await fetch(location)).text());
    return true;
  }

  externalAddress(loopback: URL): Promise<URL> {
    return Promise.resolve(loopback);
  }
}
