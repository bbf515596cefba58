import type { SignInSurface } from '../core/mcp/auth/signInSurface.ts';
import { openSystemBrowser } from './systemBrowser.ts';
import type { Terminal } from './terminal.ts';
import { visibleLine } from './visibleText.ts';

/**
 * Signing in from a terminal: in the browser of this machine, or of any other, since the address is printed too. Where
 * that other browser cannot come back to this machine, the person pastes the address that it ended at.
 */
export function terminalSignIn(
  terminal: Terminal,
  environment: Readonly<Record<string, string | undefined>>,
): SignInSurface {
  return {
    async openBrowser(address, server) {
      terminal.note(visibleLine(`Sign in to "${server}" in your browser. If it does not open, visit this address:`));
      terminal.note(visibleLine(address.href));
      await openSystemBrowser(address, environment);
      return true;
    },
    externalAddress: (loopback) => Promise.resolve(loopback),
    ...(terminal.hasTypist && { askForRedirect: (_server, signal) => askForRedirect(terminal, signal) }),
  };
}

function askForRedirect(terminal: Terminal, signal: AbortSignal): Promise<string | undefined> {
  terminal.note('If the browser ends at a page that cannot be reached, copy the address of that page to here.');
  return terminal.ask('Address or code: ', { isHidden: false, signal });
}
