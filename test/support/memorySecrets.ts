import type { SecretStore } from '../../src/core/base/secretStore.ts';

/** A secret store in memory, whose content tests can look at. */
export class MemorySecrets implements SecretStore {
  readonly values = new Map<string, string>();

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.values.get(key));
  }

  set(key: string, value: string): Promise<void> {
    this.values.set(key, value);
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.values.delete(key);
    return Promise.resolve();
  }
}
