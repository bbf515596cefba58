import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { sceneOptions, scenes } from './support/scenes.ts';
import type { ThemeName } from './support/theme.ts';
import { viewSuite } from './support/viewSuite.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = fileURLToPath(new URL('../../test-results/screenshots/view/', import.meta.url));
const themes: readonly ThemeName[] = ['dark', 'light', 'highContrast'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

describe('For everyone', () => {
  const withView = viewSuite();

  for (const theme of themes) {
    for (const [scene, show] of Object.entries(scenes)) {
      it(`${scene}, ${theme}: no complaint from axe, and nothing spills over from 250 pixels up`, () =>
        withView({ ...sceneOptions, theme }, async (view) => {
          await show(view);
          assert.deepEqual(await violationsOf(view.page), []);
          for (const width of [250, 300, 450]) {
            await view.page.setViewportSize({ width, height: 900 });
            await view.page.screenshot({ path: `${pictures}${scene}, ${theme}, ${width}.png`, animations: 'disabled' });
            assert.deepEqual(await spillingOver(view.page), [], `at ${width} pixels`);
          }
        }));
    }
  }
});

/** All rules of axe-core, also those that are advice. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  // Through the debugger, which no policy of the page stands in the way of.
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<{ violations: readonly Violation[] }> } };
    return (await axe.run()).violations;
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Elements that reach beyond the side of the view, other than inside something that scrolls or cuts on purpose. */
async function spillingOver(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isContained = (element: Element): boolean => {
      const parent = element.parentElement;
      if (!parent || parent.matches('#root, .view')) return false;
      return getComputedStyle(parent).overflowX !== 'visible' || isContained(parent);
    };
    return [...document.querySelectorAll('#root *')]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1 && !isContained(element))
      .map((element) => element.outerHTML.slice(0, 200));
  });
}
