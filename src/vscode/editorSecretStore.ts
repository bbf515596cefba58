import type * as vscode from 'vscode';
import type { SecretStore } from '../core/base/secretStore.ts';

/** The editor's own secret storage, encrypted by the operating system. */
export class EditorSecretStore implements SecretStore {
  readonly #storage: vscode.SecretStorage;

  constructor(storage: vscode.SecretStorage) {
    this.#storage = storage;
  }

  async get(key: string): Promise<string | undefined> {
    return this.#storage.get(key);
  }

  async set(key: string, value: string): Promise<void> {
    await this.#storage.store(key, value);
  }

  async delete(key: string): Promise<void> {
    await this.#storage.delete(key);
  }
}
