import type { Redactor } from '../config/secretNames.ts';
import type { CatalogCache, KeptCatalog } from './catalogCache.ts';

/** What one server offered last, under the hash that its definition had then. */
export class LastCatalog {
  readonly #cache: CatalogCache;
  readonly #server: string;
  #kept: (KeptCatalog & { readonly hash: string }) | undefined;
  #loading: { readonly hash: string; readonly done: Promise<void> } | undefined;

  constructor(cache: CatalogCache, server: string) {
    this.#cache = cache;
    this.#server = server;
  }

  /** What is known of this definition; undefined for another one than it was kept for. */
  of(hash: string): KeptCatalog | undefined {
    return this.#kept?.hash === hash ? this.#kept : undefined;
  }

  /** Reads from the disk what is kept of a definition, once. Resolves to whether something is known. Never rejects. */
  async load(hash: string): Promise<boolean> {
    if (this.of(hash)) return true;
    if (this.#loading?.hash !== hash) this.#loading = { hash, done: this.#read(hash) };
    await this.#loading.done;
    return this.of(hash) !== undefined;
  }

  keep(hash: string, kept: KeptCatalog, redact: Redactor): void {
    this.#kept = { ...kept, hash };
    this.#cache.keep(hash, kept, redact);
  }

  async #read(hash: string): Promise<void> {
    const kept = await this.#cache.read(this.#server, hash);
    // While it was read, the server may have said something newer.
    if (kept && this.#loading?.hash === hash && !this.of(hash)) this.#kept = { ...kept, hash };
  }
}
