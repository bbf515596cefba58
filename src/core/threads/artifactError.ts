/** A stored artifact cannot be had: its id is none, or its file is gone. */
export class ArtifactError extends Error {
  override readonly name = 'ArtifactError';
  readonly code: 'invalid_id' | 'not_found';

  constructor(code: 'invalid_id' | 'not_found', message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
