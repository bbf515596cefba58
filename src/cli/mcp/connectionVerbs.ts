import { runReconnect } from './reconnect.ts';
import type { ReconnectOptions } from './reconnect.ts';
import { runSignIn, runSignOut } from './signIn.ts';
import type { VerbGroup } from './verbGroup.ts';

/** Verbs on the way to a server. */
export function addConnectionVerbs(verbs: VerbGroup): void {
  verbs.add('auth <name>', 'sign in to a server', ([name], options, context) => runSignIn(name, options, context));
  verbs.add(
    'reset-auth <name>',
    'sign out of a server, and forget what was typed for its inputs',
    ([name], options, context) => runSignOut(name, options, context),
  );
  verbs
    .add<[string | undefined], ReconnectOptions>(
      'reconnect [name]',
      'connect a server anew and say how that went',
      ([name], options, context) => runReconnect(name, options, context),
    )
    .option('--all', 'every server that may start');
}
