import type { SecretStore } from '../core/base/secretStore.ts';

/**
 * Secrets of the command line: the environment and nothing else. A key is the name of a variable; an empty variable
 * counts as not set.
 */
export class EnvironmentSecrets implements SecretStore {
  readonly #environment: Readonly<Record<string, string | undefined>>;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment;
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#environment[key] || undefined);
  }

  set(key: string): Promise<void> {
    return Promise.reject(readOnly(key));
  }

  delete(key: string): Promise<void> {
    return Promise.reject(readOnly(key));
  }
}

function readOnly(key: string): Error {
  return new Error(`The command line keeps no secrets. Set or unset the environment variable ${key} instead.`);
}
