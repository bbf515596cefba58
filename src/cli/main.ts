#!/usr/bin/env node
import packageJson from '../../package.json' with { type: 'json' };
import { errorExitCode } from './errorExitCode.ts';
import type { ExitCode } from './exitCode.ts';
import { Interruption } from './interruption.ts';
import { runProgram } from './program.ts';
import { ProcessTerminal } from './terminal.ts';
import { visibleLine } from './visibleText.ts';
import { messageOf } from '../shared/base/messageOf.ts';

const interruption = new Interruption();
interruption.listen();
const terminal = new ProcessTerminal(process, outputEnded);
const ended = await run();
await terminal.drained();
process.exit(interruption.exitCode ?? ended);

async function run(): Promise<ExitCode> {
  const { signal } = interruption;
  const { env: environment } = process;
  const context = { terminal, signal, environment, cwd: process.cwd(), version: packageJson.version };
  try {
    return await runProgram(process.argv.slice(2), context);
  } catch (error) {
    if (!signal.aborted) terminal.note(errorLine(error));
    return errorExitCode(error);
  }
}

function outputEnded(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return interruption.outputClosed();
  // A stream may fail once more for each piece that still waits.
  if (interruption.signal.aborted) return;
  terminal.note(errorLine(new Error(`The output cannot be written: ${error.message}. Write it to another place.`)));
  interruption.outputFailed();
}

function errorLine(error: unknown): string {
  return visibleLine(`patchbay: ${messageOf(error)}`);
}
