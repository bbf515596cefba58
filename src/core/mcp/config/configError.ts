import type { ConfigIssueCode } from './configIssue.ts';

/** An entry of a configuration file cannot be used. The message says what is wrong and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code: ConfigIssueCode;
  /** Path inside the entry, such as `args[1]`. */
  readonly field: string | undefined;

  constructor(code: ConfigIssueCode, message: string, field?: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}
