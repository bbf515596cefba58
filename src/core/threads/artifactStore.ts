import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, realpath, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Artifact } from '../../shared/thread/resultBlock.ts';
import { ArtifactError } from './artifactError.ts';
import { artifactsFolder } from './artifactFiles.ts';
import type { ArtifactQuota } from './artifactQuota.ts';
import { bareType, extensionFor, typeForExtension } from './artifactType.ts';
import type { ArtifactKind } from './artifactType.ts';

/** Content to store. `index` is the place of its block in the result it belongs to, from 0. */
export interface ArtifactContent {
  readonly threadId: string;
  readonly server: string;
  readonly tool: string;
  readonly index: number;
  readonly kind: ArtifactKind;
  /** As the server declared it. */
  readonly mimeType: string;
  readonly data: Buffer | string;
}

const idPattern = /^[\w.-]+\/[\w.-]+\/\d{2,}-[a-z]+-[0-9a-f]{16}\.([a-z0-9]+)$/;
const maxSegmentChars = 80;

/**
 * Keeps what is too large or too binary for a conversation in files below its thread (contract §4, "Artifacts"):
 * `<storage>/threads/<thread-id>/tool-results/mcp/<server>/<tool>/NN-kind-<16 hex sha256>.<ext>`. Folders are 0700,
 * files 0600 and written atomically.
 */
export class ArtifactStore {
  readonly #storage: string;
  readonly #quota: Pick<ArtifactQuota, 'written'> | undefined;

  /** Without a quota nothing is removed by itself. */
  constructor(storage: string, quota?: Pick<ArtifactQuota, 'written'>) {
    this.#storage = storage;
    this.#quota = quota;
  }

  /** Stores the content. The same content at the same place gives the same artifact. Rejects with what the disk says. */
  async save(content: ArtifactContent): Promise<Artifact> {
    const { kind, index, data } = content;
    const mimeType = bareType(content.mimeType);
    const digest = createHash('sha256').update(data).digest('hex').slice(0, 16);
    const file = `${String(index).padStart(2, '0')}-${kind}-${digest}.${extensionFor(kind, mimeType)}`;
    const id = `${segment(content.server)}/${segment(content.tool)}/${file}`;
    const folder = join(folderOf(this.#storage, content.threadId), segment(content.server), segment(content.tool));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await this.#refuseOutside(content.threadId, folder, id);
    const { default: writeFileAtomic } = await import('write-file-atomic');
    await writeFileAtomic(join(folder, file), data, { mode: 0o600 });
    const bytes = Buffer.byteLength(data);
    await this.#quota?.written(bytes);
    return { id, mimeType, bytes };
  }

  /**
   * Reads an artifact; the type is the one its extension stands for. Rejects with an `ArtifactError` for an id of
   * another form, one that leads out of the thread's folder, or one whose file is gone.
   */
  async read(threadId: string, artifactId: string): Promise<{ mimeType: string; bytes: Buffer }> {
    const extension = idPattern.exec(artifactId)?.[1];
    if (extension === undefined || artifactId.split('/').some((part) => /^\.+$/.test(part))) {
      throw invalidId(artifactId);
    }
    const path = join(folderOf(this.#storage, threadId), ...artifactId.split('/'));
    try {
      await this.#refuseOutside(threadId, path, artifactId);
      return { mimeType: typeForExtension(extension), bytes: await readFile(path) };
    } catch (cause) {
      if (!isMissing(cause)) throw cause;
      const message = `The stored content ${JSON.stringify(artifactId)} is gone: it was deleted, or removed to make room for newer content. Run again what produced it.`;
      throw new ArtifactError('not_found', message, { cause });
    }
  }

  /** Ids of everything stored for a thread, sorted; empty for a thread that stored nothing. */
  async ids(threadId: string): Promise<readonly string[]> {
    try {
      const files = await readdir(folderOf(this.#storage, threadId), { recursive: true });
      return files
        .map((file) => file.split(sep).join('/'))
        .filter((id) => idPattern.test(id))
        .sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Removes everything stored for a thread; nothing where there is nothing. Rejects with what the disk says. */
  async removeThread(threadId: string): Promise<void> {
    const folder = folderOf(this.#storage, threadId);
    try {
      await this.#refuseOutside(threadId, folder, threadId);
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    await rm(dirname(folder), { recursive: true, force: true });
  }

  /** A link planted below the storage must lead neither a read nor a write anywhere else. */
  async #refuseOutside(threadId: string, path: string, id: string): Promise<void> {
    const [storage, real] = await Promise.all([realpath(this.#storage), realpath(path)]);
    const folder = folderOf(storage, threadId);
    if (real !== folder && !real.startsWith(folder + sep)) throw invalidId(id);
  }
}

function folderOf(storage: string, threadId: string): string {
  if (!/^[\w-]+$/.test(threadId)) throw invalidId(threadId);
  return artifactsFolder(storage, threadId);
}

/** A name as a folder name: what is not a letter, digit, `_`, `.` or `-` becomes `-`; outer `.` and `-` go. */
function segment(name: string): string {
  const safe = name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '');
  if (safe !== '' && safe.length <= maxSegmentChars) return safe;
  // Names of other scripts and very long ones are told apart by their digest.
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return safe === '' ? digest : `${safe.slice(0, maxSegmentChars - 9)}-${digest}`;
}

function invalidId(id: string): ArtifactError {
  return new ArtifactError('invalid_id', `${JSON.stringify(id)} is not the id of stored content.`);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
