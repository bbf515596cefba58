import { McpError } from '../core/mcp/mcpError.ts';
import { CommandError } from './commandError.ts';
import { exitCode } from './exitCode.ts';
import type { ExitCode } from './exitCode.ts';

/** What the process ends with when a command fails with this error. */
export function errorExitCode(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode;
  if (!(error instanceof McpError)) return exitCode.failed;
  switch (error.code) {
    case 'unknown_server':
    case 'disabled':
    case 'not_connected':
    case 'not_found':
    case 'needs_auth':
      return exitCode.notFound;
    case 'timeout':
      return exitCode.timedOut;
    case 'aborted':
      return exitCode.interrupted;
    case 'server_gone':
    case 'session_lost':
    case 'changed':
    case 'protocol':
      return exitCode.failed;
  }
}
