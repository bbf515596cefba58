import { SignInError } from '../core/mcp/auth/signInError.ts';
import type { SignInErrorCode } from '../core/mcp/auth/signInError.ts';
import { ConfigEditError } from '../core/mcp/config/configEditError.ts';
import type { ConfigEditCode } from '../core/mcp/config/configEditError.ts';
import { McpError } from '../core/mcp/mcpError.ts';
import type { McpErrorCode } from '../core/mcp/mcpError.ts';
import { CommandError } from './commandError.ts';
import { exitCode } from './exitCode.ts';
import type { ExitCode } from './exitCode.ts';

/** What the process ends with when a command fails with this error. */
export function errorExitCode(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof ConfigEditError) return editExitCode(error.code);
  if (error instanceof SignInError) return signInExitCode(error.code);
  return error instanceof McpError ? requestExitCode(error.code) : exitCode.failed;
}

function requestExitCode(code: McpErrorCode): ExitCode {
  switch (code) {
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

function editExitCode(code: ConfigEditCode): ExitCode {
  switch (code) {
    case 'invalid_name':
    case 'invalid_config':
      return exitCode.usage;
    case 'unknown_server':
      return exitCode.notFound;
    case 'exists':
    case 'broken_file':
    case 'not_editable':
    case 'write_failed':
      return exitCode.failed;
  }
}

function signInExitCode(code: SignInErrorCode): ExitCode {
  switch (code) {
    case 'not_applicable':
      return exitCode.usage;
    case 'timeout':
      return exitCode.timedOut;
    case 'needs_person':
      return exitCode.notFound;
    case 'no_surface':
    case 'cancelled':
    case 'refused':
    case 'no_client':
    case 'callback':
    case 'untrusted':
    case 'unreachable':
      return exitCode.failed;
  }
}
