import { Command, CommanderError, Option } from 'commander';
import type { CommandContext } from './commandContext.ts';
import { CommandError } from './commandError.ts';
import { defaultApiKeyEnv, headlessRounds, outputFormats, permissionModes } from './conversationOptions.ts';
import type { ConversationOptions } from './conversationOptions.ts';
import { exitCode } from './exitCode.ts';
import type { ExitCode } from './exitCode.ts';
import { gatheredList, positiveInteger } from './optionParsers.ts';
import { addServerOptions } from './serverOptions.ts';

/**
 * Runs the command that the arguments name. Rejects with the command's error; what the argument parser has to say is
 * printed here.
 */
export async function runProgram(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  let code: ExitCode = exitCode.done;
  const program = conversationCommand(context);
  program.action(async (options: ConversationOptions, { args: [word] }: Command) => {
    if (word !== undefined) throw unknownCommand(word);
    const { runPrompt } = await import('./promptCommand.ts');
    code = await runPrompt(options, context);
  });
  const mcp = program.command('mcp').description('work with MCP servers by hand');
  if (args.includes(mcp.name())) {
    const { addMcpVerbs } = await import('./mcp/commands.ts');
    addMcpVerbs(mcp, program, context, (ended) => {
      code = ended;
    });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.usage;
    throw error;
  }
}

/** The program with the options of a conversation (contract §8). */
function conversationCommand({ terminal, version }: CommandContext): Command {
  const program = new Command('patchbay')
    .description('Talks to a model that can use MCP servers. Without -p the text comes from stdin.')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'show how this command is used')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.note(text.trimEnd()) })
    .showHelpAfterError('Add --help to see how it is used.')
    .enablePositionalOptions()
    .allowExcessArguments()
    .option('-p, --prompt <text>', 'say this and print the answer')
    .option('--model <provider/model>', 'model to talk to, such as openai/NAME; its name is enough with --base-url')
    .option('--base-url <url>', 'OpenAI-compatible endpoint that serves the model')
    .option(
      '--api-key-env <name>',
      `variable that holds the key (default: ${defaultApiKeyEnv}, or that of the provider)`,
    )
    .addOption(new Option('--permission-mode <mode>', 'what may run without asking').choices(permissionModes))
    .option('--allowed-tools <names>', 'tools that may run; separated by commas, repeatable', gatheredList)
    .option('--disallowed-tools <names>', 'tools that never run; separated by commas, repeatable', gatheredList)
    .option('--max-rounds <n>', `rounds of the model at most (default: ${headlessRounds})`, positiveInteger)
    .option('--resume <id>', 'go on with an earlier conversation')
    .addOption(new Option('--output-format <format>', 'form of the answer (default: text)').choices(outputFormats))
    .addHelpText('after', exitCodesHelp);
  return addServerOptions(program);
}

const exitCodesHelp = `
Nobody is asked: what would need approval is denied, unless a mode or --allowed-tools lets it run.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 model not reached or refused, 4 server or item not found or not
connected, 124 timed out, 130 interrupted.`;

function unknownCommand(word: string): CommandError {
  return new CommandError(
    exitCode.usage,
    `There is no command "${word}". To say something to the model: patchbay -p TEXT. Commands: patchbay --help.`,
  );
}
