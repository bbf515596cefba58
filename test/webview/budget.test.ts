import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { viewSuite } from './support/viewSuite.ts';

const built = fileURLToPath(new URL('../../dist/webview/', import.meta.url));

describe('What the view weighs', () => {
  const withView = viewSuite();

  it('is at most 1.2 MB for everything that the first paint loads', () =>
    withView({}, async ({ page }) => {
      const loaded = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.slice(1)),
      );
      const files = readdirSync(built).filter((file) => loaded.includes(file));
      assert.ok(files.includes('main.js') && files.includes('main.css'));
      const bytes = files.reduce((sum, file) => sum + statSync(join(built, file)).size, 0);
      assert.ok(bytes <= 1_200_000, `${bytes} bytes: ${files.join(', ')}`);
    }));
});
