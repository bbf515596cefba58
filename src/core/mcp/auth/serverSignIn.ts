import type { ServerDefinition } from '../config/serverDefinition.ts';
import type { ConnectionState } from '../connection/connectionState.ts';
import { SignInError } from './signInError.ts';
import type { SignIns } from './signIns.ts';

/** A configured server, as far as signing in concerns it. */
export interface SignInSubject {
  readonly definition: ServerDefinition;
  readonly state: ConnectionState;
  connect(): Promise<ConnectionState>;
  restart(): Promise<ConnectionState>;
}

/**
 * Lets the person sign in to a server and connects to it. Asks the server first, where it has not said yet how one
 * signs in. Resolves to the state that this ended in; rejects with a `SignInError`.
 */
export async function signInTo(
  server: SignInSubject,
  signIns: SignIns,
  signal: AbortSignal | undefined,
): Promise<ConnectionState> {
  requireMayStart(server);
  const { status } = server.state;
  if (status !== 'connected' && !signIns.isDemanded(server.definition)) await server.connect();
  await signIns.signIn(server.definition, signal);
  return server.restart();
}

/** Signs out and connects anew without: a server that serves everybody stays connected. */
export async function signOutOf(server: SignInSubject, signIns: SignIns): Promise<void> {
  await signIns.signOut(server.definition);
  const { status } = server.state;
  if (status === 'connected' || status === 'connecting' || status === 'needsAuth') await server.restart();
}

/** Nothing is asked of a server that may not be connected to: not even where one signs in to it. */
function requireMayStart({ definition: { name }, state }: SignInSubject): void {
  if (state.status === 'disabled') {
    throw new SignInError('not_applicable', `"${name}" is disabled. Enable it first, then sign in.`);
  }
  if (state.status === 'needsApproval') {
    throw new SignInError('not_applicable', `"${name}" waits for approval. Approve it first, then sign in.`);
  }
}
