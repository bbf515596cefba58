import { spawn } from 'node:child_process';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod/mini';
import { ownerOfHeader } from '../config/ownedHeaders.ts';
import { killAtExit } from '../process/killAtExit.ts';
import { areGone, signalTree } from '../process/processTree.ts';
import { RemoteSetupError } from './remoteSetupError.ts';

const { platform } = process;

const timeoutMs = 10_000;
/** How long what was killed is waited for. */
const killedMs = 500;
const maxOutputBytes = 256 * 1024;

const headersSchema = z.record(z.string(), z.string());

export interface HeadersHelper {
  /** A line for the shell. */
  readonly command: string;
  readonly cwd: string;
  /** The whole environment of the shell. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends the command early. */
  readonly signal: AbortSignal;
}

/**
 * Runs the command line of `headersHelper` and gives what it printed: a JSON object of strings, all of them secret.
 * Rejects with a `RemoteSetupError`, which quotes no value that was printed, when it fails, prints something else, or
 * has not ended after ten seconds.
 */
export async function helperHeaders(helper: HeadersHelper): Promise<Readonly<Record<string, string>>> {
  if (helper.signal.aborted) throw noLongerWanted();
  const output = await outputOf(helper);
  const headers = headersSchema.safeParse(parsed(output));
  if (!headers.success) throw failure('did not print a JSON object whose values are strings');
  for (const [name, value] of Object.entries(headers.data)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw failure('printed a name or a value that no header can have');
    }
    const owner = ownerOfHeader(name);
    if (owner !== undefined) throw failure(`printed the header "${name}", which ${owner} sets`);
  }
  return headers.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function outputOf({ command, cwd, env, signal }: HeadersHelper): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      cwd,
      env,
      shell: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: platform !== 'win32',
      windowsHide: true,
    });
    const atExit = child.pid === undefined ? undefined : killAtExit(child.pid);
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isEnded = false;
    const timer = setTimeout(() => end(failure(`did not end within ${timeoutMs / 1000} s`)), timeoutMs);
    const onAbort = (): void => end(noLongerWanted());
    signal.addEventListener('abort', onAbort);
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxOutputBytes) end(failure('printed far more than headers'));
    });
    child.once('error', (error) => end(failure(`could not be started in ${cwd}`, error)));
    child.once('exit', (code, by) => {
      if (code !== 0) end(failure(code === null ? `was ended by ${by}` : `ended with exit code ${code}`));
    });
    child.once('close', () => end());

    /** The first end counts. Whatever the command started and left goes with it. */
    function end(error?: RemoteSetupError): void {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      child.stdout.destroy();
      void endTree(child.pid).then(() => {
        atExit?.dispose();
        if (error) reject(error);
        else resolve(Buffer.concat(chunks).toString('utf8'));
      }, reject);
    }
  });
}

async function endTree(leader: number | undefined): Promise<void> {
  if (leader === undefined) return;
  await signalTree(leader, [], 'SIGKILL');
  await areGone(leader, [], killedMs);
}

function noLongerWanted(): RemoteSetupError {
  return new RemoteSetupError('The connection is no longer wanted.');
}

function failure(what: string, cause?: Error): RemoteSetupError {
  return new RemoteSetupError(
    `The command of "headersHelper" ${what}. Run it by hand to see why; it must print a JSON object of headers.`,
    { cause },
  );
}
