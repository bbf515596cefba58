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
  let npm: ChildProcess;

  before(async () => {
    // A cache of its own, so that the person's try run keeps its state; the editor in it is the one that is installed.
    cache = await mkdtemp(join(tmpdir(), 'patchbay-try-'));
    await mkdir(join(cache, basename(cacheFolder)));
    await symlink(editorFolder, join(cache, basename(cacheFolder), basename(editorFolder)));
    browser = await launchChromium();
    npm = spawn('npm', ['run', '--silent', 'try'], {
      cwd: repositoryRoot,
      env: { ...process.env, XDG_CACHE_HOME: cache, PATCHBAY_TRY: 'browser' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  });

  after(async () => {
    npm.kill('SIGTERM');
    await browser.close();
    await rm(cache, { recursive: true, force: true, maxRetries: 5 });
  });

  it('prints one address, which opens the example workspace with the view and its server in it', async () => {
    const page = await browser.newPage();
    await page.goto(await addressPrintedBy(npm));

    const view = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await view.getByRole('textbox', { name: 'Message' }).waitFor({ timeout: 60_000 });
    await view.getByText('tour').first().waitFor();
  });

  it('leaves no process behind when npm is ended', async () => {
    // Its output closes when the last process that npm started is gone.
    const closed = once(npm, 'close');
    npm.kill('SIGTERM');
    await closed;

    const left = (await listProcesses()).filter(({ command }) => command.includes(cache));
    assert.deepEqual(left, []);
  });
});

/** The only line on standard output. */
async function addressPrintedBy({ stdout }: ChildProcess): Promise<string> {
  assert.ok(stdout);
  stdout.setEncoding('utf8');
  const [line] = (await once(stdout, 'data')) as [string];
  assert.match(line, /^http:\/\/127\.0\.0\.1:\d+\/\n$/);
  return line.trim();
}
