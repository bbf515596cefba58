import { builtinCommands } from '../../../shared/thread/builtinCommand.ts';
import type { BuiltinCommandName } from '../../../shared/thread/builtinCommand.ts';

/** A command as it was typed. */
export interface TypedCommand {
  readonly name: BuiltinCommandName;
  readonly argument: string;
}

/** The built-in command that text is; undefined for anything else. */
export function findBuiltin(text: string): TypedCommand | undefined {
  const [, word = '', argument = ''] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/i.exec(text.trim()) ?? [];
  const command = builtinCommands.find(({ name }) => name === word.toLowerCase());
  return command && { name: command.name, argument: argument.trim() };
}
