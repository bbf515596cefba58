/** Warning codes of contract §3 that concern configuration. */
export type ConfigIssueCode = 'invalid_name' | 'invalid_config' | 'missing_env';

/** Something wrong in a configuration file. It concerns one server (or the file) and stops no other. */
export interface ConfigIssue {
  readonly code: ConfigIssueCode;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly server?: string | undefined;
  /** Path of the field inside the entry, e.g. `args[1]`. */
  readonly field?: string | undefined;
  /** What is wrong and what to do. */
  readonly message: string;
  /** A warning leaves the server usable (an unknown key); an error does not. */
  readonly severity: 'warning' | 'error';
}
