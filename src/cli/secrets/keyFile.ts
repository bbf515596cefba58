import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { keyBytes } from './sealedValue.ts';
import type { SecretKey } from './secretKey.ts';

/**
 * A key in a file that only the person's own programs can read. It keeps secrets out of copies of the sealed file, of
 * backups and of accidents such as a shared screen; a program that runs as the person can read both files.
 */
export class KeyFile implements SecretKey {
  readonly #file: string;

  /** `file` is an absolute path in a folder that exists once something was created there. */
  constructor(file: string) {
    this.#file = file;
  }

  async read(): Promise<Uint8Array | undefined> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const key = Buffer.from(text.trim(), 'base64');
    return key.length === keyBytes ? key : undefined;
  }

  async create(): Promise<Uint8Array> {
    const key = randomBytes(keyBytes);
    const { default: writeFileAtomic } = await import('write-file-atomic');
    await writeFileAtomic(this.#file, `${key.toString('base64')}\n`, { mode: 0o600 });
    return key;
  }
}
