import { randomBytes } from 'node:crypto';
import type { AsyncEntry } from '@napi-rs/keyring';
import { keyBytes } from './sealedValue.ts';
import type { SecretKey } from './secretKey.ts';

const service = 'Patchbay';

/** A person may be asked to unlock the keyring; a service that does not answer must not hold up a command for ever. */
const patienceMs = 60_000;

/**
 * A key in the operating system's keyring: the keychain of macOS, the credential manager of Windows, or the Secret
 * Service of a Linux desktop. The keyring holds this key alone, since Windows takes no more than some 1,200 characters.
 */
export class KeyringKey implements SecretKey {
  readonly #account: string;
  #entry: Promise<AsyncEntry> | undefined;

  /** Each home has a key of its own. */
  constructor(home: string) {
    this.#account = home;
  }

  /** Also rejects where there is no keyring: on a server, in a container, without the native package. */
  async read(): Promise<Uint8Array | undefined> {
    const text = await (await this.#open()).getPassword(AbortSignal.timeout(patienceMs));
    const key = Buffer.from(text ?? '', 'base64');
    return key.length === keyBytes ? key : undefined;
  }

  async create(): Promise<Uint8Array> {
    const key = randomBytes(keyBytes);
    await (await this.#open()).setPassword(key.toString('base64'), AbortSignal.timeout(patienceMs));
    return key;
  }

  #open(): Promise<AsyncEntry> {
    // Native, so not in the bundle, and missing where there is no build of it.
    this.#entry ??= import('@napi-rs/keyring').then(
      // The kernel's own keyring forgets everything when the machine restarts.
      ({ AsyncEntry: Entry }) => new Entry(service, this.#account, { linux: { store: 'secret-service' } }),
    );
    return this.#entry;
  }
}
