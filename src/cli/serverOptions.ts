import type { Command } from 'commander';
import { gathered } from './optionParsers.ts';

/** Options of every command that works with servers, as the argument parser gives them. */
export interface ServerOptions {
  /** Files of the session scope, in order; paths relative to where the person is. */
  readonly mcpConfig?: readonly string[] | undefined;
  readonly strictMcpConfig?: boolean | undefined;
  readonly cwd?: string | undefined;
  readonly verbose?: boolean | undefined;
}

/** Declares the options of `ServerOptions`. */
export function addServerOptions(command: Command): Command {
  return command
    .option('--mcp-config <file>', 'add the servers of this file; repeatable', gathered)
    .option('--strict-mcp-config', 'use only the servers of --mcp-config')
    .option('--cwd <dir>', 'work in this folder')
    .option('--verbose', 'say on stderr what happens');
}

/** The options of a verb with those given before it. Configuration files add up; of the others the last one counts. */
export function serverOptionsOf(command: Command): ServerOptions {
  const own: ServerOptions = command.opts();
  if (!command.parent) return own;
  const outer = serverOptionsOf(command.parent);
  return {
    mcpConfig: [...(outer.mcpConfig ?? []), ...(own.mcpConfig ?? [])],
    strictMcpConfig: own.strictMcpConfig ?? outer.strictMcpConfig,
    cwd: own.cwd ?? outer.cwd,
    verbose: own.verbose ?? outer.verbose,
  };
}
