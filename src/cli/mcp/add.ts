import { parse, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import type { EditableScope } from '../../core/mcp/config/serverEdits.ts';
import { asObject, type JsonObject } from '../../shared/base/json.ts';
import type { CommandContext } from '../commandContext.ts';
import { CommandError } from '../commandError.ts';
import { exitCode } from '../exitCode.ts';
import type { ExitCode } from '../exitCode.ts';
import type { ServerOptions } from '../serverOptions.ts';
import { warningLine } from '../warningLine.ts';
import { byHand } from './byHand.ts';
import { withReplaceAdvice } from './replaceAdvice.ts';
import { typedEntry } from './typedEntry.ts';
import type { TypedEntryOptions } from './typedEntry.ts';

export interface AddJsonOptions extends ServerOptions {
  /** `local` unless given: what somebody tries out is nobody else's. */
  readonly scope?: EditableScope | undefined;
  /** Whether an entry of the same name in the same file is replaced. */
  readonly replace?: boolean | undefined;
}

export interface AddOptions extends AddJsonOptions, TypedEntryOptions {}

/** `mcp add NAME (URL | -- COMMAND ARG…)`. Starts nothing. */
export async function runAdd(
  name: string,
  target: readonly string[],
  options: AddOptions,
  context: CommandContext,
): Promise<ExitCode> {
  return write(name, typedEntry(target, options), options, context);
}

/** `mcp add-json NAME JSON`: the entry as it stands in a file. From stdin, secrets stay out of the shell's history. */
export async function runAddJson(
  name: string,
  json: string,
  options: AddJsonOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal, signal } = context;
  return write(name, parsedEntry(json === '-' ? await terminal.readInput(signal) : json), options, context);
}

function write(name: string, entry: JsonObject, options: AddJsonOptions, context: CommandContext): Promise<ExitCode> {
  const { scope = 'local', replace: isReplacing = false } = options;
  const { terminal } = context;
  return byHand(context, options, async ({ hub }) => {
    const { file, line, warnings } = await hub.edits.add(scope, name, entry, { isReplacing }).catch(withReplaceAdvice);
    for (const message of warnings) terminal.note(warningLine({ code: 'invalid_config', server: name, message }));
    terminal.out(`Added "${name}" to ${file}:${line}\n`);
    const used = hub.server(name)?.definition.source;
    if (used && (used.file !== file || used.line !== line)) {
      const message = `The definition of ${used.file}:${used.line} is used in its place.`;
      terminal.note(warningLine({ code: 'invalid_config', server: name, message }));
    }
    return exitCode.done;
  });
}

function parsedEntry(text: string): JsonObject {
  const errors: ParseError[] = [];
  const entry = asObject(parse(text, errors, { allowTrailingComma: true }));
  const [error] = errors;
  if (error) {
    const where = `character ${error.offset + 1}: ${printParseErrorCode(error.error)}`;
    throw new CommandError(exitCode.usage, `The server's entry is not JSON, at ${where}.`);
  }
  if (entry) return entry;
  throw new CommandError(exitCode.usage, 'The server\'s entry must be a JSON object, such as {"command":"node"}.');
}
