import { stat } from 'node:fs/promises';
import { ConnectionLostError } from '../process/connectionLostError.ts';
import type { ConnectionFailure } from './connectionState.ts';
import { reasonOf } from '../errorReason.ts';
import type { ProcessTransport, StopReason } from '../process/processTransport.ts';
import type { StdioTransportDefinition } from '../config/serverDefinition.ts';
import { installHint } from '../process/installHint.ts';
import { isSpawnError } from '../process/spawnError.ts';
import type { ProcessExit } from '../process/serverProcess.ts';

/** Lines of the log that a message quotes: enough for the end of a stack trace. */
const quotedLines = 8;
const quotedChars = 1_500;

/** The system reports the end of a process, and the last of its output, a moment after its pipes broke. */
const exitNewsMs = 1_000;

const brokenPipe: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'EOF', 'ERR_STREAM_DESTROYED']);

/** Says why a process could not be started, and what to do. `path` is the PATH that was searched. */
async function describeSpawnError(
  error: NodeJS.ErrnoException,
  { command, cwd }: StdioTransportDefinition,
  path: string,
): Promise<ConnectionFailure> {
  const isFolderThere = await stat(cwd).then(
    (it) => it.isDirectory(),
    () => false,
  );
  if (!isFolderThere) {
    return { code: 'spawn_failed', message: `The working directory ${cwd} does not exist. Create it or change "cwd".` };
  }
  switch (error.code) {
    case 'ENOENT':
      return {
        code: 'spawn_failed',
        message: /[\\/]/.test(command)
          ? `${command} does not exist. Correct "command", or install the program.`
          : `The program "${command}" was not found. ${installHint(command)}, or write its full path as "command". ` +
            `Searched PATH: ${path || '(empty)'}`,
      };
    case 'EACCES':
      return {
        code: 'spawn_failed',
        message: `${command} may not be executed. Make it executable or correct "command".`,
      };
    default:
      return { code: 'spawn_failed', message: `${command} could not be started: ${reasonOf(error)}.` };
  }
}

/** Says how a process ended by itself, with the end of what it logged. */
export function describeExit({ code, signal }: ProcessExit, log: readonly string[]): ConnectionFailure {
  const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
  const what = log.length === 0 ? ' It logged nothing.' : '';
  return {
    code: 'exited',
    message: `The server ${how}.${what} Correct what it reports and connect again.${quote(log)}`,
  };
}

/**
 * Says what went wrong while connecting. `log` gives what the server has logged by the time it is asked. A server that
 * answered with an error has said why, however it was ended then.
 */
export async function describeConnectError(
  error: unknown,
  transport: ProcessTransport | undefined,
  definition: StdioTransportDefinition,
  path: string,
  log: () => readonly string[],
): Promise<ConnectionFailure> {
  if (isSpawnError(error)) return describeSpawnError(error, definition, path);
  if (transport?.stopReason) return describeStop(transport.stopReason);
  const { ProtocolError } = await import('@modelcontextprotocol/client');
  if (error instanceof ProtocolError) {
    return {
      code: 'protocol',
      message:
        `The server refused to connect: ${reasonOf(error)} (code ${error.code}). ` +
        `Correct what it reports and connect again.${quote(log())}`,
    };
  }
  if (await isConnectionLost(error)) {
    const exit = await transport?.exitWithin(exitNewsMs);
    if (exit && !exit.isForced) return describeExit(exit, log());
  }
  return {
    code: 'protocol',
    message: `The server does not speak MCP as expected: ${reasonOf(error)}. Check that "command" starts an MCP server.${quote(log())}`,
  };
}

/** Whether an error says only that nobody is at the other end: why, the end of the process tells. */
async function isConnectionLost(error: unknown): Promise<boolean> {
  const { SdkError, SdkErrorCode } = await import('@modelcontextprotocol/client');
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) return true;
  if (!(error instanceof Error)) return false;
  return error instanceof ConnectionLostError || ('code' in error && brokenPipe.has(String(error.code)));
}

export function describeTimeout(timeoutMs: number, log: readonly string[]): ConnectionFailure {
  return {
    code: 'timeout',
    message:
      `The server did not answer within ${timeoutMs / 1000} s. Check that "command" starts an MCP server; if it is ` +
      `only slow, set a longer time to connect and connect again.${quote(log)}`,
  };
}

/** Says why a process was stopped that would have run on. One that fell silent counts as ended: it may start again. */
export function describeStop(reason: StopReason): ConnectionFailure {
  switch (reason) {
    case 'overflow':
      return {
        code: 'protocol',
        message: 'The server sent a message of more than 10 MB, and was stopped. Connect again, and ask it for less.',
      };
    case 'silence':
      return {
        code: 'exited',
        message: 'The server closed its output, so that it could not answer any more, and was stopped. Connect again.',
      };
  }
}

function quote(log: readonly string[]): string {
  if (log.length === 0) return '';
  const text = log.slice(-quotedLines).join('\n');
  return `\nIts log ends with:\n${text.length > quotedChars ? `…${text.slice(-quotedChars)}` : text}`;
}
