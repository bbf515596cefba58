import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Logger } from '../../base/logger.ts';

/** Editors write in several steps; what they do within so short a time is one change. */
const gatherMs = 150;

type OnName = (event: string, name: string | null) => void;

function watchFolder(folder: string, onName: OnName): FSWatcher {
  return watch(folder, { persistent: false }, onName);
}

/**
 * Notices when one of some files appears, changes or goes. Folders are watched, not files: a file that is replaced by
 * another is a new one. Where the folder itself is missing, its parent is watched for it.
 * A folder that cannot be watched, or no longer, is tried again with the next call of `watch`.
 */
export class ConfigWatcher implements Disposable {
  readonly #onChange: () => void;
  readonly #logger: Logger;
  readonly #watchFolder: typeof watchFolder;
  readonly #watchers = new Map<string, FSWatcher>();
  #names = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | undefined;
  #files: readonly string[] = [];

  /** `open` watches one folder; it throws where it cannot. */
  constructor(onChange: () => void, logger: Logger, open = watchFolder) {
    this.#onChange = onChange;
    this.#logger = logger;
    this.#watchFolder = open;
  }

  /** Watches these files and no others. */
  watch(files: readonly string[]): void {
    this.#files = files;
    this.#names = new Map();
    for (const file of files) {
      this.#name(dirname(file), basename(file));
      this.#name(dirname(dirname(file)), basename(dirname(file)));
    }
    for (const folder of this.#names.keys()) this.#open(folder);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#names.clear();
  }

  #name(folder: string, name: string): void {
    const names = this.#names.get(folder) ?? new Set();
    this.#names.set(folder, names.add(name));
  }

  #open(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = this.#watchFolder(folder, (_event, name) => {
        if (name === null || this.#names.get(folder)?.has(name)) this.#gather();
      });
      watcher.on('error', (error) => {
        if (this.#watchers.get(folder) === watcher) this.#drop(folder);
        this.#warn(folder, error);
      });
      this.#watchers.set(folder, watcher);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#warn(folder, error as Error);
    }
  }

  #warn(folder: string, { message }: Error): void {
    this.#logger.warn(`Changes in ${folder} are not noticed until the configuration is read again: ${message}`);
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #gather(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // A folder may have come, or been replaced by another of the same name.
      for (const file of this.#files) this.#drop(dirname(file));
      this.watch(this.#files);
      this.#onChange();
    }, gatherMs);
  }
}
