import { join } from 'node:path';
import type { Logger } from '../../core/base/logger.ts';
import type { SecretStore } from '../../core/base/secretStore.ts';
import { KeyFile } from './keyFile.ts';
import { KeyringKey } from './keyringKey.ts';
import { SealedSecrets } from './sealedSecrets.ts';
import type { SecretKey } from './secretKey.ts';

export interface LocalSecretOptions {
  /** `<home>`. */
  readonly home: string;
  /** `PATCHBAY_KEYRING=off` leaves the keyring alone. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  /** The system's, unless it is given. */
  readonly keyring?: SecretKey | undefined;
}

/**
 * Secrets of the command line: sealed with a key in the system's keyring, and where there is none, with one in a file
 * (ADR 13). The two are files of their own, so that a session without the keyring, such as one over SSH, neither needs
 * nor harms what a session with it has kept. Nothing is opened before it is needed: a command that uses no secret asks
 * no person to unlock anything.
 */
export class LocalSecrets implements SecretStore {
  readonly #withKeyring: SealedSecrets;
  readonly #withFile: SealedSecrets;
  readonly #keyring: SecretKey | undefined;
  readonly #logger: Logger;
  #hasKeyring: Promise<boolean> | undefined;

  constructor({ home, environment, logger, keyring = new KeyringKey(home) }: LocalSecretOptions) {
    this.#withKeyring = new SealedSecrets(join(home, 'secrets.keyring.json'), keyring, logger);
    this.#withFile = new SealedSecrets(join(home, 'secrets.json'), new KeyFile(join(home, 'secrets.key')), logger);
    this.#keyring = environment['PATCHBAY_KEYRING'] === 'off' ? undefined : keyring;
    this.#logger = logger;
  }

  async get(name: string): Promise<string | undefined> {
    return this.#keyring && (await this.#withKeyring.has(name)) && (await this.#isKeyringThere())
      ? this.#withKeyring.get(name)
      : this.#withFile.get(name);
  }

  async set(name: string, value: string): Promise<void> {
    if (!(await this.#isKeyringThere())) return this.#withFile.set(name, value);
    await this.#withKeyring.set(name, value);
    // What a session without the keyring has kept is older.
    await this.#withFile.delete(name);
  }

  /** From both: whoever signs out means it. */
  async delete(name: string): Promise<void> {
    await Promise.all([this.#withKeyring.delete(name), this.#withFile.delete(name)]);
  }

  #isKeyringThere(): Promise<boolean> {
    const keyring = this.#keyring;
    if (!keyring) return Promise.resolve(false);
    this.#hasKeyring ??= keyring.read().then(
      () => true,
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.#logger.info(`The system's keyring cannot be used (${reason}); secrets are kept in a sealed file.`);
        return false;
      },
    );
    return this.#hasKeyring;
  }
}
