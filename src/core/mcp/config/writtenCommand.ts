import type { ServerDefinition } from './serverDefinition.ts';

/** What a person reads before a server is approved, in full: the exact program, and what else the approval grants. */
export interface WrittenCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Names of the variables that are set; their values are nobody's to see. */
  readonly environmentNames: readonly string[];
  /** Names of tools that would run without asking; `*` among them is every tool. */
  readonly alwaysAllow: readonly string[];
}

/**
 * The command as it is written in the file: the values of variables may be secret, so these stay names. Undefined for
 * a server that starts no program.
 */
export function writtenCommand({ transport, alwaysAllow, raw }: ServerDefinition): WrittenCommand | undefined {
  if (transport.type !== 'stdio') return undefined;
  const written: readonly unknown[] = Array.isArray(raw['args']) ? raw['args'] : [];
  return {
    command: textOr(raw['command'], transport.command),
    args: transport.args.map((arg, index) => textOr(written[index], arg)),
    cwd: transport.cwd,
    environmentNames: Object.keys(transport.env),
    alwaysAllow,
  };
}

function textOr(written: unknown, expanded: string): string {
  return typeof written === 'string' ? written : expanded;
}
