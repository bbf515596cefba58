import type { ArtifactStore } from '../../threads/artifactStore.ts';
import type { ResultOwner } from './resultOwner.ts';
import type { TextLimits } from './textLimits.ts';

/** What the conversion of one block needs to know. */
export interface BlockContext {
  readonly artifacts: ArtifactStore;
  readonly owner: ResultOwner;
  /** Place of the block in its result, from 0; part of the names of its artifacts. */
  readonly index: number;
  readonly limits: TextLimits;
}
