import { ensureDependencies } from './setup/dependencies.mjs';
import { readOptions } from './setup/options.mjs';
import { say } from './setup/say.mjs';
import { runScript, SetupError } from './setup/setupError.mjs';

const usage = `Usage: npm run try [-- --check]

Installs what is missing, builds, and opens examples/workspace in a real VS Code: the "code" on the PATH, else in
the browser. PATCHBAY_TRY=browser or PATCHBAY_TRY=desktop chooses one.

  --check  stop as soon as the browser's VS Code answers`;

await runScript(async () => {
  const { values } = readOptions(
    {
      options: {
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    },
    usage,
  );
  if (values.help) return console.log(usage);

  await ensureDependencies();
  // These import packages of node_modules, which exists only now.
  const { build } = await import('./build/build.mjs');
  await build({ targets: ['extension', 'webview', 'tour-server'] });
  const desktop = values.check ? { reason: 'the check needs no window' } : await chooseDesktop();
  if ('program' in desktop) {
    const { tryOnDesktop } = await import('./try/desktop.mjs');
    return tryOnDesktop(desktop.program);
  }
  say(`Using VS Code in the browser, because ${desktop.reason}.`);
  const { tryInBrowser } = await import('./try/browser.mjs');
  return tryInBrowser({ check: values.check });
});

/**
 * @returns {Promise<{program: string} | {reason: string}>}
 */
async function chooseDesktop() {
  const choice = process.env.PATCHBAY_TRY;
  if (choice === 'browser') return { reason: 'PATCHBAY_TRY asks for it' };
  const { findDesktop } = await import('./try/desktop.mjs');
  const desktop = await findDesktop();
  if (choice === 'desktop' && 'reason' in desktop) {
    throw new SetupError(
      `PATCHBAY_TRY asks for the desktop, but ${desktop.reason}. Install VS Code or unset PATCHBAY_TRY.`,
    );
  }
  return desktop;
}
