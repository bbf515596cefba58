/** Keeps secrets: VS Code's `SecretStorage`, or the environment alone on the command line. */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}
