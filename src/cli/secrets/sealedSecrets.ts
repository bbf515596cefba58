import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { JsonFile } from '../../core/base/jsonFile.ts';
import { whileLocked } from '../../core/base/lockedFile.ts';
import type { Logger } from '../../core/base/logger.ts';
import type { SecretStore } from '../../core/base/secretStore.ts';
import { seal, unseal } from './sealedValue.ts';
import type { SecretKey } from './secretKey.ts';

const sealedSchema = z.object({
  version: z.literal(1),
  /** Sealed values by name. The names are no secret. */
  secrets: z.record(z.string(), z.string()),
});
type Sealed = z.infer<typeof sealedSchema>;

/** Secrets in a file, sealed with a key that is kept elsewhere. Several processes may use it at once. */
export class SealedSecrets implements SecretStore {
  readonly #file: JsonFile<Sealed>;
  readonly #key: SecretKey;
  readonly #logger: Logger;

  constructor(file: string, key: SecretKey, logger: Logger) {
    const initial: Sealed = { version: 1, secrets: {} };
    this.#file = new JsonFile({ file, schema: sealedSchema, initial, logger });
    this.#key = key;
    this.#logger = logger;
  }

  /** Whether there is a secret of this name, which may have been sealed with another key. */
  async has(name: string): Promise<boolean> {
    return Object.hasOwn((await this.#file.read()).secrets, name);
  }

  /** The key is asked for only when there is something to open with it. */
  async get(name: string): Promise<string | undefined> {
    const { secrets } = await this.#file.read();
    const sealed = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (sealed === undefined) return undefined;
    const key = await this.#key.read();
    const value = key && unseal(key, name, sealed);
    if (value === undefined)
      this.#logger.warn(`${name} in ${this.#file.path} was sealed with another key. It is not used.`);
    return value;
  }

  async set(name: string, value: string): Promise<void> {
    const sealed = seal(await this.#requireKey(), name, value);
    await this.#file.update(({ secrets }) => ({ version: 1, secrets: { ...secrets, [name]: sealed } }));
  }

  async delete(name: string): Promise<void> {
    if (!(await this.has(name))) return;
    await this.#file.update(({ secrets }) => ({
      version: 1,
      secrets: Object.fromEntries(Object.entries(secrets).filter(([other]) => other !== name)),
    }));
  }

  /** One process at a time, so that no two of them make a key each. */
  async #requireKey(): Promise<Uint8Array> {
    const { path } = this.#file;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return whileLocked(`${path}.key`, this.#logger, async () => (await this.#key.read()) ?? (await this.#key.create()));
  }
}
