import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtifactStore } from '../../../src/core/threads/artifactStore.ts';

/** A real store in a folder of its own. */
export interface TemporaryArtifacts {
  readonly artifacts: ArtifactStore;
  readonly storage: string;
  remove(): Promise<void>;
}

export async function temporaryArtifacts(): Promise<TemporaryArtifacts> {
  const storage = await mkdtemp(join(tmpdir(), 'results-'));
  return {
    artifacts: new ArtifactStore(storage),
    storage,
    remove: () => rm(storage, { recursive: true, force: true }),
  };
}
