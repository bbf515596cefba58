import type { Logger } from '../../base/logger.ts';
import type { SecretStore } from '../../base/secretStore.ts';
import type { HttpTransportDefinition, ServerDefinition } from '../config/serverDefinition.ts';
import type { CredentialSource } from './credentialSource.ts';
import { LazyAuth } from './lazyAuth.ts';
import type { PersonAuth } from './personAuth.ts';
import type { ServerAuth } from './serverAuth.ts';
import { SignInError } from './signInError.ts';
import type { SignInSurface } from './signInSurface.ts';

export interface SignInOptions {
  /** `<home>`, where the locks of renewals are. */
  readonly home: string;
  readonly secrets: SecretStore;
  /** Holds the secrets of clients that are named by `oauth.clientSecretEnv`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Missing where nobody sits. */
  readonly signInSurface?: SignInSurface | undefined;
  readonly credentials?: CredentialSource | undefined;
  readonly logger: Logger;
}

/** A definition of a server that can be signed in to, with the values of its inputs. */
export type RemoteDefinition = ServerDefinition & { readonly transport: HttpTransportDefinition };

/** The sign-ins of all servers of a hub. */
export class SignIns {
  readonly #options: SignInOptions;
  /** By name of the server, address and how it is configured: what one sign-in is for. */
  readonly #persons = new Map<string, LazyAuth<PersonAuth>>();
  readonly #machines = new Map<string, ServerAuth>();
  /** By name: the definitions of the latest connections. */
  readonly #connected = new Map<string, RemoteDefinition>();
  readonly #disposed = new AbortController();

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** What a new connection carries. `transport` is that of the definition, with the values of its inputs. */
  authFor(definition: ServerDefinition, transport: HttpTransportDefinition): ServerAuth {
    const remote = { ...definition, transport };
    this.#connected.set(definition.name, remote);
    const machine = this.#machineAuth(remote);
    if (machine) return machine;
    const person = this.#personAuth(remote);
    person.loaded?.reload();
    return person;
  }

  /** Whether the server has said, since this process began, that one has to sign in to it. */
  isDemanded(definition: ServerDefinition): boolean {
    return isRemote(definition) && this.#personAuth(this.#filled(definition)).demand !== undefined;
  }

  /** Whether a person can sign in to the server here. */
  canSignIn(definition: ServerDefinition): boolean {
    const { signInSurface, credentials } = this.#options;
    return signInSurface !== undefined && isRemote(definition) && !credentials?.(this.#filled(definition));
  }

  /** Whether tokens of a person's sign-in are in use for the server. */
  isSignedIn(definition: ServerDefinition): boolean {
    return isRemote(definition) && this.#personAuth(this.#filled(definition)).isSignedIn;
  }

  /**
   * Lets the person sign in at the surface. A sign-in to the same server that still waits is given up for this one.
   * Rejects with a `SignInError`.
   */
  async signIn(definition: ServerDefinition, signal?: AbortSignal): Promise<void> {
    const auth = await this.#requirePerson(definition).load();
    const { signInSurface } = this.#options;
    if (!signInSurface) {
      throw new SignInError(
        'no_surface',
        `Nobody can sign in to "${definition.name}" here. Sign in where a person sits: in the editor, or with ` +
          `"patchbay mcp auth ${definition.name}" in a terminal.`,
      );
    }
    await auth.signIn(signInSurface, AbortSignal.any([this.#disposed.signal, ...(signal ? [signal] : [])]));
  }

  /** Revokes the tokens where the authorization server can do that, and forgets them and the registration. */
  async signOut(definition: ServerDefinition): Promise<void> {
    const auth = await this.#requirePerson(definition).load();
    await auth.signOut();
  }

  /** Gives up the sign-ins that wait for a person. */
  dispose(): void {
    this.#disposed.abort();
  }

  #requirePerson(definition: ServerDefinition): LazyAuth<PersonAuth> {
    if (!isRemote(definition)) {
      throw new SignInError(
        'not_applicable',
        `"${definition.name}" is not reached over HTTP: there is no sign-in to it.`,
      );
    }
    const remote = this.#filled(definition);
    if (!this.#options.credentials?.(remote)) return this.#personAuth(remote);
    throw new SignInError(
      'not_applicable',
      `"${definition.name}" is used with credentials of this program: no person signs in to it.`,
    );
  }

  /** The definition with the values of its inputs, where a connection has asked for them. */
  #filled(definition: RemoteDefinition): RemoteDefinition {
    const connected = this.#connected.get(definition.name);
    return connected?.hash === definition.hash ? connected : definition;
  }

  #machineAuth(definition: RemoteDefinition): ServerAuth | undefined {
    const credentials = this.#options.credentials?.(definition);
    if (!credentials) return undefined;
    const auth =
      this.#machines.get(keyOf(definition)) ??
      new LazyAuth(async () => {
        const { MachineAuth } = await import('./machineAuth.ts');
        return new MachineAuth(definition, credentials, this.#options.environment);
      });
    this.#machines.set(keyOf(definition), auth);
    return auth;
  }

  #personAuth(definition: RemoteDefinition): LazyAuth<PersonAuth> {
    const auth =
      this.#persons.get(keyOf(definition)) ??
      new LazyAuth(async () => {
        const { PersonAuth } = await import('./personAuth.ts');
        return new PersonAuth(definition, this.#options);
      });
    this.#persons.set(keyOf(definition), auth);
    return auth;
  }
}

function isRemote(definition: ServerDefinition): definition is RemoteDefinition {
  return definition.transport.type === 'http' || definition.transport.type === 'sse';
}

function keyOf({ name, transport }: RemoteDefinition): string {
  return JSON.stringify([name, transport.url, transport.oauth]);
}
