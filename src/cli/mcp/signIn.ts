import { abortable } from '../../core/base/abortable.ts';
import type { CommandContext } from '../commandContext.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import type { ServerOptions } from '../serverOptions.ts';
import { byHand } from './byHand.ts';
import { configuredServer, requireConnected } from './namedServer.ts';

/** `mcp auth NAME`: signs in, in the person's browser, and connects. */
export function runSignIn(name: string, options: ServerOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal, signal } = context;
  return byHand(context, options, async ({ hub }) => {
    configuredServer(hub, name);
    await abortable(hub.signIn(name, signal), signal);
    requireConnected(hub, name);
    terminal.out(`Signed in to "${name}"\n`);
    return exitCode.done;
  });
}

/** `mcp reset-auth NAME`: forgets whatever a person gave to get in. */
export function runSignOut(name: string, options: ServerOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  return byHand(context, options, async ({ hub }) => {
    const { transport } = configuredServer(hub, name).definition;
    const count = await hub.edits.forgetInputs(name);
    if (count > 0) terminal.out(`Forgot ${count === 1 ? 'one value' : `${count} values`} typed for "${name}"\n`);
    if (transport.type === 'http' || transport.type === 'sse') {
      await hub.signOut(name);
      terminal.out(`Signed out of "${name}"\n`);
    } else if (count === 0) {
      terminal.note(`Server "${name}" has no sign-in: only servers with an http URL do.`);
    }
    return exitCode.done;
  });
}
