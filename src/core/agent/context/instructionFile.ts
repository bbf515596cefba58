import { open, realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { headOf } from '../../base/headOf.ts';

interface ReadFile {
  readonly text: string;
  /** The file has more than what is read of it. */
  readonly isCut: boolean;
}

/** Reads text files below a folder, again only when they changed. Never reads outside it, wherever links lead. */
export class InstructionFileReader {
  readonly #root: string;
  readonly #maxChars: number;
  readonly #known = new Map<string, { readonly version: string; readonly file: ReadFile }>();

  constructor(root: string, maxChars: number) {
    this.#root = root;
    this.#maxChars = maxChars;
  }

  /** Undefined when there is no such file. Rejects, in words for a person, when it is not to be read or cannot be. */
  async read(path: string): Promise<ReadFile | undefined> {
    const real = await realpath(path).catch(orMissing);
    if (real === undefined) return this.#forget(path);
    const root = await realpath(this.#root);
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) {
      throw new Error('it is a link that leads out of the workspace. Replace it by a file.');
    }
    const { mtimeMs, size, ino, isFile } = await describe(real);
    // A pipe or a device could keep the reader waiting for ever.
    if (!isFile) throw new Error('it is not a file.');
    const version = [real, mtimeMs, size, ino].join(' ');
    const known = this.#known.get(path);
    if (known?.version === version) return known.file;
    const file = await this.#head(real);
    this.#known.set(path, { version, file });
    return file;
  }

  #forget(path: string): undefined {
    this.#known.delete(path);
  }

  async #head(path: string): Promise<ReadFile> {
    const handle = await open(path, 'r');
    try {
      // A character takes at most four bytes; one more tells that there is more.
      const buffer = Buffer.alloc(this.#maxChars * 4 + 1);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      const bytes = buffer.subarray(0, bytesRead);
      if (bytes.includes(0)) throw new Error('it is not a text file.');
      const text = new TextDecoder().decode(bytes);
      const head = headOf(text, this.#maxChars);
      return { text: head, isCut: head.length < text.length || bytesRead === buffer.length };
    } finally {
      await handle.close();
    }
  }
}

async function describe(path: string): Promise<{ mtimeMs: number; size: number; ino: number; isFile: boolean }> {
  const stats = await stat(path);
  return { mtimeMs: stats.mtimeMs, size: stats.size, ino: stats.ino, isFile: stats.isFile() };
}

function orMissing(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  throw error;
}
