import { unlink } from 'node:fs/promises';
import { messageOf } from '../../shared/base/messageOf.ts';
import type { Logger } from '../base/logger.ts';
import type { ArtifactFile } from './artifactFiles.ts';
import { artifactFiles } from './artifactFiles.ts';
import { isMissingFile } from './threadFolder.ts';

export interface ArtifactQuotaOptions {
  readonly storage: string;
  /** What all stored files may have together. */
  readonly bytes: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly logger: Logger;
}

/** A call that stores several files has written all of them by then, and its model has read of them. */
const freshMs = 60_000;
/** A thread without a log is one that was deleted, or is being deleted. */
const orphanMs = 3_600_000;
/** Cleared down to this part, so that not every file causes the next clearing. */
const clearedPart = 0.9;
/** Other processes write, too: what they have is counted again after this part of the quota. */
const countedPart = 0.1;

/**
 * Keeps the stored files of all threads within their quota: the oldest go first, what was only just written stays. The
 * files are counted once and then again only when it may be needed. Several processes may clear at once: what is gone
 * already is as good as removed.
 */
export class ArtifactQuota {
  readonly #options: ArtifactQuotaOptions;
  #counted: number | undefined;
  #written = 0;
  #clearing: Promise<void> | undefined;

  constructor(options: ArtifactQuotaOptions) {
    this.#options = options;
  }

  /** Notes a file that was written, and makes room when there is too much. Never rejects. */
  async written(bytes: number): Promise<void> {
    this.#written += bytes;
    const limit = this.#options.bytes();
    const isDue =
      this.#counted === undefined || this.#counted + this.#written > limit || this.#written > limit * countedPart;
    if (!isDue) return;
    this.#clearing ??= this.#clear(limit).finally(() => (this.#clearing = undefined));
    await this.#clearing;
  }

  async #clear(limit: number): Promise<void> {
    const { storage, now, logger } = this.#options;
    try {
      this.#written = 0;
      const files = await artifactFiles(storage);
      const chosen = toRemove(files, limit, now());
      await removeFiles(chosen);
      this.#counted = sizeOf(files) - sizeOf(chosen);
      if (chosen.length > 0) {
        logger.info(`Removed the ${chosen.length} oldest stored results, which had ${sizeOf(chosen)} bytes`);
      }
    } catch (error) {
      // The next file is another occasion; what was stored is stored.
      this.#counted = 0;
      logger.warn(`Stored results could not be cleared: ${messageOf(error)}`);
    }
  }
}

function toRemove(files: readonly ArtifactFile[], limit: number, now: number): ArtifactFile[] {
  const orphans = files.filter(({ isOrphan, writtenAt }) => isOrphan && now - writtenAt > orphanMs);
  const gone = new Set(orphans);
  let size = sizeOf(files) - sizeOf(orphans);
  if (size <= limit) return orphans;
  for (const file of files) {
    if (size <= limit * clearedPart) break;
    if (gone.has(file) || now - file.writtenAt < freshMs) continue;
    gone.add(file);
    size -= file.bytes;
  }
  return [...gone];
}

async function removeFiles(files: readonly ArtifactFile[]): Promise<void> {
  for (const { path } of files) {
    try {
      await unlink(path);
    } catch (error) {
      if (!isMissingFile(error)) throw error;
    }
  }
}

function sizeOf(files: readonly ArtifactFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
