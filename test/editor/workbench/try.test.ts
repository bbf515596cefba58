import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { listProcesses } from '../../../scripts/editor/processes.mjs';
import { editorFolder } from '../../../scripts/setup/editor.mjs';
import { cacheFolder, repositoryRoot } from '../../../scripts/setup/paths.mjs';
import { launchChromium } from '../harness/launchChromium.ts';

describe('npm run try', function () {
  this.timeout(120_000);
  let cache: string;
  let browser: Browser;
  let script: ChildProcess;

  before(async () => {
    // A cache of its own, so that the person's try run keeps its state; the editor in it is the one that is installed.
    cache = await mkdtemp(join(tmpdir(), 'patchbay-try-'));
    await mkdir(join(cache, basename(cacheFolder)));
    await symlink(editorFolder, join(cache, basename(cacheFolder), basename(editorFolder)));
    browser = await launchChromium();
    script = spawn(process.execPath, [join(repositoryRoot, 'scripts', 'try.mjs')], {
      env: { ...process.env, XDG_CACHE_HOME: cache, PATCHBAY_TRY: 'browser' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  });

  after(async () => {
    script.kill('SIGKILL');
    await browser.close();
    await rm(cache, { recursive: true, force: true, maxRetries: 5 });
  });

  it('prints one address, which opens the example workspace with the view and its server in it', async () => {
    const page = await browser.newPage();
    await page.goto(await addressPrintedBy(script));

    const view = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await view.getByRole('textbox', { name: 'Message' }).waitFor({ timeout: 60_000 });
    await view.getByText('tour').first().waitFor();
  });

  it('leaves no process behind when it is interrupted', async () => {
    const ended = once(script, 'exit') as Promise<[number | null]>;
    script.kill('SIGINT');

    assert.equal((await ended)[0], 0);
    const left = (await listProcesses()).filter(({ command }) => command.includes(cache));
    assert.deepEqual(left, []);
  });
});

/** The only line on standard output. */
async function addressPrintedBy(script: ChildProcess): Promise<string> {
  assert.ok(script.stdout);
  let printed = '';
  for await (const chunk of script.stdout) {
    printed += String(chunk);
    if (printed.endsWith('\n')) break;
  }
  assert.match(printed, /^http:\/\/127\.0\.0\.1:\d+\/\n$/);
  return printed.trim();
}
