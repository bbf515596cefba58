import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { viewSuite } from './support/viewSuite.ts';

/** Does something in the page that the policy is to refuse, and answers which of its directives did. */
function refusalOf(page: Page, attempt: string): Promise<string> {
  return page.evaluate(
    (markup) =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
          once: true,
        });
        const holder = document.createElement('div');
        holder.innerHTML = markup;
        document.body.append(holder);
        holder.querySelector('form')?.submit();
      }),
    attempt,
  );
}

describe('The policy of the view', () => {
  const withView = viewSuite();

  const attempts = {
    'base-uri': '<base href="https://elsewhere.test/">',
    'form-action': '<form action="https://elsewhere.test/" method="post"></form>',
    'img-src': '<img src="https://elsewhere.test/pixel.png">',
    'script-src-attr': '<img src="data:," onerror="document.title = 1">',
    'frame-src': '<iframe src="https://elsewhere.test/"></iframe>',
  };

  for (const [directive, markup] of Object.entries(attempts)) {
    it(`refuses ${markup}`, () =>
      withView({}, async ({ page, faults }) => {
        const { url, base } = await page.evaluate(() => ({ url: document.URL, base: document.baseURI }));
        assert.equal(await refusalOf(page, markup), directive);
        assert.deepEqual(await page.evaluate(() => ({ url: document.URL, base: document.baseURI })), { url, base });
        // The browser says so in the console, which counts as a fault everywhere else.
        await page.evaluate(() => undefined);
        assert.ok(faults.splice(0).every((fault) => !fault.startsWith('Request to')));
      }));
  }
});
