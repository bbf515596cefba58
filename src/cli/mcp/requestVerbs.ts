import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import { logLevels } from '../../core/mcp/connection/logLevel.ts';
import { variableOption } from '../optionParsers.ts';
import type { CompleteOptions, CompletionKind } from './complete.ts';
import { listingKinds } from './listingKind.ts';
import type { RequestOptions } from './request.ts';
import type { VerbGroup } from './verbGroup.ts';
import type { VerbOptions } from './verbOptions.ts';

/** Verbs that ask servers. Run by hand, each is its own consent. */
export function addRequestVerbs(verbs: VerbGroup): void {
  for (const kind of listingKinds) {
    verbs
      .add<[string | undefined], VerbOptions>(
        `${kind} [name]`,
        `list the ${kind} of a server, or of all`,
        async ([name], options, context) => {
          const { runListing } = await import('./listing.ts');
          return runListing(kind, name, options, context);
        },
      )
      .option('--json', 'print JSON');
  }
  requestOptions(
    verbs.add<[string, string, string | undefined], RequestOptions>(
      'call <name> <tool> [json]',
      'call a tool with the arguments of a JSON object',
      async ([name, tool, json], options, context) => {
        const { runCall } = await import('./call.ts');
        return runCall(name, tool, json, options, context);
      },
    ),
  );
  requestOptions(
    verbs.add<[string, string], RequestOptions>(
      'read <name> <uri>',
      'read a resource',
      async (operands, options, context) => {
        const { runRead } = await import('./read.ts');
        return runRead(...operands, options, context);
      },
    ),
  );
  requestOptions(
    verbs.add<[string, string, string[]], RequestOptions>(
      'prompt <name> <prompt> [args...]',
      'get a prompt; arguments are words, NAME=VALUE or a JSON object',
      async (operands, options, context) => {
        const { runPromptRequest } = await import('./prompt.ts');
        return runPromptRequest(...operands, options, context);
      },
    ),
  );
  completion(verbs);
}

function completion(verbs: VerbGroup): void {
  const complete = verbs.add<[string, CompletionKind, string, string, string], CompleteOptions>(
    'complete <name>',
    'ask for values of an argument that begin like this',
    async ([name, kind, ref, argument, value], options, context) => {
      const { runCompletion } = await import('./complete.ts');
      return runCompletion(name, { kind, ref, argument, value }, options, context);
    },
  );
  complete
    .addArgument(new Argument('<kind>', 'what the argument is of').choices(['prompt', 'template']))
    .argument('<ref>', 'name of the prompt, or URI of the template')
    .argument('<argument>', 'name of the argument')
    .argument('<value>', 'what is typed so far')
    .option('--context <name=value>', 'another argument that is chosen already; repeatable', variableOption);
  requestOptions(complete);
}

function requestOptions(command: Command): Command {
  const level = new Option('--log-level <level>', 'what the server is to log, shown on stderr').choices(logLevels);
  return command.option('--json', 'print JSON').addOption(level);
}
