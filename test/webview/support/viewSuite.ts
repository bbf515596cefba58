import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../editor/harness/launchChromium.ts';
import type { ViewPage, ViewPageOptions } from './viewPage.ts';
import { openView } from './viewPage.ts';

/** Runs something with a view of its own. */
export type WithView = (options: ViewPageOptions, use: (view: ViewPage) => Promise<void>) => Promise<void>;

/**
 * One browser for the tests of a `describe`, to be called inside it. Every view is closed after its test and must not
 * have broken the policy, thrown, asked the network, or sent what the host does not understand.
 */
export function viewSuite(): WithView {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());
  return async (options, use) => {
    const view = await openView(browser, options);
    try {
      await use(view);
      assert.deepEqual(view.faults, []);
      assert.deepEqual(view.host.rejected, []);
    } finally {
      await view.close();
    }
  };
}
