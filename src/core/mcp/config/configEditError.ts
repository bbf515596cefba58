/**
 * Why an edit was not made; nothing was written.
 * - `invalid_name`, `invalid_config`: what is to be written would not be read;
 * - `exists`, `unknown_server`: the name is taken, or is nobody's;
 * - `broken_file`: the file has to be mended by hand first;
 * - `not_editable`: the file is not Patchbay's to change, or there is no workspace for it;
 * - `write_failed`: the file could not be locked, read or written.
 */
export type ConfigEditCode =
  'invalid_name' | 'invalid_config' | 'exists' | 'unknown_server' | 'broken_file' | 'not_editable' | 'write_failed';

/** An edit of the configuration was not made. The message says why and what to do. */
export class ConfigEditError extends Error {
  override readonly name = 'ConfigEditError';
  readonly code: ConfigEditCode;
  /** The file that would have been edited, where there is one. */
  readonly file: string | undefined;
  /** 1-based: where the file is broken, or where the name is taken. */
  readonly line: number | undefined;

  constructor(
    code: ConfigEditCode,
    message: string,
    place: { readonly file?: string; readonly line?: number } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.file = place.file;
    this.line = place.line;
  }
}
