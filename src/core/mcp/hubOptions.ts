import type { Logger } from '../base/logger.ts';
import type { SecretStore } from '../base/secretStore.ts';
import type { Timing } from '../base/timing.ts';
import type { Settings } from '../settings.ts';
import type { CredentialSource } from './auth/credentialSource.ts';
import type { SignInSurface } from './auth/signInSurface.ts';
import type { InputPrompt } from './config/inputPrompt.ts';
import type { ClientInfo } from './connection/serverChannel.ts';
import type { HostHandlers } from './host/hostHandlers.ts';

/** What a hub is made of and with. */
export interface HubOptions {
  /** `$PATCHBAY_HOME` or `~/.patchbay`. */
  readonly home: string;
  /** Absolute path of the workspace root, when there is one. */
  readonly workspaceFolder?: string | undefined;
  readonly cwd: string;
  /** False in Restricted Mode: the workspace's own servers never start. Asked anew at each reading. */
  readonly isTrusted: () => boolean;
  /** Files of the session scope, in order. Servers in them are approved by being given. */
  readonly sessionFiles: readonly string[];
  /** Only the session's files count. */
  readonly isStrict: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly settings: () => Settings;
  readonly clientInfo: ClientInfo;
  /**
   * The surface's own way to servers over HTTP, such as the editor's, which knows its proxies and certificates. Without
   * it, they are reached through the proxies that the environment names.
   */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Keeps tokens and the values of inputs. */
  readonly secrets: SecretStore;
  /** Where a person can sign in; missing where nobody sits. */
  readonly signInSurface?: SignInSurface | undefined;
  /** Credentials of this program for servers that no person signs in to. */
  readonly credentials?: CredentialSource | undefined;
  /** Asks for the values of `${input:id}`; missing where nobody sits. */
  readonly askInput?: InputPrompt | undefined;
  /** What servers may ask of this host. */
  readonly hostHandlers: HostHandlers;
  readonly logger: Logger;
  /** The system's, unless it is given. */
  readonly timing?: Timing | undefined;
}
