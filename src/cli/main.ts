#!/usr/bin/env node
import packageJson from '../../package.json' with { type: 'json' };
import { errorExitCode } from './errorExitCode.ts';
import type { ExitCode } from './exitCode.ts';
import { Interruption } from './interruption.ts';
import { runProgram } from './program.ts';
import { ProcessTerminal } from './terminal.ts';
import { visibleLine } from './visibleText.ts';

const interruption = new Interruption();
interruption.listen();
const terminal = new ProcessTerminal(process, () => interruption.outputClosed());
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

function errorLine(error: unknown): string {
  return visibleLine(`patchbay: ${error instanceof Error ? error.message : String(error)}`);
}
