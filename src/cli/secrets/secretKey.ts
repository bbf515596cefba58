/** The key that secrets are sealed with, and where it is kept. */
export interface SecretKey {
  /** Undefined while there is none. Rejects when it cannot be asked for. */
  read(): Promise<Uint8Array | undefined>;
  /** Makes and keeps one. To be called while no other process does. */
  create(): Promise<Uint8Array>;
}
