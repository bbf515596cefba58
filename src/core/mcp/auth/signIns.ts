import type { Logger } from '../../base/logger.ts';
import type { SecretStore } from '../../base/secretStore.ts';
import type { HttpTransportDefinition, ServerDefinition } from '../config/serverDefinition.ts';
import type { CredentialSource } from './credentialSource.ts';
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
  readonly surface: SignInSurface | undefined;
  readonly credentials: CredentialSource | undefined;
  readonly logger: Logger;
}

/** A definition of a server that can be signed in to. */
export type RemoteDefinition = ServerDefinition & { readonly transport: HttpTransportDefinition };

/** The sign-ins of all servers of a hub. */
export class SignIns {
  readonly #options: SignInOptions;
  /** By what a sign-in is for: the name and address of a server, and how it is configured. */
  readonly #auths = new Map<string, Promise<ServerAuth>>();
  readonly #persons = new Map<string, Promise<PersonAuth>>();
  readonly #disposed = new AbortController();

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** What the connections of a server carry. The same for all connections of one definition. */
  authFor(definition: RemoteDefinition): Promise<ServerAuth> {
    const credentials = this.#options.credentials?.(definition);
    if (!credentials) return this.#personAuth(definition);
    const key = keyOf(definition);
    const known = this.#auths.get(key);
    if (known) return known;
    const auth = import('./machineAuth.ts').then(({ MachineAuth }) => new MachineAuth(definition, credentials));
    this.#auths.set(key, auth);
    return auth;
  }

  /** Whether the server has said, since this process began, that and how one signs in to it. */
  async isDemanded(definition: ServerDefinition): Promise<boolean> {
    return isRemote(definition) && (await this.authFor(definition)).demand !== undefined;
  }

  /**
   * Lets the person sign in at the surface. A sign-in to the same server that still waits is given up for this one.
   * Rejects with a `SignInError`.
   */
  async signIn(definition: ServerDefinition, signal?: AbortSignal): Promise<void> {
    const auth = await this.#personAuth(this.#requireRemote(definition));
    const { surface } = this.#options;
    if (!surface) {
      throw new SignInError(
        'no_surface',
        `Nobody can sign in to "${definition.name}" here. Sign in where a person sits: in the editor, or with "patchbay mcp auth ${definition.name}" in a terminal.`,
      );
    }
    const signals = [this.#disposed.signal, ...(signal ? [signal] : [])];
    await auth.signIn(surface, AbortSignal.any(signals));
  }

  /** Revokes the tokens where the authorization server can do that, and forgets them and the registration. */
  async signOut(definition: ServerDefinition): Promise<void> {
    const auth = await this.#personAuth(this.#requireRemote(definition));
    await auth.signOut();
  }

  dispose(): void {
    this.#disposed.abort();
  }

  #personAuth(definition: RemoteDefinition): Promise<PersonAuth> {
    const key = keyOf(definition);
    const known = this.#persons.get(key);
    if (known) return known;
    const auth = import('./personAuth.ts').then(({ PersonAuth }) => new PersonAuth(definition, this.#options));
    this.#persons.set(key, auth);
    return auth;
  }

  #requireRemote(definition: ServerDefinition): RemoteDefinition {
    if (!isRemote(definition)) {
      throw new SignInError(
        'not_applicable',
        `"${definition.name}" is not reached over HTTP: there is no sign-in to it.`,
      );
    }
    if (this.#options.credentials?.(definition)) {
      throw new SignInError(
        'not_applicable',
        `"${definition.name}" is used with credentials of this program: no person signs in to it.`,
      );
    }
    return definition;
  }
}

function isRemote(definition: ServerDefinition): definition is RemoteDefinition {
  return definition.transport.type === 'http' || definition.transport.type === 'sse';
}

function keyOf({ name, transport }: RemoteDefinition): string {
  return JSON.stringify([name, transport.url, transport.oauth]);
}
