import type { ServerDefinition } from './serverDefinition.ts';
import { usedReferences } from './usedReferences.ts';
import type { UsedReferences } from './usedReferences.ts';
import { writtenText } from './writtenText.ts';

/** What a person reads before a server is approved, in full: the exact program, and what else the approval grants. */
export interface WrittenCommand extends UsedReferences {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Names of the variables that are set; their values are nobody's to see. */
  readonly environmentNames: readonly string[];
  /** A file that more of them are read from; relative to `cwd` where it is not absolute. */
  readonly envFile?: string | undefined;
  /** Names of tools that would run without asking; `*` among them is every tool. */
  readonly alwaysAllow: readonly string[];
}

/**
 * The command as it is written in the file: the values of variables may be secret, so these stay names. Undefined for
 * a server that starts no program.
 */
export function writtenCommand(definition: ServerDefinition): WrittenCommand | undefined {
  const { transport, alwaysAllow, raw } = definition;
  if (transport.type !== 'stdio') return undefined;
  const written: readonly unknown[] = Array.isArray(raw['args']) ? raw['args'] : [];
  const { envFile } = raw;
  return {
    command: writtenText(raw['command'], transport.command),
    args: transport.args.map((arg, index) => writtenText(written[index], arg)),
    cwd: transport.cwd,
    environmentNames: Object.keys(transport.env),
    ...(typeof envFile === 'string' && { envFile }),
    ...usedReferences(definition),
    alwaysAllow,
  };
}
