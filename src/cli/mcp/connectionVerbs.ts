import type { ReconnectOptions } from './reconnect.ts';
import type { VerbGroup } from './verbGroup.ts';

/** Verbs on the way to a server. */
export function addConnectionVerbs(verbs: VerbGroup): void {
  verbs.add('auth <name>', 'sign in to a server', async ([name], options, context) => {
    const { runSignIn } = await import('./signIn.ts');
    return runSignIn(name, options, context);
  });
  verbs.add(
    'reset-auth <name>',
    'sign out of a server, and forget what was typed for its inputs',
    async ([name], options, context) => {
      const { runSignOut } = await import('./signIn.ts');
      return runSignOut(name, options, context);
    },
  );
  verbs
    .add<[string | undefined], ReconnectOptions>(
      'reconnect [name]',
      'connect a server anew and say how that went',
      async ([name], options, context) => {
        const { runReconnect } = await import('./reconnect.ts');
        return runReconnect(name, options, context);
      },
    )
    .option('--all', 'every server that may start');
}
